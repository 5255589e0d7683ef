"""The errors that services raise: one class per cause, put into words once and shown by every door in its own way."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class ServiceError(Exception):
    """A refusal that changed nothing.

    `code` is stable and kebab-case, `status` the HTTP status that says the same, `detail` what is wrong with
    what came, `remedy` what would be right, `rule` the number of the game's rule ("WT-23") or "", and `facts`
    further fields for programs.
    """

    code = "refused"
    status = 400
    title: str | Promise = _("Refused")
    remedy: str | Promise = ""
    rule = ""

    def __init__(self, detail: str | Promise, *, remedy: str | Promise = "", rule: str = "", **facts: Any) -> None:
        super().__init__(str(detail))
        self.detail = detail
        self.remedy = remedy or self.remedy
        self.rule = rule
        self.facts = facts
