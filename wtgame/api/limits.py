"""The limits of accounts, as throttles of the framework (KF-23)."""

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from wtgame.accounts import limits


class Throttle(BaseThrottle):
    """Counts the requests from one network address, unless `caller` says otherwise."""

    limit: limits.Limit

    def allow_request(self, request: Request, view: APIView) -> bool:
        return self.limit.allows(self.caller(request))

    def wait(self) -> float:
        return self.limit.wait_seconds()

    def caller(self, request: Request) -> str:
        """Return whose requests count together."""
        return str(request.META.get("REMOTE_ADDR", ""))


class SignInsFromOneAddress(Throttle):
    limit = limits.SIGN_INS_FROM_ADDRESS


class SignInsToOneAccount(Throttle):
    limit = limits.SIGN_INS_TO_ACCOUNT

    def caller(self, request: Request) -> str:
        email = request.data.get("email") if isinstance(request.data, dict) else None
        return email.strip().lower() if isinstance(email, str) else ""


class SignUps(Throttle):
    limit = limits.SIGN_UPS_FROM_ADDRESS


class Invitations(Throttle):
    limit = limits.INVITATIONS_BY_ACCOUNT

    def caller(self, request: Request) -> str:
        return str(request.user.pk)
