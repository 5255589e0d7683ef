"""What a viewer may know of a position and of what happened (section 4), built up from nothing."""

from collections.abc import Iterable
from typing import Any, Final

from engine.contract import Event, Viewer
from engine.wandering_towers.actions import COSTS, SPACES
from engine.wandering_towers.dump import phase_fields
from engine.wandering_towers.outcome import outcome
from engine.wandering_towers.position import IN_KEEP, OVER, RAVEN_SPACES, TOP, State, wizards_on, write_board

_OWN: Final = frozenset({"drawn"})
"""Kinds of events that only the seat itself sees."""

_NO_WAY_BACK: Final = frozenset({"rolled", "drawn", "reshuffled", "turn_ended", "turn_began", "left", "game_over"})
"""Kinds of events after which an action stays: chance has spoken, or it is another seat's turn."""


def view(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return the position as JSON for a seat, or for a spectator; seats are numbers from 0."""
    terms = state.terms
    strict = terms.memory == "strict"
    return {
        "game": "wandering_towers",
        "version": 1,
        "seats": terms.seats,
        "start": terms.start,
        "mode": terms.mode,
        "memory": terms.memory,
        "wizards_each": terms.wizards,
        "bottles_each": terms.bottles,
        "spells": [{"spell": spell, "cost": COSTS[spell]} for spell in terms.spells],
        "board": write_board(state, strict),
        "spaces": [_space(state, space, strict) for space in range(SPACES)],
        "keep": {"space": state.keep, "wizards": wizards_on(state, IN_KEEP)},
        "hands": [_hand(state, seat, viewer) for seat in range(terms.seats)],
        "bottles": [{"seats": [seat], **bottles._asdict()} for seat, bottles in enumerate(state.bottles)],
        "draw_pile": len(state.draw),
        "discard_pile": list(state.discard),
        "left": list(state.left),
        "round": state.round,
        "turn": state.turn,
        "played": list(state.played),
        "hand_discarded": state.hand_discarded,
        "cast_by": list(state.cast_by),
        "phase": phase_fields(state.phase),
        "to_act": [] if state.phase == OVER else [state.turn],
        "outcome": outcome(state),
    }


def _space(state: State, space: int, strict: bool) -> dict[str, Any]:
    """Return a space: who stands on the ground, and its towers from the bottom up; null for a layer that is hidden."""
    top = state.tops[space]

    def standing(place: int) -> list[str] | None:
        return None if strict and place != top else wizards_on(state, place)

    towers = [
        {"tower": f"t{tower}", "raven": tower % 2 == 1, "wizards": standing(TOP + tower)}
        for tower in state.stacks[space]
    ]
    return {"space": space, "raven": space in RAVEN_SPACES, "wizards": standing(space), "towers": towers}


def _hand(state: State, seat: int, viewer: Viewer) -> dict[str, Any]:
    hand = state.hands[seat]
    return {"seats": [seat], "count": len(hand), "cards": list(hand) if seat == viewer else None}


def events_for(events: Iterable[Event], viewer: Viewer) -> list[dict[str, Any]]:
    """Return the events that a viewer saw: all but the cards that another seat drew (WT-40)."""
    return [dict(event) for event in events if event["kind"] not in _OWN or event["seat"] == viewer]


def takes_back(events: Iterable[Event]) -> bool:
    """Say whether the action behind these events may be undone.

    It may not if a number was rolled, a card drawn, a hidden layer shown (WT-42: also an empty one), or the turn
    passed on. Where memory is open no layer is hidden, and lifting a tower tells nobody anything.
    """
    return not any(event["kind"] in _NO_WAY_BACK or event.get("was_hidden") for event in events)
