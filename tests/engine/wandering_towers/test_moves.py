"""Moving pieces, whatever road leads to the move (section 3); the worked examples stand in `test_cases`."""

import pytest

from engine.errors import Illegal
from tests.engine.wandering_towers.positions import at, board, do, kinds, texts

FULL = "6[B1 B2 B3 C1 C2 C3]"
ALL_SPELLS = (
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


# Every road to a wizard's move, with A1 two spaces (or one) before or behind a full place.
TO_A_FULL_PLACE = {
    "a card": (at(f"K/-/-/-/[A1]/-/{FULL}/..", seats=3, hand=("W2", "T1", "T3")), "W2 A1"),
    "a card for both": (at(f"K/-/-/-/[A1]/-/{FULL}/..", seats=3, hand=("T4W2", "T1", "T3")), "T4W2 A1"),
    "one die": (at(f"K/-/-/-/[A1]/-/{FULL}/..", seats=3, hand=("T1", "T3"), rolled=("D1", 2, 0)), "A1"),
    "the last of three rolls": (
        at(f"K/-/-/-/[A1]/-/{FULL}/..", seats=3, hand=("T1", "T3"), rolled=("WD3", 2, 0)),
        "A1",
    ),
    "advance_wizard": (at(f"K/-/-/-/-/[A1]/{FULL}/..", seats=3, full=2), "cast advance_wizard A1"),
    "headwind_wizard": (
        at(f"K/-/-/-/-/-/{FULL}/[A1]/..", seats=3, full=2, spells=ALL_SPELLS),
        "cast headwind_wizard A1",
    ),
    "free_wizard": (at(f"K/-/-/-/-/-/[A1]{FULL}/..", seats=3, full=2, spells=ALL_SPELLS), "cast free_wizard t6"),
}


@pytest.mark.parametrize("road", TO_A_FULL_PLACE)
def test_kf_27_room_is_checked_on_every_road(road: str) -> None:
    state, text = TO_A_FULL_PLACE[road]
    refused(state, text, "no-room", "WT-23")
    assert text not in texts(state)


@pytest.mark.parametrize("road", TO_A_FULL_PLACE)
def test_wt_23_five_wizards_leave_room_for_a_sixth_on_every_road(road: str) -> None:
    state, text = TO_A_FULL_PLACE[road]
    away = bytes(25 if name == "C3" else place for name, place in zip(state.terms.names, state.places, strict=True))
    after, _ = do(state._replace(places=away), text)
    assert "6[A1 B1 B2 B3 C1 C2]" in board(after)


TO_RAVENSKEEP = {
    "a card": (at("-/1[A1]/-/K/..", hand=("T2", "W1", "W3")), "T2 t1"),
    "a card for both": (at("-/-/1[A1]/K/..", hand=("T1W5", "W1", "W3")), "T1W5 t1"),
    "one die": (at("-/1[A1]/-/K/..", hand=("W1", "W3"), rolled=("D1", 2, 0)), "t1"),
    "the last of two rolls": (at("-/1[A1]/-/K/..", hand=("W1", "W3"), rolled=("TD2", 2, 0)), "t1"),
    "discarding the hand": (at("-/-/1[A1]/K/.."), "discard t1"),
    "advance_tower": (at("-/1[A1]/-/K/..", full=1), "cast advance_tower t1"),
    "headwind_tower": (at("-/-/-/K/-/1[A1]/..", full=1, spells=ALL_SPELLS), "cast headwind_tower t1"),
}


@pytest.mark.parametrize("road", TO_RAVENSKEEP)
def test_kf_27_no_tower_ends_on_ravenskeeps_space_by_any_road(road: str) -> None:
    state, text = TO_RAVENSKEEP[road]
    refused(state, text, "keep-in-the-way", "WT-26")
    assert text not in texts(state)


@pytest.mark.parametrize("road", TO_RAVENSKEEP)
def test_wt_26_the_same_tower_moves_when_ravenskeep_is_elsewhere(road: str) -> None:
    state, text = TO_RAVENSKEEP[road]
    _, events = do(state._replace(keep=8), text)
    assert "tower_moved" in kinds(events)


COVERED = {
    "a card": (at("-/[A1]2/-/K/..", hand=("W2", "T1", "T3")), "W2 A1"),
    "one die": (at("-/[A1]2/-/K/..", hand=("T1", "T3"), rolled=("D1", 4, 0)), "A1"),
    "three dice": (at("-/[A1]2/-/K/..", hand=("T1", "T3"), rolled=("WD3", 4, 1)), "A1"),
    "advance_wizard": (at("-/[A1]2/-/K/..", full=2), "cast advance_wizard A1"),
    "headwind_wizard": (at("-/[A1]2/-/K/..", full=2, spells=ALL_SPELLS), "cast headwind_wizard A1"),
}


@pytest.mark.parametrize("road", COVERED)
def test_kf_29_a_covered_wizard_moves_by_no_road(road: str) -> None:
    state, text = COVERED[road]
    refused(state, text, "covered", "WT-21")
    assert text not in texts(state)


def test_wt_21_a_wizard_under_a_tower_under_a_tower_is_covered() -> None:
    state = at("-/1[A1]2[A2]3[A3]/-/-/K/..", hand=("W2", "T1", "T3"))
    assert texts(state, "W2") == {"W2 A3"}


def test_wt_20_a_card_moves_only_its_kind_of_piece() -> None:
    state = at("-/1[A1]/-/-/-/-/-/-/K/..", hand=("W2", "T1", "T3"))
    refused(state, "W2 t1", "wrong-piece", "WT-20")
    refused(state, "T1 A1", "wrong-piece", "WT-20")


def test_wt_21_only_own_wizards_move() -> None:
    state = at("-/1[A1]/-/[B1]/K/..", hand=("W2", "T1", "T3"))
    refused(state, "W2 B1", "not-yours", "WT-21")
    refused(state, "W2 F1", "not-yours", "WT-21")


def test_wt_23_ravenskeep_has_no_limit_and_wt_31_an_exact_count_enters() -> None:
    state = at("-/[A1]/-/K/..", hand=("W2", "T1", "T3"))
    after, events = do(state, "W2 A1")
    assert kinds(events)[:5] == ["played", "declared", "wizard_moved", "entered", "keep_moved"]
    assert after.places == b"\x19" * 10
    assert after.turn == 1


def test_wt_31_a_wizard_in_ravenskeep_stays_there() -> None:
    refused(at("-/[A1]/-/K/..", hand=("W2", "T1", "T3")), "W2 A2", "in-keep", "WT-31")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("-/[A1]/-/K/..", "-/-/-/-/K/-"),  # the nearest bare raven space
        ("-/[A1]/-/K/[B1]/1/..", "-/-/-/-/[B1]/1K"),  # not onto a wizard
        ("-/[A1]/-/K/[B1]/1[B2]/3/..", "-/-/-/-/[B1]/1[B2]/3K"),  # not onto a wizard on a raven tower
        ("-/[A1]/-/K/2/14/3/..", "-/-/-/-/2/14/3K"),  # a raven space, a raven tower: both covered by plain ones
        ("-/[A1]/-/K/[B1]3/..", "-/-/-/-/[B1]3K"),  # a covered wizard does not count
        ("-/[A1]/-/2K/5/..", "-/-/-/2/5K"),  # from the top of a tower, which stays
    ],
)
def test_kf_28_wt_32_where_ravenskeep_goes(before: str, after: str) -> None:
    state, _ = do(at(before, hand=("W2", "T1", "T3")), "W2 A1")
    assert board(state).startswith(after)


