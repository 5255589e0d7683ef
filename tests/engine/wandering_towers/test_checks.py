"""A check that is left out makes a test fail (KF-29): each is switched off in turn and must be missed."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.chance import Recorded
from engine.errors import EngineError
from engine.wandering_towers import moves, spells
from engine.wandering_towers.actions import SEATS
from engine.wandering_towers.turn import apply
from tests.cases.case_file import load, read_cases, reason_not_covered

REFUSED = [
    case
    for case in read_cases()
    if case["expect"].get("error") and not case.get("setup") and not reason_not_covered(case)
]


def accepted() -> set[str]:
    """Return the names of refused cases that the engine accepts or breaks at."""
    names = set()
    for case in REFUSED:
        try:
            apply(load(case["given"]), SEATS.index(case["seat"]), case["action"], Recorded([1]))
        except EngineError:
            continue
        names.add(case["name"])
    return names


def no_room(position: Any, space: int) -> None:
    return None


def no_bar(position: Any, tower: int, steps: int) -> tuple[int, int]:
    space = moves.tower_space(position, tower)
    return space, (space + steps) & 15


def any_layer(position: Any, index: int) -> int:
    place = position.places[index]
    return place if place < 16 else moves.tower_space(position, place - 15)


def any_seat(position: Any, seat: int, piece: Any) -> int:
    return int(piece.seat * position.terms.wizards + piece.number)


@pytest.mark.parametrize(
    ("module", "check", "without", "missed"),
    [
        (moves, "check_room", no_room, "example 6, no room"),
        (moves, "tower_destination", no_bar, "example 3, onto Ravenskeep"),
        (moves, "visible_space", any_layer, "example 2, a covered wizard"),
        (moves, "wizard_index", any_seat, "another seat's wizard"),
        (spells, "check_cast", lambda *_: None, "a second spell"),
    ],
)
def test_kf_29_each_check_is_needed(
    monkeypatch: pytest.MonkeyPatch, module: Any, check: str, without: Callable[..., Any], missed: str
) -> None:
    assert accepted() == set()
    monkeypatch.setattr(module, check, without)
    assert missed in accepted()
