"""Spells (section 5); the worked examples stand in `test_cases`."""

import pytest

from engine.errors import Illegal
from tests.engine.wandering_towers.positions import at, board, do, kinds, texts

ALL = (
    "advance_wizard",
    "headwind_wizard",
    "advance_tower",
    "headwind_tower",
    "swap_towers",
    "nudge_keep",
    "free_wizard",
)


def refused(state: object, text: str, code: str, rule: str) -> None:
    with pytest.raises(Illegal) as error:
        do(state, text)  # type: ignore[arg-type]
    assert (error.value.code, error.value.rule) == (code, rule)


def test_wt_5_a_spell_that_is_not_on_the_table() -> None:
    refused(at("K/1[A1]/2/..", full=4), "cast nudge_keep cw", "not-on-the-table", "WT-5")


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("cast advance_wizard A1", 2),
        ("cast headwind_wizard A1", 2),
        ("cast advance_tower t1", 1),
        ("cast headwind_tower t1", 1),
        ("cast swap_towers s1 s2", 1),
        ("cast nudge_keep ccw", 2),
        ("cast free_wizard t2", 2),
    ],
)
def test_wt_50_each_spell_costs_what_the_table_says(text: str, cost: int) -> None:
    cells = "-/1[A1]/2/-/-/-/-/-/K/.."
    after, events = do(at(cells, full=cost, spells=ALL), text)
    assert after.bottles[0] == (6 - cost, 0, cost)
    assert (events[0]["kind"], events[0]["cost"]) == ("cast", cost)
    short = at(cells, full=cost - 1, spells=ALL)
    refused(short, text, "too-few-bottles", "WT-50")
    assert text not in texts(short)


def test_wt_14_one_spell_a_turn() -> None:
    state, _ = do(at("K/1[A1]/2/..", full=6, spells=ALL), "cast advance_tower t1")
    assert texts(state, "cast") == set()
    refused(state, "cast advance_tower t2", "already-cast", "WT-14")


def test_wt_14_no_spell_between_a_roll_and_its_choice() -> None:
    state = at("K/1[A1]/2/..", full=6, hand=("T1", "T3"), rolled=("D1", 2, 0))
    assert texts(state, "cast") == set()
    refused(state, "cast advance_tower t1", "inside-a-card", "WT-14")


def test_wt_52_a_spell_for_wizards_takes_no_tower_and_none_of_another_seat() -> None:
    state = at("K/1[A1]/2[B1]/..", full=6, spells=ALL)
    refused(state, "cast advance_wizard t1", "wrong-piece", "WT-52")
    refused(state, "cast headwind_wizard B1", "not-yours", "WT-21")
    refused(state, "cast advance_tower A1", "wrong-piece", "WT-54")
    refused(state, "cast free_wizard A1", "wrong-piece", "WT-54")


def test_wt_56_swapped_towers_take_all_above_with_them_and_fill_no_bottle() -> None:
    state = at("-/-/-/1[A1]2[A2 B1]/-/-/-/-/-/[B2]5K/..", full=1, spells=ALL)
    after, events = do(state, "cast swap_towers s9 s3")
    assert board(after).startswith("-/-/-/1[A1]5K/-/-/-/-/-/[B2]2[A2 B1]")
    assert kinds(events) == ["cast", "revealed", "revealed", "towers_swapped"]
    assert [event["wizards"] for event in events[1:3]] == [["A1"], ["B2"]]
    assert after.bottles[0] == (5, 0, 1)


def test_wt_56_both_spaces_need_a_tower() -> None:
    state = at("K/1/-/-/..", full=1, spells=ALL)
    refused(state, "cast swap_towers s1 s2", "no-tower", "WT-56")
    assert texts(state, "cast swap") == {"cast swap_towers s1 s11"}


def test_wt_57_ravenskeep_is_nudged_past_wizards_and_needs_no_shield() -> None:
    state = at("-/-/2[B1]/4/[A1]/K/[A2]/6[B2]/8/..", full=2, spells=ALL)
    clockwise, _ = do(state, "cast nudge_keep cw")
    assert board(clockwise).startswith("-/-/2[B1]/4/[A1]/-/[A2]/6[B2]/8K/")
    counter, events = do(state, "cast nudge_keep ccw")
    assert board(counter).startswith("-/-/2[B1]/4K/[A1]/-/[A2]/")
    assert events[1] == {"kind": "keep_moved", "from": 5, "to": 3}


def test_wt_57_ravenskeep_leaves_its_tower_behind() -> None:
    after, _ = do(at("-/1K/-/..", full=2, spells=ALL), "cast nudge_keep cw")
    assert board(after).startswith("-/1/K/")


def test_wt_57_not_where_wizards_stand_on_every_other_space() -> None:
    cells = "K/[A1]/[A2]/[A3]/[A4]/[B1]/[B2]/[B3]/[B4]/[C1]/[C2]/[C3]/[C4]/[D1]/[D2]/123456789[D3]"
    state = at(cells, seats=4, full=2, spells=ALL)
    assert texts(state, "cast nudge_keep") == set()
    refused(state, "cast nudge_keep cw", "nowhere-to-go", "WT-57")


def test_wt_58_the_lowest_of_several_is_freed_onto_the_top() -> None:
    state = at("K/-/-/[A2 A4 B1]1[A3]2[B2]/..", full=2, spells=ALL)
    after, events = do(state, "cast free_wizard t1")
    assert board(after).startswith("K/-/-/[A4 B1]1[A3]2[A2 B2]/")
    assert kinds(events) == ["cast", "revealed", "freed", "wizard_moved"]
    assert events[2]["piece"] == "A2"


def test_wt_58_only_the_layer_directly_beneath_counts() -> None:
    state = at("K/-/-/[A2]1[B1]2/..", full=2, spells=ALL)
    after, events = do(state, "cast free_wizard t2")
    assert kinds(events) == ["cast", "revealed", "freed"]
    assert events[2]["piece"] is None
    assert after.bottles[0] == (4, 0, 2)


def test_wt_58_a_full_top_forbids_the_cast_whoever_is_beneath() -> None:
    for beneath in ("[A1]", "[D1]", ""):
        state = at(f"K/-/-/{beneath}1[B1 B2 B3 C1 C2 C3]/..", seats=4, full=2, spells=ALL)
        assert "cast free_wizard t1" not in texts(state)
        refused(state, "cast free_wizard t1", "no-room", "WT-23")


def test_wt_51_a_spell_into_ravenskeep_ends_the_turn_before_any_card() -> None:
    after, events = do(at("-/-/[A1]/K/..", full=2), "cast advance_wizard A1")
    assert after.turn == 1
    assert kinds(events)[-3:] == ["turn_ended", "drew", "turn_began"]
    assert events[-2]["count"] == 0


def test_wt_54_a_spell_imprisons_and_may_pay_for_the_next_turn() -> None:
    after, events = do(at("K/1/-/[B1]/..", full=1), "cast advance_tower t1")
    assert kinds(events) == ["cast", "revealed", "tower_moved", "imprisoned", "bottle_filled"]
    assert after.bottles[0] == (4, 1, 1)
