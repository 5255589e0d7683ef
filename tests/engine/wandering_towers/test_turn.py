"""Turns, rounds, leaving and the end (sections 2 and 7); the worked examples stand in `test_cases`."""

from typing import Any

import pytest

import engine.wandering_towers as game
from engine.chance import Recorded
from engine.errors import Illegal
from engine.wandering_towers.position import State
from tests.engine.wandering_towers.positions import at, board, do, kinds, texts

IN = "-/-/-/K/-/-/-/-/-/-/-/.."
"""Everybody is in Ravenskeep."""


def refused(state: State, text: str, code: str, rule: str, seat: int | None = None) -> None:
    with pytest.raises(Illegal) as error:
        do(state, text, seat=seat)
    assert (error.value.code, error.value.rule) == (code, rule)


def pass_on(state: State) -> tuple[State, Any]:
    """Discard the hand, and end the turn if a spell could still be cast."""
    after, events = do(state, "discard")
    return do(after, "end") if after.turn == state.turn and game.to_act(after) else (after, events)


def test_wt_10_identical_cards_give_each_action_once() -> None:
    state = at("K/1[A1]/2/..", hand=("T1", "T1", "T1"))
    legal = game.legal(state, 0)
    assert len(legal) == len(set(legal))
    after, _ = do(state, "T1 t1")
    assert after.hands[0] == ("T1", "T1")


def test_wt_10_a_seat_that_is_not_on_turn() -> None:
    state = at("K/1[A1]/2/..")
    assert game.legal(state, 1) == ()
    refused(state, "T1 t1", "not-your-turn", "WT-10", seat=1)
    refused(state, "T1 t1", "no-such-seat", "WT-1", seat=2)
    refused(state, "T1 t1", "no-such-seat", "WT-1", seat=-1)


def test_true_is_no_seat() -> None:
    state = at("K/1[A1]/2/..", turn=1, hand=("T1", "W1", "W5"))
    with pytest.raises(Illegal) as error:
        game.apply(state, True, {"type": "discard_hand", "tower": None}, Recorded([]))
    assert error.value.code == "no-such-seat"


def test_wt_13_a_hand_is_discarded_before_either_card_only() -> None:
    state, _ = do(at("K/1[A1]/2/..", hand=("T1", "W1", "W5")), "T1 t1")
    assert texts(state, "discard") == set()
    refused(state, "discard", "too-late", "WT-13")
    refused(state, "discard t1", "too-late", "WT-13")


def test_wt_13_a_spell_may_come_before_the_hand_is_discarded() -> None:
    state, _ = do(at("K/1[A1]/2/..", full=2), "cast advance_tower t1")
    after, events = do(state, "discard")
    assert kinds(events) == ["hand_discarded", "turn_ended", "drew", "drawn", "turn_began"]
    assert after.turn == 1


def test_wt_15_drawing_the_last_card_renews_the_draw_pile_at_once() -> None:
    state = at("K/1[A1]/2/..", hand=("T1", "W5"), played=("W1",), draw=2)
    size = len(state.discard) + 1
    after, events = do(state, "T1 t1", list(reversed(range(size))))
    assert kinds(events)[-5:] == ["turn_ended", "reshuffled", "drew", "drawn", "turn_began"]
    assert after.hands[0] == ("W5", *state.draw)
    assert after.draw == ("T1", *reversed(state.discard))
    assert after.discard == ()


def test_wt_16_the_turn_goes_on_while_a_spell_could_be_cast() -> None:
    state, events = do(at("K/1[A1]/2/..", hand=("T1", "W5"), played=("W1",), full=1), "T1 t1")
    assert kinds(events)[-1] == "tower_moved"
    assert "end" in texts(state)
    assert "cast advance_tower t1" in texts(state)
    refused(state, "W5 A1", "no-card-left", "WT-10")
    after, events = do(state, "end")
    assert kinds(events) == ["turn_ended", "drew", "drawn", "turn_began"]
    assert (after.turn, after.played, after.cast_by, after.round) == (1, (), (), 1)


def test_wt_16_the_turn_ends_by_itself_when_full_bottles_buy_nothing() -> None:
    spells = ("advance_wizard", "headwind_wizard", "nudge_keep")
    after, _ = do(at("K/1[A1]/2/..", hand=("T1", "W5"), played=("W1",), full=1, spells=spells), "T1 t1")
    assert after.turn == 1


def test_wt_16_end_is_refused_while_a_card_is_to_be_played() -> None:
    refused(at("K/1[A1]/2/.."), "end", "cards-to-play", "WT-10")
    refused(at("K/1/2/..", hand=("T1", "T3"), rolled=("D1", 2, 0)), "end", "inside-a-card", "WT-14")


def test_rounds_are_counted_from_the_starting_seat() -> None:
    state = at("K/1[A1]/2/..", seats=3, start=1, turn=0)
    state, events = pass_on(state)
    assert (state.turn, state.round) == (1, 2)
    assert events[-1] == {"kind": "turn_began", "seat": 1, "round": 2}
    state, _ = pass_on(state)
    assert (state.turn, state.round) == (2, 2)


def test_wt_90_the_round_is_played_to_its_end() -> None:
    state = at("-/[B1]/-/K/..", seats=3, bottles={0: (0, 2, 3)}, start=1, turn=2)
    state, events = pass_on(state)
    assert state.turn == 0
    _, events = pass_on(state)
    assert events[-1] == {
        "kind": "game_over",
        "reason": "goal",
        "winners": [0],
        "ranking": [[0], [2], [1]],
        "reached": [0],
    }


