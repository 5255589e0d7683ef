"""How often signing in and up may be asked for, over all doors: counted in one step, so that a limit holds under load."""

import hashlib
import time
from dataclasses import dataclass

from django.core.cache import cache


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` requests of a caller in each window of `seconds`; windows begin at multiples of it."""

    name: str
    most: int
    seconds: int

    def allows(self, caller: str) -> bool:
        """Count a request of the caller, and say whether it is within the limit."""
        window = int(time.time() // self.seconds)
        who = hashlib.sha256(caller.encode(errors="replace")).hexdigest()
        key = f"limit:{self.name}:{who}:{window}"
        # Longer than the window, so that it can't lapse between the two steps; `incr` is what counts, and is atomic.
        cache.add(key, 0, timeout=2 * self.seconds)
        return cache.incr(key) <= self.most

    def wait_seconds(self) -> float:
        """Return how long the present window still lasts."""
        return self.seconds - time.time() % self.seconds


SIGN_INS_FROM_ADDRESS = Limit("sign-in-from", 10, 60)
SIGN_INS_TO_ACCOUNT = Limit("sign-in-to", 10, 60)  # guesses at one account's password from many addresses
SIGN_UPS_FROM_ADDRESS = Limit("sign-up", 20, 3600)
INVITATIONS_BY_ACCOUNT = Limit("invitation", 60, 3600)  # each sends a mail to an address that its owner didn't give us


def may_sign_in(address: str, email: str) -> bool:
    """Count a try to sign in to an account from a network address, and say whether it may reach the password."""
    # In this order: an address that is refused must not use up the limit of somebody's account.
    return SIGN_INS_FROM_ADDRESS.allows(address) and SIGN_INS_TO_ACCOUNT.allows(email.strip().lower())
