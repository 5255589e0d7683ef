"""What a mail says: built from what its seat may see, in its reader's language, as text and as HTML."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from email.header import Header
from email.utils import formataddr
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives
from django.core.validators import validate_email
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from wtgame.games import selectors
from wtgame.games.models import OutboxRow, Turn
from wtgame.mail import thread, wandering_towers

MOST_CHOICES = 40
"""Choices that a mail lists; the page has them all."""

MOST_SENTENCES = 30
"""Sentences about what happened, the latest; after a long absence the page tells the rest."""

MOST_ENTRIES = 60
"""Entries of the log that are read for them."""

_WORDS = {"wandering_towers": wandering_towers}
"""The words of each game."""


class NoAddress(Exception):
    """What stands as the recipient's address is none; asking again gives the same answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Whom a mail is for."""

    email: str
    name: str
    language: str
    time_zone: str


def compose(row: OutboxRow) -> EmailMultiAlternatives:
    """Return the mail of a row, ready to go; raises NoAddress. `row` has its game, seat and account at hand."""
    reader = reader_of(row)
    with translation.override(reader.language), timezone.override(_zone(reader.time_zone)):
        told = {
            "game_name": one_line(row.game.name),
            "reader": reader,
            "site": settings.RAVENPOST_URL,
            **_TOLD[row.kind](row),
        }
        mail = EmailMultiAlternatives(
            subject=f"{told['game_name']} · Ravenpost",  # the same for the whole game: some programs sort by it
            body=_without_gaps(render_to_string(f"mail/{row.kind}.txt", told)),
            to=[reader.email],
            headers={"To": mailbox(reader.name, reader.email), **thread.headers(row)},
        )
        mail.attach_alternative(render_to_string(f"mail/{row.kind}.html", told), "text/html")
    return mail


def reader_of(row: OutboxRow) -> Reader:
    """Return whom the row's mail is for; raises NoAddress."""
    account = row.seat.account
    if account is None:
        # Nobody knows the guest's language; people invite those they can talk to.
        language = _known_language(row.game.creator.language)
        reader = Reader(email=row.seat.invited_email, name="", language=language, time_zone="UTC")
    else:
        name, language = one_line(account.name), _known_language(account.language)
        reader = Reader(email=account.email, name=name, language=language, time_zone=account.time_zone)
    try:
        validate_email(reader.email)
    except ValidationError as error:
        raise NoAddress("the stored address is none") from error
    return reader


def one_line(text: str) -> str:
    """Return what a person wrote as one line: line breaks and controls, which could forge a header, become blanks."""
    kept = (" " if unicodedata.category(letter) in _BREAKING else letter for letter in text)
    return "".join(kept).strip()


_BREAKING = frozenset({"Cc", "Cs", "Zl", "Zp"})


def mailbox(name: str, email: str) -> str:
    """Return `name <email>` for a header, in ASCII, however long the name is and whatever stands in it (RFC 2047)."""
    if name.isascii() and "=?" not in name:  # the mark of an encoded word, which a reader would decode
        return formataddr((name, email))
    words = Header(name, "utf-8").encode().replace("\n", "")  # folded again when the mail is written
    return f"{words} <{email}>"


def _without_gaps(text: str) -> str:
    """Return a text whose parts that were left out leave no gap: at most one empty line in a row."""
    return re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"


def _invitation(row: OutboxRow) -> dict[str, Any]:
    path = f"/invitations/{selectors.invitation_token(row.seat)}/"
    return {"inviter": one_line(row.game.creator.name), "link": settings.RAVENPOST_URL + path}


def _your_turn(row: OutboxRow) -> dict[str, Any]:
    viewer = row.seat.index
    view = selectors.view_of(row.game, viewer)
    choices = [each["notation"] for each in selectors.legal_of(row.game, viewer)]
    turn = Turn.objects.filter(seat=row.seat, opened_seq=row.seq).first()
    return {
        **_story(row, _names(row)),
        "move": row.seq + 1,
        "hand": _WORDS[row.game.rules].hand(view, viewer),
        "choices": choices[:MOST_CHOICES],
        "choices_left": max(len(choices) - MOST_CHOICES, 0),
        "deadline_at": turn and turn.deadline_at,
    }


def _game_over(row: OutboxRow) -> dict[str, Any]:
    outcome = row.game.outcome or {}
    names = _names(row)
    return {
        **_story(row, names),
        "won": row.seat.index in outcome["winners"],
        "ranking": [_(" and ").join(names[seat] for seat in group) for group in outcome["ranking"]],
    }


_TOLD: dict[str, Callable[[OutboxRow], dict[str, Any]]] = {
    OutboxRow.Kind.INVITATION: _invitation,
    OutboxRow.Kind.YOUR_TURN: _your_turn,
    OutboxRow.Kind.GAME_OVER: _game_over,
}


def _story(row: OutboxRow, names: Sequence[str]) -> dict[str, Any]:
    """What happened since the seat's own last action, up to the row's entry, and where to look."""
    news: list[str] = []
    for entry in selectors.log_of(row.game, row.seat.index, max(row.seq - MOST_ENTRIES, 0), MOST_ENTRIES):
        if entry["seq"] > row.seq:
            break
        # The last entry of a game may be the reader's own: it ended the game, which is news.
        if entry["seat"] == row.seat.index and entry["seq"] < row.seq:
            news = []
        else:
            news += _sentences(row, entry["events"], names)
    return {"sentences": news[-MOST_SENTENCES:], "link": f"{settings.RAVENPOST_URL}/games/{row.game_id}/"}


def _sentences(row: OutboxRow, events: Iterable[dict[str, Any]], names: Sequence[str]) -> Iterator[str]:
    words = _WORDS[row.game.rules]
    return filter(None, (words.sentence(event, names) for event in events))


def _names(row: OutboxRow) -> list[str]:
    """The name of each seat with its letter, from seat 0."""
    seats = selectors.seats_of(row.game)
    return [f"{one_line(seat.account.name)} ({seat.letter})" if seat.account else seat.letter for seat in seats]


def _known_language(code: str) -> str:
    return code if code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ValueError, ZoneInfoNotFoundError):  # a name that a later release of tzdata dropped
        return ZoneInfo("UTC")
