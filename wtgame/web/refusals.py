"""A service's refusal as a page says it: the sentence, what would be right, and the HTTP status."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final, NamedTuple

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wtgame.errors import ServiceError

Words = str | Promise
View = Callable[..., HttpResponseBase]


class Refusal(NamedTuple):
    """What a page shows of a refusal."""

    title: Words
    detail: Words
    remedy: Words
    rule: str
    status: int


_OWN_WORDS: Final[Mapping[str, tuple[Words, Words]]] = {
    "stale": (
        gettext_lazy("Your move was made for an earlier position, and was not played."),
        gettext_lazy("Look at the board as it is now, then choose again."),
    ),
    "idempotency-key-reused": (
        gettext_lazy("This page was used for another move already."),
        gettext_lazy("Look at the board as it is now, then choose again."),
    ),
}
"""Refusals whose own sentence is meant for programs: what to say to people instead."""


def refusal_of(error: ServiceError) -> Refusal:
    """Put a service's error into a page's words."""
    detail, remedy = _OWN_WORDS.get(error.code, (error.detail, error.remedy))
    return Refusal(error.title, detail, remedy, error.rule, error.status)


def unreadable(detail: str) -> Refusal:
    """Return the refusal of a form that no page of ours would send."""
    return Refusal(_("The form can't be read"), detail, _("Choose again on this page."), "", 422)


def refused_as_page(view: View) -> View:
    """Show what a view's service refuses as a page of its own; what one may not know of is not found."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except ServiceError as error:
            if error.status == 404:
                raise Http404 from error
            refusal = refusal_of(error)
            return render(request, "web/refused.html", {"refusal": refusal}, status=refusal.status)

    return shown
