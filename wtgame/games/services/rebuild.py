"""Making again, from the log alone, all that is derived from it: head, outcome, snapshots, open turns."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from engine import log, registry
from wtgame.games.models import Game, Seat, Snapshot, Turn
from wtgame.games.positions import SNAPSHOT_EVERY, entries_of, forget, to_entry, write_snapshot
from wtgame.games.services.turns import open_turns


def rebuild(*, game_id: UUID, now: datetime) -> list[str]:
    """Fold the game's log anew and mend what differs; return a sentence for each thing that did.

    Raises EngineError where the log itself does not fit. An open turn that is right keeps its instants.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        if not entries_of(game).exists():
            return []
        Snapshot.objects.filter(game=game).delete()
        head, position = _fold(game)
        mended = _mend_head(game, head, position, now)
        mended += _mend_turns(game, position, now)
    forget()
    return mended


def _fold(game: Game) -> tuple[log.Entry, log.Position]:
    rows = entries_of(game).iterator(chunk_size=500)
    head = to_entry(next(rows))
    position = log.first(head, registry.game(game.rules, game.rules_version))
    write_snapshot(game, position)
    for head in map(to_entry, rows):
        position, _events = log.follow(position, head)
        if position.seq % SNAPSHOT_EVERY == 0:
            write_snapshot(game, position)
    return head, position


def _mend_head(game: Game, head: log.Entry, position: log.Position, now: datetime) -> list[str]:
    outcome = position.game.outcome(position.state)
    right = {
        "head_seq": head.seq,
        "head_hash": head.hash,
        "outcome": outcome,
        "status": Game.Status.RUNNING if outcome is None else Game.Status.FINISHED,
    }
    wrong = [name for name, value in right.items() if getattr(game, name) != value]
    if wrong:
        finished_at = None if outcome is None else game.finished_at or now
        Game.objects.filter(pk=game.pk).update(**right, finished_at=finished_at)
    return [f"{name} was {getattr(game, name)!r} and is {right[name]!r}" for name in wrong]


def _mend_turns(game: Game, position: log.Position, now: datetime) -> list[str]:
    to_act = set(position.game.to_act(position.state))
    owing = {turn.seat.index: turn for turn in Turn.objects.filter(game=game, ended_at=None).select_related("seat")}
    letters = {seat.index: seat.letter for seat in Seat.objects.filter(game=game)}
    surplus, missing = sorted(set(owing) - to_act), sorted(to_act - set(owing))
    Turn.objects.filter(pk__in=[owing[index].pk for index in surplus]).update(ended_at=now)
    open_turns(game, tuple(missing), position.seq, now)
    return [
        *(f"seat {letters[index]} had an open turn and is not to act" for index in surplus),
        *(f"seat {letters[index]} is to act and had no open turn" for index in missing),
    ]
