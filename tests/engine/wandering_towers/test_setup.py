"""Options and the first position (section 1)."""

from typing import Any

import pytest

import engine.wandering_towers as game
from engine.chance import Recorded, Recording, Seeded
from engine.errors import EngineError, Illegal, Unreadable
from engine.wandering_towers.actions import COSTS
from engine.wandering_towers.cards import CARDS, DECK
from tests.engine.wandering_towers.positions import board

ORDER = list(range(90))


def first(options: dict[str, Any], seats: int, *chance: Any) -> Any:
    recorded = Recorded(list(chance))
    state = game.setup(game.check_options(options, seats), seats, recorded)
    recorded.finish()
    return state


def test_the_deck_has_ninety_cards_as_in_the_table() -> None:
    assert len(DECK) == 90
    counts = {code: DECK.count(code) for code in CARDS}
    assert [counts[f"W{n}"] for n in range(1, 6)] == [counts[f"T{n}"] for n in range(1, 6)] == [4] * 5
    assert [counts[f"T{n}W{n}"] for n in range(1, 5)] == [3] * 4
    assert [counts[code] for code in ("T5W1", "T4W2", "T2W4", "T1W5", "D1")] == [6] * 5
    assert [counts[code] for code in ("TD2", "WD2", "TD3", "WD3")] == [3, 3, 1, 1]


def test_defaults_are_the_first_game_with_open_memory() -> None:
    assert game.check_options({}, 4) == {
        "mode": "base",
        "memory": "open",
        "starting_seat": None,
        "spells": ["advance_wizard", "advance_tower"],
    }


@pytest.mark.parametrize(("seats", "wizards", "bottles"), [(2, 5, 6), (3, 4, 5), (4, 4, 5), (5, 3, 4), (6, 3, 4)])
def test_wizards_and_bottles_for_each_number_of_seats(seats: int, wizards: int, bottles: int) -> None:
    state = first({"starting_seat": 0}, seats, ORDER)
    assert len(state.places) == seats * wizards
    assert {sum(each) for each in state.bottles} == {bottles}
    assert all(each.empty == bottles for each in state.bottles)
    assert [len(hand) for hand in state.hands] == [3] * seats


def test_wt_1_the_starting_seat_is_drawn_by_a_die_with_a_face_for_each_seat() -> None:
    assert first({}, 5, 4, ORDER).turn == 3
    assert first({"starting_seat": 2}, 5, ORDER).turn == 2


def test_wt_3_two_players_as_in_the_rules() -> None:
    state = first({"starting_seat": 0}, 2, ORDER)
    assert board(state) == "K/1[A1 A2 B1]/2[A3 B2 B3]/3[A4 A5 B4]/4[B5]/5/6/7/8/9/-/-/-/-/-/-"


def test_wt_4_the_starting_seat_is_dealt_the_topmost_three_cards() -> None:
    state = first({"starting_seat": 1}, 3, ORDER)
    assert (state.hands[1], state.hands[2], state.hands[0]) == (DECK[:3], DECK[3:6], DECK[6:9])
    assert state.draw == DECK[9:]


def test_wt_4_chance_is_asked_for_starting_seat_spells_and_deck_in_this_order() -> None:
    chance = Recording(Seeded(b"seed", "game", 0))
    state = game.setup(game.check_options({"spells": {"random": 4}}, 3), 3, chance)
    seat, spells, deck = chance.answers
    assert state.turn == seat - 1  # type: ignore[operator]
    assert state.terms.spells == tuple(list(COSTS)[index] for index in sorted(spells[:4]))  # type: ignore[index]
    assert state.hands[state.turn] == tuple(DECK[index] for index in deck[:3])  # type: ignore[index]


def test_wt_5_all_spells_are_the_seven_that_are_played() -> None:
    assert game.check_options({"spells": "all"}, 2)["spells"] == list(COSTS)
    assert len(COSTS) == 7


@pytest.mark.parametrize("spells", [["advance_tower", "advance_wizard"], ["swap_towers", "nudge_keep", "free_wizard"]])
def test_wt_5_named_spells(spells: list[str]) -> None:
    assert game.check_options({"spells": spells}, 2)["spells"] == spells


@pytest.mark.parametrize(
    ("options", "seats", "error"),
    [
        ({}, 1, Illegal),
        ({}, 7, Illegal),
        ({}, True, Illegal),
        ({}, "4", Illegal),
        ([], 4, Unreadable),
        ({"colour": "red"}, 4, Unreadable),
        ({"mode": "teams"}, 4, Illegal),
        ({"mode": "solo"}, 4, Illegal),
        ({"mode": "chess"}, 4, Unreadable),
        ({"mode": ["base"]}, 4, Unreadable),
        ({"memory": "none"}, 4, Unreadable),
        ({"starting_seat": 4}, 4, Unreadable),
        ({"starting_seat": -1}, 4, Unreadable),
        ({"starting_seat": True}, 4, Unreadable),
        ({"starting_seat": 1.0}, 4, Unreadable),
        ({"spells": []}, 4, Illegal),
        ({"spells": ["swap_towers", "nudge_keep"]}, 4, Illegal),
        ({"spells": ["swap_towers", "nudge_keep", "swap_towers"]}, 4, Illegal),
        ({"spells": ["piggyback", "swap_towers", "nudge_keep"]}, 4, Illegal),
        ({"spells": ["fireball", "swap_towers", "nudge_keep"]}, 4, Unreadable),
        ({"spells": "some"}, 4, Unreadable),
        ({"spells": {"random": 2}}, 4, Unreadable),
        ({"spells": {"random": 8}}, 4, Unreadable),
        ({"spells": {"random": True}}, 4, Unreadable),
        ({"spells": {"random": 3, "named": 1}}, 4, Unreadable),
        ({"spells": 3}, 4, Unreadable),
    ],
)
def test_options_that_are_refused_with_a_sentence(options: Any, seats: Any, error: type[EngineError]) -> None:
    with pytest.raises(error) as refused:
        game.check_options(options, seats)
    assert len(refused.value.message) > 20


def test_a_list_of_options_is_not_kept_as_it_came() -> None:
    spells = ["swap_towers", "nudge_keep", "free_wizard"]
    checked = game.check_options({"spells": spells}, 2)
    spells.append("fireball")
    assert len(checked["spells"]) == 3
