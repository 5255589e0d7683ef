"""Reads `wandering_towers/cases.jsonl` and turns its form of a position into the engine's, and back."""

import json
from pathlib import Path
from typing import Any

import engine.wandering_towers as game
from engine.chance import Recorded
from engine.wandering_towers.actions import SEATS
from engine.wandering_towers.cards import DECK
from engine.wandering_towers.position import State

Case = dict[str, Any]
FILE = Path(__file__).parent / "wandering_towers" / "cases.jsonl"

NOT_IN_BASE = {"asked_partner": False, "plays_partner": []}
"""Fields of a case that base play has no use for, and the value that they then have."""


def read_cases() -> list[Case]:
    with FILE.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def reason_not_covered(case: Case) -> str:
    """Return what a case needs that the engine does not play yet, or "" if it plays the case."""
    if case.get("setup"):
        mode = case["setup"]["mode"]
        return "" if mode == "base" or case["expect"].get("error") else mode
    _, rest = split(case["given"])
    if rest["mode"] != "base":
        return str(rest["mode"])
    return "piggyback" if "piggyback" in rest["spells"] else ""


def split(text: str) -> tuple[str, dict[str, Any]]:
    board, _, rest = text.partition(" {")
    return board, json.loads("{" + rest)


def load(text: str, round_number: int = 1) -> State:
    """Return the state of a case; a case does not say its round."""
    board, rest = split(text)
    for name, value in NOT_IN_BASE.items():
        assert rest.pop(name) == value
    return game.load(f"{board} {json.dumps({**rest, 'round': round_number})}")


def dump(state: State) -> str:
    board, rest = split(game.dump(state))
    del rest["round"]
    return f"{board} {json.dumps({**rest, **NOT_IN_BASE}, sort_keys=True)}"


def begin(setup: dict[str, Any]) -> State:
    """Return the first position of a case that begins a game."""
    options = {name: setup[name] for name in ("mode", "memory", "spells") if name in setup}
    options["starting_seat"] = SEATS.index(setup["starting_seat"])
    checked = game.check_options(options, setup["seats"])
    return game.setup(checked, setup["seats"], Recorded([order_of(setup["deck_order"])]))


def order_of(deck: list[str]) -> list[int]:
    """Return the shuffle that brings the deck into this order."""
    places: dict[str, list[int]] = {}
    for index, code in enumerate(DECK):
        places.setdefault(code, []).append(index)
    return [places[code].pop(0) for code in deck]


def viewer_of(letter: str) -> int | None:
    return None if letter == "-" else SEATS.index(letter)


def view_of(state: State, letter: str) -> dict[str, Any]:
    """Return the parts of a view that cases name, in their words."""
    view = game.view(state, viewer_of(letter))
    hands = {SEATS[seat]: hand["cards"] or hand["count"] for seat, hand in enumerate(view["hands"])}
    return {"board": view["board"], "hands": hands, "in_keep": view["keep"]["wizards"], "phase": view["phase"]}


def outcome_of(state: State) -> dict[str, Any]:
    """Return the outcome in the words of a case: seats by letter."""
    outcome = game.outcome(state)
    assert outcome is not None
    lists = {name: [SEATS[seat] for seat in outcome[name]] for name in ("winners", "reached") if name in outcome}
    ranking = [[SEATS[seat] for seat in group] for group in outcome["ranking"]]
    return {**outcome, **lists, "ranking": ranking, "over": True}