@pytest.mark.parametrize(
    ("bottles", "ranking"),
    [
        ({0: (0, 2, 3), 1: (0, 4, 1), 2: (5, 0, 0)}, [[1], [0], [2]]),
        ({0: (0, 2, 3), 1: (0, 2, 3), 2: (5, 0, 0)}, [[0, 1], [2]]),
        ({0: (0, 0, 5), 1: (2, 3, 0), 2: (2, 3, 0)}, [[0], [1, 2]]),
        ({0: (0, 0, 5), 1: (2, 2, 1), 2: (2, 3, 0)}, [[0], [2], [1]]),
        ({0: (0, 0, 5), 1: (1, 0, 4), 2: (2, 3, 0)}, [[0], [1], [2]]),
    ],
)
def test_wt_91_the_ranking(bottles: dict[int, tuple[int, int, int]], ranking: list[list[int]]) -> None:
    state, _ = pass_on(at(IN, seats=3, bottles=bottles, turn=2))
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome["reason"], outcome["ranking"], outcome["winners"]) == ("goal", ranking, ranking[0])


def test_wt_91_among_those_without_the_goal_more_wizards_in_come_first() -> None:
    bottles = {0: (0, 0, 5), 1: (0, 5, 0), 2: (5, 0, 0)}
    state, _ = pass_on(at("[B1]/-/-/K/..", seats=3, bottles=bottles, turn=2))
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome["ranking"] == [[0], [2], [1]]


def test_wt_92_nobody_can_reach_the_goal_any_more() -> None:
    bottles = {0: (1, 0, 4), 1: (1, 3, 1), 2: (2, 3, 0)}
    state, _ = pass_on(at(IN, seats=3, bottles=bottles, turn=2))
    assert game.outcome(state) == {"reason": "nobody_can", "winners": [1], "ranking": [[1], [0], [2]]}


def test_wt_92_one_wizard_outside_keeps_the_game_going() -> None:
    state, _ = pass_on(at("[B1]/-/-/K/..", seats=3, turn=2))
    assert game.outcome(state) is None
    assert game.to_act(state) == (0,)


def test_wt_94_after_round_1000_the_game_ends() -> None:
    bottles = {0: (2, 3, 0), 1: (3, 2, 0), 2: (2, 3, 0)}
    state, _ = pass_on(at("K/1[A1]/2/..", seats=3, bottles=bottles, turn=2, round=1000))
    assert game.outcome(state) == {"reason": "round_limit", "winners": [0, 2], "ranking": [[0, 2], [1]]}
    state, _ = pass_on(at("K/1[A1]/2/..", seats=3, turn=2, round=999))
    assert state.round == 1000


def resign(state: State, seat: int) -> tuple[State, Any]:
    return game.apply(state, seat, {"type": "resign"}, Recorded([]))


def test_wt_93_a_seat_on_turn_leaves_in_the_middle_of_a_card() -> None:
    state = at("K/1[A1]/2/..", seats=3, hand=("T1", "T3"), rolled=("WD3", 2, 1))
    after, events = resign(state, 0)
    assert kinds(events) == ["left", "turn_began"]
    assert events[0] == {"kind": "left", "seat": 0, "cards": ["T1", "T3"]}
    assert (after.turn, after.phase.name, after.hands[0], after.left) == (1, "main", (), (0,))
    assert after.discard == ("WD3", "T1", "T3")
    assert "[A1]" in board(after)


def test_wt_93_a_seat_that_has_left_does_nothing_any_more() -> None:
    state, _ = resign(at("K/1[A1]/2/..", seats=3), 1)
    refused(state, "resign", "has-left", "WT-93", seat=1)
    refused(state, "discard", "has-left", "WT-93", seat=1)
    with pytest.raises(Illegal):
        game.apply(state, True, {"type": "resign"}, Recorded([]))


def test_wt_93_its_goal_no_longer_counts() -> None:
    state = at("[B1]/-/-/K/..", seats=3, bottles={0: (0, 2, 3)}, turn=2)
    state, _ = resign(state, 0)
    state, _ = pass_on(state)
    assert game.outcome(state) is None
    assert state.turn == 1


def test_wt_93_the_round_ends_before_the_starting_seats_place_also_when_it_has_left() -> None:
    state, _ = resign(at(IN, seats=3, bottles={1: (0, 2, 3)}, turn=2), 0)
    state, events = pass_on(state)
    assert kinds(events)[-1] == "game_over"
    assert events[-1]["ranking"] == [[1], [2], [0]]


def test_wt_93_leaving_as_the_last_of_the_round_ends_the_game() -> None:
    state, events = resign(at(IN, seats=3, bottles={1: (0, 2, 3)}, turn=2), 2)
    assert kinds(events) == ["left", "game_over"]
    assert game.outcome(state) == {"reason": "goal", "winners": [1], "ranking": [[1], [0], [2]], "reached": [1]}
    assert game.load(game.dump(state)) == state


def test_wt_93_the_last_one_left_wins_and_those_that_left_rank_by_when() -> None:
    state = at("K/1[A1]/2/..", seats=4, turn=0)
    for seat in (3, 1):
        state, events = resign(state, seat)
        assert kinds(events) == ["left"]
    state, events = resign(state, 2)
    assert kinds(events) == ["left", "game_over"]
    assert game.outcome(state) == {"reason": "last_left", "winners": [0], "ranking": [[0], [2], [1], [3]]}
    refused(state, "resign", "game-over", "WT-90", seat=0)
    refused(state, "discard", "game-over", "WT-90", seat=0)


def test_wt_93_its_wizards_may_still_be_covered() -> None:
    state, _ = resign(at("K/1/[B1]/..", seats=3), 1)
    _, events = do(state, "T1 t1")
    assert "bottle_filled" in kinds(events)
