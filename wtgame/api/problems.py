"""Every refusal as problem details (RFC 9457): what services and the framework raise, in one shape."""

import logging
import math
from collections.abc import Iterator
from typing import Any

from django.core import exceptions as django
from django.core.signals import got_request_exception
from django.http import Http404, HttpRequest, JsonResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions as drf
from rest_framework.response import Response

from wtgame.api import errors
from wtgame.errors import ServiceError

MEDIA_TYPE = "application/problem+json"
CHALLENGE = 'Bearer realm="ravenpost"'
logger = logging.getLogger("wtgame.api")


def problem_of(error: ServiceError) -> dict[str, Any]:
    """Return the error as problem details, in the language of the request."""
    named = {
        "type": f"/problems/{error.code}",
        "title": str(error.title),
        "status": error.status,
        "code": error.code,
        "detail": str(error.detail),
        "remedy": str(error.remedy) or _("Read the game again: its status and its seats say what can be done now."),
    }
    rule = {"rule": error.rule} if error.rule else {}
    return {**_facts(error), **rule, **named}


def headers_of(error: ServiceError) -> dict[str, str]:
    """Return the headers that go with the error's status."""
    if error.status == 401:
        return {"WWW-Authenticate": CHALLENGE}
    if error.status == 429:
        return {"Retry-After": str(error.facts.get("retry_after", 60))}
    return {}


def answer(error: Exception, context: dict[str, Any]) -> Response:
    """Answer an exception of any view; the framework's setting EXCEPTION_HANDLER points here."""
    refusal = refusal_of(error)
    if isinstance(refusal, errors.InternalError):
        _report(error, context)
    return Response(problem_of(refusal), refusal.status, headers=headers_of(refusal), content_type=MEDIA_TYPE)


@csrf_exempt
def no_such_address(request: HttpRequest) -> JsonResponse:
    """Answer what no address of the API fits, whatever the method."""
    refusal = errors.NoSuchAddress(_("The API has no such address."))
    return JsonResponse(problem_of(refusal), status=refusal.status, content_type=MEDIA_TYPE)


def refusal_of(error: Exception) -> ServiceError:
    """Return the exception as one of our own; what is neither a refusal nor the framework's is an InternalError."""
    if isinstance(error, ServiceError):
        return error
    if isinstance(error, drf.ValidationError):
        return _bad_fields(error)
    if isinstance(error, drf.Throttled):
        return _too_many(error)
    for cause, refusal, detail in _CAUSES:
        if isinstance(error, cause):
            return refusal(detail)
    return errors.InternalError(_("The service failed to answer; its host can read why in the log."))


# The framework's errors: the first line that fits counts.
_CAUSES: tuple[tuple[type[Exception], type[ServiceError], str | Promise], ...] = (
    (drf.ParseError, errors.MalformedJson, gettext_lazy("The body can't be read.")),
    (drf.NotAuthenticated, errors.NotSignedIn, gettext_lazy("The request names no account.")),
    (drf.AuthenticationFailed, errors.BadToken, gettext_lazy("The token is unknown or revoked.")),
    (drf.PermissionDenied, errors.NotAllowed, gettext_lazy("This account may not do this.")),
    (drf.NotFound, errors.NoSuchAddress, gettext_lazy("There is nothing at this address.")),
    (drf.MethodNotAllowed, errors.MethodNotAllowed, gettext_lazy("The address exists, but doesn't take this method.")),
    (
        drf.NotAcceptable,
        errors.NotAcceptable,
        gettext_lazy("The answer can't be given in any type that the request accepts."),
    ),
    (drf.UnsupportedMediaType, errors.UnsupportedMediaType, gettext_lazy("The Content-Type is not application/json.")),
    (Http404, errors.NoSuchAddress, gettext_lazy("There is nothing at this address.")),
    (django.PermissionDenied, errors.NotAllowed, gettext_lazy("This account may not do this.")),
    (django.RequestDataTooBig, errors.TooLarge, gettext_lazy("The body is larger than the service takes.")),
    (django.SuspiciousOperation, errors.BadRequest, gettext_lazy("The request breaks a rule of the service.")),
    (django.BadRequest, errors.BadRequest, gettext_lazy("The request breaks a rule of HTTP.")),
    (MultiPartParserError, errors.BadRequest, gettext_lazy("The form in the body can't be read.")),
    (UnreadablePostError, errors.BadRequest, gettext_lazy("The body broke off.")),
)


def _facts(error: ServiceError) -> dict[str, Any]:
    """Return the error's further fields; lists of field errors in the one form that all have."""
    facts = dict(error.facts)
    if isinstance(facts.get("fields"), dict):
        facts["fields"] = list(_named(facts["fields"], ""))
    return facts


def _bad_fields(error: drf.ValidationError) -> errors.BadFields:
    fields = list(_named(error.detail, ""))
    words = " ".join(
        f"{field['field']}: {field['message']}" if field["field"] else field["message"] for field in fields
    )
    return errors.BadFields(words, fields=fields)


def _named(detail: Any, name: str) -> Iterator[dict[str, str]]:
    """Give each sentence with the field that it is about ("" for the whole body), nested names joined by dots."""
    if isinstance(detail, dict):
        for key, inner in detail.items():
            part = "" if key == "non_field_errors" else str(key)
            yield from _named(inner, ".".join(filter(None, (name, part))))
    elif isinstance(detail, list | tuple):
        for inner in detail:
            yield from _named(inner, name)
    else:
        yield {"field": name, "message": str(detail)}


def _too_many(error: drf.Throttled) -> errors.TooManyRequests:
    seconds = max(1, math.ceil(getattr(error, "wait", None) or 1))
    return errors.TooManyRequests(
        _("There were too many requests of this kind; the next one is possible in {seconds} seconds.").format(
            seconds=seconds
        ),
        retry_after=seconds,
    )


def _report(error: Exception, context: dict[str, Any]) -> None:
    """Log a fault as Django does for its own views, and let whoever listens for faults know (test clients raise it)."""
    request = getattr(context.get("request"), "_request", None)
    logger.error("an API view failed", exc_info=error)
    got_request_exception.send(sender=type(error), request=request)
