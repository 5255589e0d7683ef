"""Who looks at a page."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest
from django.urls import reverse_lazy

from wtgame.accounts.models import Account

signed_in_only = login_required(login_url=reverse_lazy("web:sign-in"))
"""Send who is not signed in to the sign-in page, and from there back."""


def viewer_of(request: HttpRequest) -> Account | None:
    """Return the account that is signed in, or None."""
    return request.user if isinstance(request.user, Account) else None


def account_of(request: HttpRequest) -> Account:
    """Return the account behind a page that only those signed in reach."""
    account = viewer_of(request)
    if account is None:
        raise AssertionError("A page for those signed in was reached without signing in.")
    return account