def test_kf_28_ravenskeep_moves_after_the_wizard_has_entered_and_then_the_turn_ends() -> None:
    _, events = do(at("-/[A1]/-/K/..", hand=("W2", "T1", "T3")), "W2 A1")
    assert kinds(events)[2:6] == ["wizard_moved", "entered", "keep_moved", "turn_ended"]
    moved, entered, keep = events[2:5]
    assert (moved["from"], moved["to"], entered["space"], keep["from"], keep["to"]) == (1, 3, 3, 3, 4)


def test_wt_24_ravenskeep_travels_on_top_of_what_moves() -> None:
    after, events = do(at("-/1[B1]2K/-/[B2]/..", hand=("T2", "W1", "W5")), "T2 t1")
    assert board(after).startswith("-/-/-/[B2]1[B1]2K")
    assert events[3]["keep"] is True
    assert events[3]["towers"] == [1, 2]


def test_wt_24_a_tower_under_ravenskeep_passes_every_bar() -> None:
    assert texts(at("-/1K/2/..", hand=("T1", "W1", "W5")), "T1 ") >= {"T1 t1"}


def test_wt_27_one_bottle_for_a_move_whatever_it_covers() -> None:
    after, events = do(at("K/1/[A1 B1 B2 B3]/..", hand=("T1", "W1", "W5"), full=3), "T1 t1")
    assert after.bottles[0] == (2, 4, 0)
    imprisoned = next(event for event in events if event["kind"] == "imprisoned")
    assert imprisoned["wizards"] == ["A1", "B1", "B2", "B3"]
    assert imprisoned["count"] == 4


