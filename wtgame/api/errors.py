"""What the API itself refuses, before any service is asked."""

from django.utils.translation import gettext_lazy as _

from wtgame.errors import ServiceError


class BadRequest(ServiceError):
    """The request breaks the rules of HTTP, or of what the service takes."""

    code = "bad-request"
    status = 400
    title = _("The request can't be read")
    remedy = _("Compare it with the description at /api/v1/openapi.json.")


class MalformedJson(ServiceError):
    """The body is not JSON as RFC 8259 defines it, or can't be stored as text."""

    code = "malformed-json"
    status = 400
    title = _("The body is not JSON")
    remedy = _("Send one JSON object in UTF-8.")


class NotSignedIn(ServiceError):
    """The address needs an account, and the request names none."""

    code = "not-signed-in"
    status = 401
    title = _("Sign in first")
    remedy = _("Get a token by POST /api/v1/tokens and send it as `Authorization: Bearer TOKEN`.")


class BadToken(ServiceError):
    """The token is unknown or revoked."""

    code = "bad-token"
    status = 401
    title = _("The token is not valid")
    remedy = _("Get a new token by POST /api/v1/tokens.")


class WrongPassword(ServiceError):
    """No active account has this address and this password; which of the two is wrong stays unsaid."""

    code = "wrong-password"
    status = 401
    title = _("Address and password don't fit")
    remedy = _("Check both and send them again.")


class NotAllowed(ServiceError):
    """The account may not do this."""

    code = "not-allowed"
    status = 403
    title = _("This is not allowed")
    remedy = _("Sign in with an account that may do it.")


class CsrfFailed(ServiceError):
    """A request with a session's cookie must prove that it comes from our own pages."""

    code = "csrf-failed"
    status = 403
    title = _("The request doesn't come from our pages")
    remedy = _(
        "Send the header X-CSRFToken with the value of the cookie csrftoken, or use a token instead of a cookie."
    )


class NoSuchAddress(ServiceError):
    """No resource has this address."""

    code = "no-such-address"
    status = 404
    title = _("There is nothing at this address")
    remedy = _("GET /api/v1/ lists the addresses; the id of a game is a UUID.")


class MethodNotAllowed(ServiceError):
    """The address exists, and takes other methods."""

    code = "method-not-allowed"
    status = 405
    title = _("The address doesn't take this method")
    remedy = _("Use one of the methods in the header Allow.")


class NotAcceptable(ServiceError):
    """None of the types in the header Accept can be given."""

    code = "not-acceptable"
    status = 406
    title = _("There is no answer of the type asked for")
    remedy = _("Accept application/json (for an export application/jsonl), or leave the header out.")


class TooLarge(ServiceError):
    """The body is larger than any request needs."""

    code = "too-large"
    status = 413
    title = _("The body is too large")
    remedy = _("Send less; the largest request that makes sense has a few kilobytes.")


class UnsupportedMediaType(ServiceError):
    """The body is of a type that isn't read."""

    code = "unsupported-media-type"
    status = 415
    title = _("The body is of a type that isn't read")
    remedy = _("Send JSON with the header Content-Type: application/json.")


class BadFields(ServiceError):
    """Fields are missing, unknown or of the wrong form; `fields` says for each what is wrong."""

    code = "bad-fields"
    status = 422
    title = _("Some fields are not as they must be")
    remedy = _("Mend the fields named and send the request again.")


class TooManyRequests(ServiceError):
    """A limit of requests in a time is reached; `retry_after` counts seconds."""

    code = "too-many-requests"
    status = 429
    title = _("Too many requests")
    remedy = _("Wait for the seconds that the header Retry-After gives.")


class InternalError(ServiceError):
    """A fault of ours; it is in the log of the service."""

    code = "internal-error"
    status = 500
    title = _("Something went wrong on our side")
    remedy = _("Try again later with the same Idempotency-Key; nothing happens twice.")
