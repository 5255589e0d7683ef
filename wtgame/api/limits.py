"""How often a thing may be asked for: counted in one step of the cache, so that a limit holds under load (KF-23)."""

import hashlib
import time

from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView


class Limit(BaseThrottle):
    """At most `most` requests of a caller in each window of `seconds`; windows begin at multiples of it."""

    name: str
    most: int
    seconds: int

    def allow_request(self, request: Request, view: APIView) -> bool:
        window = int(time.time() // self.seconds)
        who = hashlib.sha256(self.caller(request).encode(errors="replace")).hexdigest()
        key = f"limit:{self.name}:{who}:{window}"
        # Longer than the window, so that it can't lapse between the two steps; `incr` is what counts, and is atomic.
        cache.add(key, 0, timeout=2 * self.seconds)
        return cache.incr(key) <= self.most

    def wait(self) -> float:
        return self.seconds - time.time() % self.seconds

    def caller(self, request: Request) -> str:
        """Return whose requests count together: those from one address."""
        return str(request.META.get("REMOTE_ADDR", ""))


class SignInsFromOneAddress(Limit):
    name, most, seconds = "sign-in-from", 10, 60


class SignInsToOneAccount(Limit):
    """Guesses at one account's password from many addresses."""

    name, most, seconds = "sign-in-to", 10, 60

    def caller(self, request: Request) -> str:
        email = request.data.get("email") if isinstance(request.data, dict) else None
        return email.strip().lower() if isinstance(email, str) else ""


class SignUps(Limit):
    name, most, seconds = "sign-up", 20, 3600


class Invitations(Limit):
    """Each one sends a mail to an address that its owner didn't give us."""

    name, most, seconds = "invitation", 60, 3600

    def caller(self, request: Request) -> str:
        return str(request.user.pk)
