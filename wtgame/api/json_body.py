"""Reading a body: JSON as RFC 8259 has it, bounded in size and depth, and text that every database can store."""

import json
import math
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from wtgame.api.errors import MalformedJson, TooLarge

DEEPEST = 20
"""Levels of lists and objects within each other; a game's options and actions have three."""


class StrictJsonParser(BaseParser):
    """Takes application/json and leaves nothing to be refused later, deep inside a service."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        largest = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(largest + 1)
        if len(body) > largest:
            raise TooLarge(_("The body has more than {largest} bytes.").format(largest=largest), largest=largest)
        value = _loaded(body)
        _check_within(value)
        return value


def _loaded(body: bytes) -> Any:
    try:
        return json.loads(
            body.decode(), parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_without_doubles
        )
    except UnicodeDecodeError:
        raise MalformedJson(_("The body is not UTF-8.")) from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError:  # besides the syntax: whole numbers with thousands of digits
        raise MalformedJson(_("The body is not JSON, or holds a number that is too long.")) from None


def _no_constant(name: str) -> NoReturn:
    raise MalformedJson(_("{name} is not a value in JSON.").format(name=name))


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise MalformedJson(_("The body holds a number that is too large."))
    return value


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):  # readers differ in which of the two they take
        raise MalformedJson(_("An object in the body names a field twice."))
    return found


def _check_within(value: Any) -> None:
    """Refuse depth and text that would fail later: by a stack, since recursion is what depth breaks."""
    waiting = [(value, 1)]
    while waiting:
        here, depth = waiting.pop()
        if isinstance(here, str):
            check_text(here)
        elif isinstance(here, dict | list):
            if depth > DEEPEST:
                raise _too_deep()
            inner = [*here, *here.values()] if isinstance(here, dict) else here
            waiting += [(part, depth + 1) for part in inner]


def check_text(text: str) -> None:
    """Refuse NUL, which PostgreSQL can't store, and halves of surrogate pairs, which UTF-8 can't write."""
    if "\0" in text or (not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text)):
        raise MalformedJson(
            _("A text in the body holds a NUL or half of a surrogate pair."),
            remedy=_("Leave these characters out; everything else in Unicode is welcome."),
        )


def _too_deep() -> MalformedJson:
    return MalformedJson(
        _("Lists and objects in the body lie more than {deepest} deep in each other.").format(deepest=DEEPEST)
    )
