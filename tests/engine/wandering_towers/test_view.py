"""What viewers see of a position and of what happened (section 4); equality of views is tested in `tests/laws`."""

import pytest

import engine.wandering_towers as game
from engine.chance import Recorded
from tests.engine.wandering_towers.positions import at, do, kinds

BOARD = "K/[A1 B1]2[B2]3[B3]1[A2]/[A3]/.."


def test_wt_41_a_strict_view_shows_null_for_every_covered_layer() -> None:
    view = game.view(at(BOARD, memory="strict"), 0)
    space = view["spaces"][1]
    assert space["wizards"] is None
    assert [tower["wizards"] for tower in space["towers"]] == [None, None, ["A2"]]
    assert view["spaces"][2]["wizards"] == ["A3"]
    assert view["spaces"][11]["wizards"] is None
    assert view["board"].startswith("K/2[?]3[?]1[A2]/[A3]/")


def test_wt_41_an_open_view_shows_all() -> None:
    view = game.view(at(BOARD), None)
    space = view["spaces"][1]
    assert space["wizards"] == ["A1", "B1"]
    assert [tower["wizards"] for tower in space["towers"]] == [["B2"], ["B3"], ["A2"]]
    assert view["spaces"][11]["wizards"] == []


def test_wt_34_everybody_sees_who_is_in_ravenskeep() -> None:
    for viewer in (0, 1, None):
        assert game.view(at(BOARD, memory="strict"), viewer)["keep"] == {
            "space": 0,
            "wizards": ["A4", "A5", "B4", "B5"],
        }


def test_wt_40_own_cards_and_the_number_of_the_others() -> None:
    state = at(BOARD)
    own, other = game.view(state, 0)["hands"]
    assert own == {"seats": [0], "count": 3, "cards": ["W1", "T1", "W5"]}
    assert other == {"seats": [1], "count": 3, "cards": None}
    assert [hand["cards"] for hand in game.view(state, None)["hands"]] == [None, None]
    assert game.view(state, 0)["draw_pile"] == 84


def test_wt_40_the_discard_pile_is_shown_in_order() -> None:
    state, _ = do(at("K/1[A1]/2/..", draw=70), "discard")
    view = game.view(state, None)
    assert view["discard_pile"][-3:] == ["W1", "T1", "W5"]
    assert len(view["discard_pile"]) == 17


def test_a_view_tells_turn_round_phase_and_what_was_played() -> None:
    view = game.view(at("K/1[A1]/2/..", hand=("T1", "T3"), rolled=("WD3", 2, 1), round=9), None)
    assert view["phase"] == {"name": "dice", "card": "WD3", "die": 2, "rolls_left": 1}
    assert (view["turn"], view["round"], view["played"], view["to_act"]) == (0, 9, ["WD3"], [0])
    assert view["bottles"][1] == {"seats": [1], "empty": 6, "full": 0, "spent": 0}
    assert view["spells"] == [{"spell": "advance_wizard", "cost": 2}, {"spell": "advance_tower", "cost": 1}]
    assert view["outcome"] is None


def test_wt_40_only_the_seat_itself_sees_what_it_drew() -> None:
    _, events = do(at("K/1[A1]/2/.."), "discard")
    assert kinds(game.events_for(events, 0)) == ["hand_discarded", "turn_ended", "drew", "drawn", "turn_began"]
    for viewer in (1, None):
        seen = game.events_for(events, viewer)
        assert kinds(seen) == ["hand_discarded", "turn_ended", "drew", "turn_began"]
        assert seen[2] == {"kind": "drew", "seat": 0, "count": 3}


def test_every_action_is_public() -> None:
    action = {"type": "play", "card": "W1", "piece": "A1"}
    assert game.action_for(action, 0, 1) == game.action_for(action, 0, None) == action


TWO = "K/1[A1]/2[B1]/.."


@pytest.mark.parametrize(
    ("text", "chance", "open_", "strict"),
    [
        ("W1 A1", (), True, True),  # a wizard's move shows nothing
        ("W1 -", (), True, True),
        ("T1 t1", (), True, False),  # a tower is lifted: what was beneath is hidden in strict memory only
        ("cast advance_tower t1", (), True, False),
        ("cast advance_wizard A1", (), True, True),
        ("cast swap_towers s1 s2", (), True, False),
        ("cast free_wizard t1", (), True, False),
        ("cast nudge_keep cw", (), True, True),
        ("discard t1", (), True, False),  # the turn goes on: a spell may still be cast
        ("D1 roll", (3,), False, False),
        ("resign", (), False, False),
    ],
)
def test_kf_04_what_may_be_taken_back(text: str, chance: tuple[int, ...], open_: bool, strict: bool) -> None:
    spells = ("advance_wizard", "advance_tower", "swap_towers", "nudge_keep", "free_wizard")
    for memory, expected in (("open", open_), ("strict", strict)):
        board = "K/1/2[B1]/.." if text == "W1 -" else TWO
        state = at(board, seats=3, hand=("W1", "T1", "D1"), full=5, spells=spells, memory=memory)
        _, events = do(state, text, *chance)
        assert game.takes_back(events) is expected


def test_kf_04_nothing_is_taken_back_once_the_turn_has_passed_on() -> None:
    state = at(TWO, hand=("W1", "T1"), played=("W5",))
    _, events = do(state, "W1 A1")
    assert "turn_began" in kinds(events)
    assert not game.takes_back(events)
    _, events = do(at("-/-/[A1]/K/..", full=2), "cast advance_wizard A1")
    assert not game.takes_back(events)


def test_kf_04_a_second_roll_is_not_taken_back() -> None:
    state = at(TWO, hand=("W1", "T1"), rolled=("WD3", 2, 1))
    _, events = game.apply(state, 0, {"type": "reroll"}, Recorded([4]))
    assert not game.takes_back(events)
