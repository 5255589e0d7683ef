"""Wandering Towers, rules version 1: base play of two to six seats with every spell but piggyback.

The functions of `engine.contract.Game`, in its order. The rules are in `docs/rules/wandering_towers.md`.
"""

from engine.contract import Action, Seat, Viewer
from engine.wandering_towers.actions import read
from engine.wandering_towers.dump import dump, load
from engine.wandering_towers.notation import format_action as format
from engine.wandering_towers.notation import parse
from engine.wandering_towers.outcome import outcome
from engine.wandering_towers.position import State
from engine.wandering_towers.setup import SEAT_COUNTS, check_options, setup
from engine.wandering_towers.turn import apply, legal
from engine.wandering_towers.view import events_for, takes_back, view

__all__ = [
    "action_for",
    "apply",
    "check_options",
    "dump",
    "events_for",
    "format",
    "legal",
    "load",
    "name",
    "outcome",
    "parse",
    "read",
    "seat_counts",
    "setup",
    "takes_back",
    "to_act",
    "version",
    "view",
]

name = "wandering_towers"
version = 1
seat_counts: tuple[int, ...] = SEAT_COUNTS


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seat on turn; nobody when the game is over."""
    return () if state.phase.name == "over" else (state.turn,)


def action_for(action: Action, seat: Seat, viewer: Viewer) -> Action | None:
    """Return the action: in this game everyone may read what a seat did."""
    return action
