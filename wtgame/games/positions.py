"""Positions of stored logs: from the process's memory, else from a snapshot and the few entries after it."""

from collections import OrderedDict
from datetime import UTC, datetime
from threading import Lock
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from engine import log, registry
from wtgame.games.models import Game, LogEntry, Snapshot

SNAPSHOT_EVERY = 25  # entries; folding so many takes about a millisecond
_REMEMBERED = 500  # positions, of some kilobytes each

_memory: OrderedDict[tuple[UUID, int, str], log.Position] = OrderedDict()
_lock = Lock()


def head_position(game: Game) -> log.Position:
    """Return the position after the game's last entry."""
    key = (game.id, game.head_seq, game.head_hash)
    with _lock:
        found = _memory.get(key)
    if found is None:
        found = position_at(game, game.head_seq)
        remember(game.id, game.head_hash, found)
    return found


def remember(game_id: UUID, head_hash: str, position: log.Position) -> None:
    """Keep a position for the next reader; the hash names its whole history, so it can't be wrong."""
    with _lock:
        _memory[game_id, position.seq, head_hash] = position
        while len(_memory) > _REMEMBERED:
            _memory.popitem(last=False)


def forget() -> None:
    """Empty the process's memory of positions."""
    with _lock:
        _memory.clear()


def position_at(game: Game, seq: int) -> log.Position:
    """Return the position after entry `seq`, folded from the snapshot before it."""
    snapshot = Snapshot.objects.filter(game=game, seq__lte=seq).order_by("-seq").first()
    if snapshot is None:
        setup, *rest = entries_of(game).filter(seq__lte=seq)
        position = log.first(to_entry(setup), registry.game(game.rules, game.rules_version))
    else:
        position = from_snapshot(game, snapshot)
        rest = list(entries_of(game).filter(seq__gt=snapshot.seq, seq__lte=seq))
    for row in rest:
        position, _events = log.follow(position, to_entry(row))
    return position


def entries_of(game: Game) -> QuerySet[LogEntry]:
    """Return the rows of the game's log in their order."""
    return LogEntry.objects.filter(game=game).order_by("seq")


def to_entry(row: LogEntry) -> log.Entry:
    """Return a stored row as the engine's entry."""
    return log.Entry(
        game=str(row.game_id),
        seq=row.seq,
        seat=row.seat,
        kind=row.kind,
        action=row.action,
        chance=row.chance,
        at=instant_text(row.at),
        source=row.source,
        prev_hash=row.prev_hash,
        hash=row.hash,
    )


def to_row(game: Game, entry: log.Entry, at: datetime, **request: Any) -> LogEntry:
    """Return the row that stores an engine's entry; `request` holds the idempotency key and the request's digest."""
    return LogEntry(
        game=game,
        seq=entry.seq,
        seat=entry.seat,
        kind=entry.kind,
        action=entry.action,
        chance=entry.chance,
        at=at,
        source=entry.source,
        prev_hash=entry.prev_hash,
        hash=entry.hash,
        **request,
    )


def instant_text(at: datetime) -> str:
    """Return an instant as the log writes it: UTC, microseconds, RFC 3339."""
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def write_snapshot(game: Game, position: log.Position) -> None:
    """Write a position down, so that later readers begin there; one that is there already stays."""
    Snapshot.objects.bulk_create(
        [Snapshot(game=game, seq=position.seq, position=_to_json(position))], ignore_conflicts=True
    )


def from_snapshot(game: Game, snapshot: Snapshot) -> log.Position:
    """Return the position that a snapshot holds."""
    rules = registry.game(game.rules, game.rules_version)
    stored = snapshot.position
    undoable = tuple(log.Undoable(seq, seat, rules.load(before)) for seq, seat, before in stored["undoable"])
    return log.Position(rules, snapshot.seq, rules.load(stored["state"]), undoable)


def _to_json(position: log.Position) -> dict[str, Any]:
    dump = position.game.dump
    return {
        "state": dump(position.state),
        "undoable": [[step.seq, step.seat, dump(step.before)] for step in position.undoable],
    }
