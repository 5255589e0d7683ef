"""What the services and selectors of games refuse."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.errors import Ambiguous, EngineError
from wtgame.errors import ServiceError


class NotFound(ServiceError):
    """There is no such game, or none that the caller may know of: the two look alike."""

    code = "not-found"
    status = 404
    title = gettext_lazy("Not found")
    remedy = gettext_lazy("Check the address, and sign in as somebody who may see it.")


class Forbidden(ServiceError):
    """The caller may see the game and may not do this."""

    code = "forbidden"
    status = 403
    title = gettext_lazy("Not yours to do")


class WrongStage(ServiceError):
    """The game is not at the stage that this needs; `stage` names where it is."""

    code = "wrong-stage"
    status = 409
    title = gettext_lazy("Not at this stage of the game")


class SeatTaken(ServiceError):
    """No seat is free for the caller."""

    code = "seat-taken"
    status = 409
    title = gettext_lazy("No such seat is free")


class BadInvitation(ServiceError):
    """The invitation can't be read, is used up, or is too old."""

    code = "bad-invitation"
    status = 422
    title = gettext_lazy("The invitation is not valid")
    remedy = gettext_lazy("Ask who invited you for a new one.")


class Refused(ServiceError):
    """The rules of the game, or their notation, refuse the action or the options."""

    code = "refused"
    status = 422
    title = gettext_lazy("The rules refuse this")
    remedy = gettext_lazy("Choose one of the legal actions.")

    @classmethod
    def by(cls, error: EngineError) -> "Refused":
        """Put an engine's error into the words of the service; its code becomes the code."""
        facts: dict[str, Any] = {"choices": list(error.choices)} if isinstance(error, Ambiguous) else {}
        refused = cls(error.message, rule=error.rule, **facts)
        refused.code = error.code
        return refused


class Stale(ServiceError):
    """The game has moved on since the position that the move was made for; `head_seq` is where it is now."""

    code = "stale"
    status = 409
    title = gettext_lazy("The game has moved on")

    def __init__(self, expected_seq: int, head_seq: int) -> None:
        super().__init__(
            _("You moved from seq %(expected)s; the game is at seq %(head)s.")
            % {"expected": expected_seq, "head": head_seq},
            remedy=_("Read the position, then submit with expected_seq %(head)s.") % {"head": head_seq},
            expected_seq=expected_seq,
            head_seq=head_seq,
        )


class BadIdempotencyKey(ServiceError):
    """The idempotency key can't be one."""

    code = "bad-idempotency-key"
    status = 400
    title = gettext_lazy("The key can't be one")
    remedy = gettext_lazy("Send 1 to 200 visible ASCII characters, for example a random UUID.")


class KeyReused(ServiceError):
    """The idempotency key was used for another request."""

    code = "idempotency-key-reused"
    status = 422
    title = gettext_lazy("The key belongs to another request")
    remedy = gettext_lazy("Send a new Idempotency-Key with each new request, and the same only to repeat it.")
