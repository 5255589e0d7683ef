"""The OpenAPI document: how views say what they answer, and what no view says."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.serializers import BaseSerializer

from wtgame.api import errors, schemas
from wtgame.api.answers import Problem
from wtgame.api.problems import MEDIA_TYPE
from wtgame.errors import ServiceError

View = TypeVar("View", bound=Callable[..., Any])
Refusals = Iterable[type[ServiceError]]

WITH_BODY: Refusals = (
    errors.BadRequest,
    errors.MalformedJson,
    errors.TooLarge,
    errors.UnsupportedMediaType,
    errors.BadFields,
)
ANYBODY: Refusals = (errors.BadToken,)
SIGNED_IN: Refusals = (errors.NotSignedIn, errors.BadToken)
SIGNED_IN_CHANGE: Refusals = (*SIGNED_IN, errors.CsrfFailed)


def documented(
    name: str,
    *,
    status: int = 200,
    gives: type[BaseSerializer] | None,
    refusals: Refusals,
    takes: type[BaseSerializer] | None = None,
    parameters: Iterable[Any] = (),
    more: dict[Any, Any] | None = None,
) -> Callable[[View], View]:
    """Describe a view: its name as an operation, what it takes and gives, and every cause for which it refuses."""
    nothing = OpenApiResponse(description="Done; there is nothing to tell.")
    answers: dict[Any, Any] = {} if gives is None and more else {status: gives or nothing}
    body: Refusals = WITH_BODY if takes else ()
    return extend_schema(
        operation_id=name,
        request=takes,
        parameters=[*parameters, *_RESPONSE_HEADERS],
        responses={**answers, **(more or {}), **_problems((errors.NotAcceptable, *body, *refusals))},
    )


def _problems(refusals: Refusals) -> dict[Any, Any]:
    """Return for each status the problem details, and the codes that it comes with."""
    codes: dict[int, list[str]] = {}
    for refusal in sorted(set(refusals), key=lambda refusal: refusal.code):
        codes.setdefault(refusal.status, []).append(_code_words(refusal))
    return {
        (status, MEDIA_TYPE): OpenApiResponse(Problem, description="; ".join(words))
        for status, words in sorted(codes.items())
    }


def _code_words(refusal: type[ServiceError]) -> str:
    return "any code of the rules of the game (docs/errors.md)" if refusal.code == "refused" else f"`{refusal.code}`"


_RESPONSE_HEADERS = [
    OpenApiParameter(
        "Retry-After", int, OpenApiParameter.HEADER, response=[429], description="Seconds until the next try."
    ),
    OpenApiParameter(
        "WWW-Authenticate", str, OpenApiParameter.HEADER, response=[401], description="How to authenticate (RFC 6750)."
    ),
]


class _TokenScheme(OpenApiAuthenticationExtension):
    target_class = "wtgame.api.authentication.BearerToken"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {"type": "http", "scheme": "bearer", "description": "The token that POST /api/v1/tokens gives."}


class _SessionScheme(OpenApiAuthenticationExtension):
    target_class = "wtgame.api.authentication.PageSession"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "Our own pages; changes need X-CSRFToken.",
        }


def add_components(result: dict[str, Any], **_context: Any) -> dict[str, Any]:
    """Add the schemas of the rules; the setting POSTPROCESSING_HOOKS points here."""
    result["components"]["schemas"].update(schemas.COMPONENTS)
    return result


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document of the whole API, made once a process."""
    return dict(SchemaGenerator().get_schema(request=None, public=True))
