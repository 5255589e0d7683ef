"""Who is calling: an account by the token of a program, or by the session of our own pages."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.request import Request

from wtgame.accounts.models import Account
from wtgame.accounts.services import account_of_token
from wtgame.api.errors import CsrfFailed
from wtgame.api.problems import CHALLENGE


class BearerToken(BaseAuthentication):
    """`Authorization: Bearer TOKEN` (RFC 6750)."""

    def authenticate(self, request: Request) -> tuple[Account, str] | None:
        scheme, _blank, token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        account = account_of_token(token.strip())
        if account is None:
            raise exceptions.AuthenticationFailed
        return account, token.strip()

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


class PageSession(SessionAuthentication):
    """The cookie of a browser that is signed in on our pages; whatever changes something needs the CSRF token too."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        # A quoted cookie can hold a NUL, which PostgreSQL refuses to look for.
        if "\0" in request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""):
            return None
        return super().authenticate(request)

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied:
            raise CsrfFailed(_("The CSRF token is missing or doesn't fit the cookie.")) from None


def account_of(request: Request) -> Account:
    """Return the account that calls; for views that only accounts may call."""
    if not isinstance(request.user, Account):
        raise exceptions.NotAuthenticated
    return request.user


def viewer_of(request: Request) -> Account | None:
    """Return the account that calls, or None for a visitor."""
    return request.user if isinstance(request.user, Account) else None
