"""Mails that are owed, in one line, and what drains them at a given instant."""

from collections import Counter
from datetime import datetime, timedelta

from tests.factories import NOW, play, running_game
from wtgame.games.models import Game, OutboxRow
from wtgame.mail import send
from wtgame.mail.send import Fate


def drain(at: datetime = NOW, limit: int = send.BATCH) -> Counter[Fate]:
    """Send what is due at an instant."""
    return send.drain(clock=lambda: at, limit=limit)


def games_with_a_mail(number: int) -> list[Game]:
    """Return so many games whose first turn's mail is owed; each a second older than the one before."""
    games = []
    for age in range(number):
        game = running_game("Alice", "Bob", name=f"Game {age}")
        game.outbox.update(due_at=NOW - timedelta(seconds=age))
        games.append(game)
    return games


def row_of(game: Game, kind: str = OutboxRow.Kind.YOUR_TURN) -> OutboxRow:
    """Return the game's newest row of a kind, as it is in the database now."""
    return OutboxRow.objects.filter(game=game, kind=kind).order_by("-seq", "-id")[0]


def play_turns(game: Game, turns: int) -> None:
    """Play until so many more turns have begun, and nothing of the last."""
    wanted = game.turns.count() + turns
    while game.turns.count() < wanted:
        play(game)
