"""The dev mailbox: every mail that this machine has sent to its own folder."""

from collections import Counter
from pathlib import Path

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from wtgame.mail import mailbox


@require_safe
# A mail brings its own style attributes, and a frame made of `srcdoc` stands under the page's policy. Scripts stay out.
@csp_replace({"style-src": [SELF, UNSAFE_INLINE], "script-src": None})
def show(request: HttpRequest) -> HttpResponse:
    """Show the newest mails, those of one recipient with `?to=`."""
    mails = mailbox.read(Path(settings.EMAIL_FILE_PATH))
    to = request.GET.get("to", "")
    shown = [mail for mail in mails if not to or mail.to == to]
    boxes = dict(
        Counter(mail.to for mail in mails)
    )  # a plain one: a template would take `items` for a key of a Counter
    return render(request, "mail/dev_mailbox.html", {"boxes": boxes, "to": to, "mails": shown})