@pytest.mark.parametrize(
    ("before", "text", "tower", "wizards"),
    [
        ("K/1[A1]/..", "T1 t1", None, []),
        ("K/[A1 B1]1/..", "T1 t1", None, ["A1", "B1"]),
        ("K/2[B1]1[A1]/..", "T1 t1", "t2", ["B1"]),
        ("K/2[B1]1[A1]3/..", "T1 t1", "t2", ["B1"]),
    ],
)
def test_wt_42_the_layer_that_the_tower_stood_on_is_shown_also_when_empty(
    before: str, text: str, tower: str | None, wizards: list[str]
) -> None:
    _, events = do(at(before, hand=("T1", "W1", "W5"), memory="strict"), text)
    shown = [event for event in events if event["kind"] == "revealed"]
    assert shown == [{"kind": "revealed", "space": 1, "tower": tower, "wizards": wizards, "was_hidden": True}]


def test_wt_30_what_is_rolled_is_chosen_by_what_it_shows() -> None:
    state = at("K/-/-/[A1]/-/2[B1]/..", hand=("TD3", "T1", "T2"))
    refused(state, "TD3 t2", "roll-first", "WT-30")
    refused(state, "TD3 -", "roll-first", "WT-30")
    refused(state, "A1", "nothing-rolled", "WT-30")
    refused(state, "reroll", "nothing-rolled", "WT-30")
    rolled, events = do(state, "TD3 roll", 3)
    assert events[-1] == {"kind": "rolled", "seat": 0, "card": "TD3", "die": 3, "rolls_left": 2}
    assert texts(rolled) == {"reroll", *(f"t{tower}" for tower in range(1, 10))}
    refused(rolled, "A1", "wrong-piece", "WT-20")
    again, _ = do(rolled, "reroll", 1)
    once_more, _ = do(again, "reroll", 6)
    assert "reroll" not in texts(once_more)
    refused(once_more, "reroll", "no-roll-left", "WT-30")
    after, _ = do(once_more, "t2")
    assert board(after).split("/")[11].endswith("2[B1]")


def test_wt_30_a_forfeit_when_the_number_fits_nothing() -> None:
    state = at(f"K/-/-/-/[A1]/-/{FULL}/..", seats=3, hand=("T1", "T3"), rolled=("WD2", 2, 1))
    assert texts(state) == {"-", "reroll"}
    after, events = do(state, "-")
    assert kinds(events) == ["declared", "forfeited"]
    assert after.played == ("WD2",)


def test_wt_11_a_forfeit_is_allowed_though_another_card_could_be_carried_out() -> None:
    state = at("K/1/2/..", hand=("W3", "T1", "W5"))
    assert texts(state, "W3") == {"W3 -"}
    after, events = do(state, "W3 -")
    assert kinds(events) == ["played", "declared", "forfeited"]
    assert after.played == ("W3",)
