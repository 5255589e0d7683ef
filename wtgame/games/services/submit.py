"""A seat's move, from whichever door it comes, into the log.

The rules think first, on the position of the head; then one transaction moves the head on by compare-and-set and
writes everything that follows from the move. Whoever loses the race for the head has changed nothing, and looks again.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext as _

from engine import log
from engine.chance import Recording, Seeded
from engine.contract import Action, Event
from engine.errors import EngineError
from wtgame.accounts.models import Account
from wtgame.games.errors import BadIdempotencyKey, Forbidden, KeyReused, Refused, Stale, WrongStage
from wtgame.games.hints import hint_after_commit
from wtgame.games.models import Game, LogEntry, Seat, Turn
from wtgame.games.positions import (
    SNAPSHOT_EVERY,
    head_position,
    instant_text,
    position_at,
    remember,
    to_entry,
    to_row,
    write_snapshot,
)
from wtgame.games.selectors import access_game, notation_of
from wtgame.games.services.turns import follow_move, tell_the_end

_KEY = re.compile(r"[!-~]{1,200}")


@dataclass(frozen=True, slots=True)
class Accepted:
    """A move that is in the log, and what its seat was shown; the same for a request and all its retries."""

    game_id: UUID
    seq: int
    hash: str
    action: Action
    notation: str
    events: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class _Request:
    """What a door asks for; the digest tells the same request from another with its key."""

    account: Account
    action: Mapping[str, Any] | str
    expected_seq: int
    key: str | None
    source: str
    now: datetime

    @property
    def digest(self) -> str:
        said = json.dumps([self.action, self.expected_seq], sort_keys=True)
        return hashlib.sha256(said.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class _Thought:
    """A move as the rules see it, on the head that it was thought for."""

    before: log.Position
    after: log.Position
    action: Action
    events: tuple[Event, ...]
    chance: Recording


def submit_move(
    *,
    game_id: UUID,
    account: Account,
    action: Mapping[str, Any] | str,
    expected_seq: int,
    now: datetime,
    idempotency_key: str | None = None,
    source: str = "api",
) -> Accepted:
    """Play a seat's action, given as JSON or in notation ("undo" and "resign" too), and return what came of it.

    With a key that was seen before, returns the first answer unchanged. Raises NotFound or Forbidden for who has no
    seat, BadIdempotencyKey, KeyReused, WrongStage, Stale when the game has moved on, and Refused when the rules refuse.
    """
    if idempotency_key is not None and not _KEY.fullmatch(idempotency_key):
        raise BadIdempotencyKey(
            _("The key has %(length)s characters, or some that are not visible ASCII.")
            % {"length": len(idempotency_key)}
        )
    request = _Request(account, action, expected_seq, idempotency_key, source, now)
    while True:
        seat, since_seq = _seat_of(game_id, account)
        answered = _answered_before(seat, request)
        if answered is not None:
            return answered
        _require_fresh(seat.game, since_seq, request)
        thought = _think(seat, request)
        entry = _append(seat, thought, request)
        if entry is not None:
            return _accepted(seat, entry, thought.action, thought.events, thought.after)


def _seat_of(game_id: UUID, account: Account) -> tuple[Seat, int]:
    # One statement, one moment: head and open turn read apart could belong to different entries.
    open_turn = Turn.objects.filter(seat=OuterRef("pk"), ended_at=None).values("since_seq")
    seats = Seat.objects.select_related("game").annotate(since_seq=Subquery(open_turn))
    seat = seats.filter(game_id=game_id, account=account).first()
    if seat is None:
        access_game(game_id, account)  # raises NotFound for who may not know of the game
        raise Forbidden(_("You have no seat in this game."), remedy=_("Watch it, or join another."))
    return seat, seat.game.head_seq if seat.since_seq is None else seat.since_seq


def _answered_before(seat: Seat, request: _Request) -> Accepted | None:
    if request.key is None:
        return None
    row = LogEntry.objects.filter(game=seat.game, idempotency_key=_stored_key(seat, request.key)).first()
    if row is None:
        return None
    if row.request_digest != request.digest:
        raise KeyReused(_("The key was used for entry %(seq)s, with another request.") % {"seq": row.seq}, seq=row.seq)
    entry = to_entry(row)
    after, events = log.follow(position_at(seat.game, row.seq - 1), entry)
    return _accepted(seat, entry, entry.action, events, after)


def _stored_key(seat: Seat, key: str) -> str:
    # Each seat has its own keys: one that another seat chose can neither clash nor be found out.
    return f"{seat.index}:{key}"


def _require_fresh(game: Game, since_seq: int, request: _Request) -> None:
    if game.status != Game.Status.RUNNING:
        raise WrongStage(
            _("The game is not running: it is %(stage)s.") % {"stage": game.get_status_display()}, stage=game.status
        )
    if not since_seq <= request.expected_seq <= game.head_seq:
        raise Stale(request.expected_seq, game.head_seq)


def _think(seat: Seat, request: _Request) -> _Thought:
    game, before = seat.game, head_position(seat.game)
    chance = Recording(Seeded(bytes(game.seed), str(game.id), before.seq + 1))
    try:
        action = _read(before, seat.index, request.action)
        after, events = log.play(before, seat.index, action, chance)
    except EngineError as error:
        raise Refused.by(error) from error
    return _Thought(before, after, action, events, chance)


def _read(position: log.Position, seat: int, action: Mapping[str, Any] | str) -> Action:
    if isinstance(action, str):
        return log.UNDO if action.strip().lower() == "undo" else position.game.parse(action, position.state, seat)
    return log.UNDO if action == log.UNDO else position.game.read(action)


def _append(seat: Seat, thought: _Thought, request: _Request) -> log.Entry | None:
    game, after = seat.game, thought.after
    entry = log.seal(
        bytes(game.seed),
        game.head_hash,
        game=str(game.id),
        seq=after.seq,
        seat=seat.index,
        kind=log.kind_of(thought.action),
        action=thought.action,
        chance=thought.chance.answers,
        at=instant_text(request.now),
        source=request.source,
    )
    with transaction.atomic():
        if not _move_head(game, entry, after, request.now):
            return None
        key = None if request.key is None else _stored_key(seat, request.key)
        to_row(game, entry, request.now, idempotency_key=key, request_digest=request.digest).save(force_insert=True)
        _write_consequences(seat, thought, request.now)
    remember(game.id, entry.hash, after)
    return entry


def _move_head(game: Game, entry: log.Entry, after: log.Position, now: datetime) -> bool:
    changed: dict[str, Any] = {"head_seq": entry.seq, "head_hash": entry.hash}
    outcome = after.game.outcome(after.state)
    if outcome is not None:
        changed |= {"status": Game.Status.FINISHED, "finished_at": now, "outcome": outcome}
    head = Game.objects.filter(pk=game.pk, head_seq=game.head_seq, status=Game.Status.RUNNING)
    return bool(head.update(**changed))


def _write_consequences(seat: Seat, thought: _Thought, now: datetime) -> None:
    game, rules, after = seat.game, thought.after.game, thought.after
    owed = follow_move(game, seat.index, rules.to_act(thought.before.state), rules.to_act(after.state), after.seq, now)
    if rules.outcome(after.state) is not None:
        tell_the_end(game, after.seq, now)
        owed = True
    if after.seq % SNAPSHOT_EVERY == 0:
        write_snapshot(game, after)
    if owed:
        hint_after_commit()


def _accepted(
    seat: Seat, entry: log.Entry, action: Action, events: tuple[Event, ...], position: log.Position
) -> Accepted:
    shown = log.events_for(position.game, events, seat.index)
    return Accepted(seat.game_id, entry.seq, entry.hash, dict(action), notation_of(position.game, action), shown)
