"""The log of a game: entries in a chain of hashes, and the fold that turns them into a position.

hash = SHA-256(previous hash in 64 hex digits, salt, canonical JSON of the entry), with
salt = HMAC-SHA256(seed, "ravenpost/1/salt" NUL seq). Hashes are public while a game runs; the salt keeps
what they cover from being guessed until the seed is published.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.chance import Answer, Chance, Recorded
from engine.contract import Action, Event, Game, Options, Seat, Viewer
from engine.errors import Illegal, Unreadable

FIRST_PREV_HASH = "0" * 64
UNDO: Action = {"type": "undo"}

_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False).encode


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a log: entry 0 is the setup, each later one an action or an undo of a seat.

    `chance` holds the answers that chance gave, in order; `at` is an instant in UTC as ISO 8601 text.
    """

    game: str
    seq: int
    seat: Seat | None
    kind: str
    action: Action
    chance: list[Answer]
    at: str
    source: str
    prev_hash: str
    hash: str


class Undoable(NamedTuple):
    """An action that its seat may still take back: its seq and the state before it."""

    seq: int
    seat: Seat
    before: Any


class Position(NamedTuple):
    """Where a log has come to: the rules, the seq of the last entry, the state, and what may be undone, oldest first."""

    game: Game[Any]
    seq: int
    state: Any
    undoable: tuple[Undoable, ...]


Step = tuple[Position, tuple[Event, ...]]


def begin(game: Game[Any], options: Options, seats: int, chance: Chance) -> Position:
    """Return the position of entry 0; `options` are as `game.check_options` returned them."""
    return Position(game, 0, game.setup(options, seats, chance), ())


def play(position: Position, seat: Seat, action: Action, chance: Chance) -> Step:
    """Return the position after a seat's action or undo, and what happened; raises Illegal or Unreadable."""
    if action == UNDO:
        return _undo(position, seat)
    game, seq = position.game, position.seq + 1
    state, events = game.apply(position.state, seat, action, chance)
    if not game.takes_back(events):
        return Position(game, seq, state, ()), events
    kept = position.undoable if may_undo(position, seat) else ()
    return Position(game, seq, state, (*kept, Undoable(seq, seat, position.state))), events


def may_undo(position: Position, seat: Seat | None) -> bool:
    """Say whether the seat's latest action may be taken back: nothing was rolled, drawn, revealed or decided since."""
    return bool(position.undoable) and position.undoable[-1].seat == seat


def _undo(position: Position, seat: Seat) -> Step:
    if not may_undo(position, seat):
        raise Illegal(
            "nothing-to-undo",
            "There is nothing to take back: an action can be undone until something is rolled, drawn or revealed, "
            "or another seat decides.",
        )
    *kept, last = position.undoable
    undone = {"kind": "undone", "seat": seat, "seq": last.seq}
    return Position(position.game, position.seq + 1, last.before, tuple(kept)), (undone,)


def events_for(game: Game[Any], events: tuple[Event, ...], viewer: Viewer) -> list[dict[str, Any]]:
    """Return what the viewer was shown when the events happened; an undo is seen by all."""
    if events and events[0]["kind"] == "undone":
        return [dict(event) for event in events]
    return game.events_for(events, viewer)


def action_for(game: Game[Any], action: Action, seat: Seat, viewer: Viewer) -> Action | None:
    """Return an action as the viewer may read it, or None where it is secret; an undo is seen by all."""
    return action if action == UNDO else game.action_for(action, seat, viewer)


def kind_of(action: Action) -> str:
    """Return the kind of entry that an action makes."""
    return "undo" if action == UNDO else "action"


def setup_action(game: Game[Any], options: Options, seats: int, seed: bytes) -> dict[str, Any]:
    """Return the action of entry 0: the rules, the options, and the commitment to the seed of all chance to come."""
    return {
        "type": "setup",
        "rules": game.name,
        "rules_version": game.version,
        "seats": seats,
        "options": options,
        "commitment": commitment(seed),
    }


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of a seed in hex: public from the first entry on, so that the seed can't be changed later."""
    return hashlib.sha256(seed).hexdigest()


def salt(seed: bytes, seq: int) -> bytes:
    """Return the 32 bytes that hide what the hash of entry `seq` covers until the seed is published."""
    return hmac.digest(seed, b"ravenpost/1/salt\0%d" % seq, hashlib.sha256)


def seal(
    seed: bytes,
    prev_hash: str,
    *,
    game: str,
    seq: int,
    seat: Seat | None,
    kind: str,
    action: Action,
    chance: list[Answer],
    at: str,
    source: str,
) -> Entry:
    """Return the entry with its hash, chained to the entry before."""
    body = _canonical(
        {
            "action": action,
            "at": at,
            "chance": chance,
            "game": game,
            "kind": kind,
            "seat": seat,
            "seq": seq,
            "source": source,
        }
    )
    digest = hashlib.sha256(prev_hash.encode() + salt(seed, seq) + body.encode()).hexdigest()
    return Entry(game, seq, seat, kind, action, chance, at, source, prev_hash, digest)


def first(entry: Entry, game: Game[Any]) -> Position:
    """Return the position of a stored entry 0; raises Unreadable where it does not fit."""
    chance = Recorded(entry.chance)
    setup = entry.action
    position = begin(game, setup["options"], setup["seats"], chance)
    chance.finish()
    return position


def follow(position: Position, entry: Entry) -> Step:
    """Return the position after a stored entry, and what happened; raises EngineError where it does not fit."""
    if entry.seq != position.seq + 1:
        raise Unreadable("bad-seq", f"Entry {position.seq + 1} was expected and {entry.seq} came.")
    if entry.seat is None:
        raise Unreadable("bad-entry", f"Entry {entry.seq} names no seat.")
    chance = Recorded(entry.chance)
    step = play(position, entry.seat, entry.action, chance)
    chance.finish()
    return step


def fold(position: Position, entries: Iterable[Entry]) -> Iterator[tuple[Entry, Position, tuple[Event, ...]]]:
    """Follow entries one after the other, giving each with the position after it and what happened."""
    for entry in entries:
        position, events = follow(position, entry)
        yield entry, position, events
