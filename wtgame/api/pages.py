"""Long lists in pages: by a cursor, which stays right while games are added."""

from datetime import UTC
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request

from wtgame.api.errors import BadFields


class NewestFirst(CursorPagination):
    """Fifty games a page, by the instant of their making."""

    page_size = 50
    ordering = ("-created_at", "-pk")  # the key decides between games of one instant

    def decode_cursor(self, request: Request) -> Cursor | None:
        try:
            cursor = super().decode_cursor(request)
        except NotFound:
            raise _bad_cursor() from None
        if cursor is not None and not _is_instant(cursor.position):
            raise _bad_cursor()
        return cursor


def _is_instant(position: Any) -> bool:
    """Say whether a cursor's position can be compared with an instant; the framework would pass on any text."""
    if position is None:
        return True
    try:
        instant = parse_datetime(position)
        return instant is not None and instant.tzinfo is not None and bool(instant.astimezone(UTC))
    except (ValueError, OverflowError):  # the first and last day there is have no UTC in every zone
        return False


def _bad_cursor() -> BadFields:
    sentence = _("This is no cursor; take the address from `next` or `previous` as it is.")
    return BadFields(sentence, fields={"cursor": [sentence]})
