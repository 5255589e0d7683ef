"""Mails that are owed: which are due, who may send one, whether it is still true, and what became of it.

A row belongs to the worker whose conditional update changed it, until its claim lapses. No lock is held while a mail is
sent, so a worker may die or hang at any point: the row comes up again by itself.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet

from wtgame.games.models import Game, OutboxRow, Seat, Turn

log = logging.getLogger(__name__)

LEASE = timedelta(minutes=5)
"""How long a claim holds: longer than a mail server may take for one mail (EMAIL_TIMEOUT for each of its answers)."""

MOST_ATTEMPTS = 30
"""After these the row is given up; with the waits below, about a day after the first."""

SHORTEST_WAIT = timedelta(seconds=30)
LONGEST_WAIT = timedelta(hours=1)


def owed() -> QuerySet[OutboxRow]:
    """Return the rows that are neither sent nor dropped nor given up: the condition of the index `outbox_owed`."""
    return OutboxRow.objects.filter(sent_at=None, dropped_at=None, given_up_at=None)


def due(*, now: datetime, limit: int) -> list[OutboxRow]:
    """Return rows that nobody has claimed and whose time has come, oldest first; only what a claim needs is loaded."""
    unclaimed = Q(claimed_until=None) | Q(claimed_until__lte=now)
    rows = owed().filter(unclaimed, due_at__lte=now).order_by("due_at", "id")
    return list(rows.only("id", "due_at", "claimed_until")[:limit])


def claim(row: OutboxRow, *, now: datetime, lease: timedelta = LEASE) -> OutboxRow | None:
    """Take the row for this worker and return it in full, or None if another was faster; whoever loses does nothing."""
    # Compare and set: the row must be as it was seen. A row that another has tried meanwhile has another `due_at`.
    unchanged = owed().filter(pk=row.pk, due_at=row.due_at, claimed_until=row.claimed_until)
    if not unchanged.update(claimed_until=now + lease):
        return None
    return OutboxRow.objects.select_related("game__creator", "seat__account").get(pk=row.pk)


def is_still_true(row: OutboxRow) -> bool:
    """Say, from the database as it is now, whether the mail would tell the truth and has somebody to go to."""
    return _TRUTHS[row.kind](row)


def _is_still_on_turn(row: OutboxRow) -> bool:
    # A seat that has begun its turn, so that a later entry counts for it, was there and needs no mail.
    open_turn = Turn.objects.filter(seat_id=row.seat_id, opened_seq=row.seq, since_seq=row.seq, ended_at=None)
    return open_turn.filter(game__status=Game.Status.RUNNING, seat__account__is_active=True).exists()


def _is_still_free(row: OutboxRow) -> bool:
    free = Seat.objects.filter(pk=row.seat_id, account=None, game__status=Game.Status.LOBBY)
    return free.exclude(invited_email="").exists()


def _is_over(row: OutboxRow) -> bool:
    taken = Seat.objects.filter(pk=row.seat_id, account__is_active=True)
    return taken.filter(game__status=Game.Status.FINISHED).exists()


_TRUTHS: dict[str, Callable[[OutboxRow], bool]] = {
    OutboxRow.Kind.YOUR_TURN: _is_still_on_turn,
    OutboxRow.Kind.INVITATION: _is_still_free,
    OutboxRow.Kind.GAME_OVER: _is_over,
}


def mark_sent(row: OutboxRow, *, now: datetime) -> None:
    """Note that the mail server has taken the mail."""
    # Also when the claim has lapsed meanwhile: it is sent, whoever holds the row now.
    OutboxRow.objects.filter(pk=row.pk, sent_at=None).update(sent_at=now, claimed_until=None)


def mark_dropped(row: OutboxRow, *, now: datetime) -> None:
    """Note that the mail is no longer true and never goes out."""
    _ours(row).update(dropped_at=now, claimed_until=None)


def postpone(row: OutboxRow, *, error: str, now: datetime) -> None:
    """Give the row back without counting an attempt: the mail server can't be reached, which is not the row's fault."""
    _ours(row).update(due_at=now + SHORTEST_WAIT, claimed_until=None, last_error=error)


def note_failure(row: OutboxRow, *, error: str, for_ever: bool, now: datetime) -> bool:
    """Count a failed attempt and put the next one off, or give the row up; says whether it was given up."""
    attempts = row.attempts + 1
    if not for_ever and attempts < MOST_ATTEMPTS:
        due_at = now + wait_after(attempts)
        _ours(row).update(attempts=attempts, due_at=due_at, claimed_until=None, last_error=error)
        log.warning("mail.failed", extra=_facts(row, attempts, error))
        return False
    _ours(row).update(attempts=attempts, given_up_at=now, claimed_until=None, last_error=error)
    log.error("mail.given_up", extra=_facts(row, attempts, error))
    return True


def wait_after(attempts: int) -> timedelta:
    """Return how long to wait after so many failures: doubled each time, up to the longest."""
    doublings = min(attempts - 1, 20)  # beyond, the longest is long reached and the figure would only grow
    return min(SHORTEST_WAIT * 2**doublings, LONGEST_WAIT)


def counts(*, now: datetime) -> dict[str, int]:
    """Return how many rows are waiting, claimed, retried, sent, dropped and given up."""
    claimed = Q(claimed_until__gt=now)
    open_ = Q(sent_at=None, dropped_at=None, given_up_at=None)
    return OutboxRow.objects.aggregate(
        waiting=Count("pk", filter=open_ & ~claimed),
        claimed=Count("pk", filter=open_ & claimed),
        failed_before=Count("pk", filter=open_ & Q(attempts__gt=0)),
        sent=Count("pk", filter=Q(sent_at__isnull=False)),
        dropped=Count("pk", filter=Q(dropped_at__isnull=False)),
        given_up=Count("pk", filter=Q(given_up_at__isnull=False)),
    )


def given_up() -> QuerySet[OutboxRow]:
    """Return the rows that were given up, oldest first."""
    return (
        OutboxRow.objects.filter(given_up_at__isnull=False).select_related("game", "seat").order_by("given_up_at", "id")
    )


def retry_given_up(*, now: datetime) -> int:
    """Make every row that was given up due again, with all its attempts before it; says how many."""
    return given_up().order_by().update(given_up_at=None, attempts=0, due_at=now, claimed_until=None)


def _ours(row: OutboxRow) -> QuerySet[OutboxRow]:
    """The row as long as this worker's claim holds: after it, another's word counts."""
    return owed().filter(pk=row.pk, claimed_until=row.claimed_until)


def _facts(row: OutboxRow, attempts: int, error: str) -> dict[str, object]:
    """What a log entry tells of a row: no address, no name."""
    return {"row": str(row.pk), "game": str(row.game_id), "kind": row.kind, "attempts": attempts, "error": error}
