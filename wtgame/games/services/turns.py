"""The rows that say who owes a decision, kept in step with the log, and the mails about them."""

from datetime import datetime

from engine.contract import Seat as SeatIndex
from wtgame.games.models import Game, OutboxRow, Seat, Turn


def open_turns(game: Game, seats: tuple[SeatIndex, ...], seq: int, now: datetime) -> None:
    """Open a turn for each of the seats, and owe each a mail."""
    for seat in Seat.objects.filter(game=game, index__in=seats).order_by("index"):
        Turn.objects.create(game=game, seat=seat, opened_seq=seq, since_seq=seq, started_at=now)
        # A turn that is opened again, after a repair, has its mail already.
        OutboxRow.objects.get_or_create(
            seat=seat, kind=OutboxRow.Kind.YOUR_TURN, seq=seq, defaults={"game": game, "due_at": now}
        )


def follow_move(
    game: Game, mover: SeatIndex, before: tuple[SeatIndex, ...], after: tuple[SeatIndex, ...], seq: int, now: datetime
) -> bool:
    """Bring the open turns from the seats to act before an entry to those after it; say whether a mail is owed."""
    ended = set(before) - set(after)
    if ended:
        Turn.objects.filter(game=game, ended_at=None, seat__index__in=ended).update(ended_at=now)
    if mover in after and mover in before:
        # Only the mover's own earlier positions grow stale: another's answer, or another's leaving, must not undo a
        # turn that is under way, nor the mail that tells of it.
        Turn.objects.filter(game=game, ended_at=None, seat__index=mover).update(since_seq=seq)
    new = tuple(seat for seat in after if seat not in before)
    if new:
        open_turns(game, new, seq, now)
    return bool(new)


def tell_the_end(game: Game, seq: int, now: datetime) -> None:
    """Owe every seat a mail about the end of the game."""
    OutboxRow.objects.bulk_create(
        OutboxRow(game=game, seat=seat, kind=OutboxRow.Kind.GAME_OVER, seq=seq, due_at=now)
        for seat in game.seats.filter(account__isnull=False).order_by("index")
    )
