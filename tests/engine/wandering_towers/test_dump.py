"""The text of a whole position: its form, and what is refused in it; mutated texts are tested in `tests/laws`."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import engine.wandering_towers as game
from engine.errors import Unreadable
from engine.wandering_towers.position import read_board
from tests.engine.wandering_towers.positions import at, do

MIDDLE = at("K/1[A1 B1]/2[A2]/..", hand=("T1", "W5"), played=("W1",), draw=50, seats=3)
EARLY = at("K/1[A1 B1]/2[A2]/..", hand=("T1", "W5"), played=("W1",))
DICE = at("K/1[A1 B1]/2[A2]/..", hand=("T1", "W5"), rolled=("WD3", 4, 1), seats=3)
CAST = do(at("K/1[A1]/2[B1]/..", full=2), "cast advance_tower t1")[0]
LEFT = game.apply(MIDDLE, 1, {"type": "resign"}, None)[0]  # type: ignore[arg-type]
OVER = game.apply(LEFT, 2, {"type": "resign"}, None)[0]  # type: ignore[arg-type]
DISCARDED = do(at("K/1[A1]/2[B1]/..", full=2), "discard t1")[0]


def with_rest(state: Any, change: Callable[[dict[str, Any]], object]) -> str:
    board, _, rest = game.dump(state).partition(" {")
    fields = json.loads("{" + rest)
    change(fields)
    return f"{board} {json.dumps(fields, sort_keys=True)}"


def with_board(state: Any, before: str, after: str) -> str:
    text = game.dump(state)
    assert before in text
    return text.replace(before, after, 1)


def test_a_dump_is_the_position_string_a_blank_and_sorted_json() -> None:
    board, _, rest = game.dump(MIDDLE).partition(" {")
    fields = json.loads("{" + rest)
    assert board == "K/1[A1 B1]/2[A2]/-/-/-/-/-/-/-/-/3456789/-/-/-/-"
    assert "{" + rest == json.dumps(fields, sort_keys=True)
    assert list(fields) == sorted(fields)


@pytest.mark.parametrize("state", [MIDDLE, DICE, CAST, LEFT, OVER, DISCARDED])
def test_every_phase_comes_back(state: Any) -> None:
    assert game.load(game.dump(state)) == state
    assert game.load(with_rest(state, lambda fields: None)) == state


def test_wizards_in_another_order_are_accepted_and_written_sorted() -> None:
    assert game.load(with_board(MIDDLE, "[A1 B1]", "[B1 A1]")) == MIDDLE


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("K/1", "-/1", "one K"),
        ("/2[A2]", "/2[A2]/K", "16 cells"),
        ("/2[A2]", "/2K", "one K"),
        ("K/1[A1 B1]/2", "-/1[A1 B1]K/2", "very place"),
        ("K/1[A1 B1]", "[C1]K/1[A1 B1]", "very place"),
        ("[A2]", "[A1]", "two places"),
        ("[A2]", "[A2 A2]", "two places"),
        ("[A2]", "[A5]", "not in this game"),
        ("[A2]", "[D1]", "not in this game"),
        ("[A2]", "[]", "cannot be read"),
        ("[A2]", "[A2  B2]", "cannot be read"),
        ("[A2]", "[?]", "cannot be read"),
        ("[A2]", "[A02]", "cannot be read"),
        ("/2[A2]", "/2[A2][B2]", "cannot be read"),
        ("/2[A2]", "/", "cannot be read"),
        ("/2[A2]", "/-", "each of the towers"),
        ("/2[A2]", "/1[A2]", "each of the towers"),
        ("/2[A2]", "/22[A2]", "each of the towers"),
        ("/2[A2]", "/02[A2]", "cannot be read"),
        ("[A1 B1]", "[A1 A3 A4 B1 B2 B3 B4]", "room for 6"),
    ],
)
def test_a_board_that_cannot_be(before: str, after: str, says: str) -> None:
    with pytest.raises(Unreadable) as error:
        game.load(with_board(MIDDLE, before, after))
    assert says in error.value.message


def test_a_board_alone_is_read_for_any_number_of_seats() -> None:
    board = read_board("K/1[A1 F3]/2/3/4/5/6/7/8/9/-/-/-/-/-/-")
    assert board.wizards == {"A1": 16, "F3": 16}


def put(name: str, value: Any) -> Callable[[dict[str, Any]], object]:
    return lambda fields: fields.__setitem__(name, value)


def move_card(source: str, target: str) -> Callable[[dict[str, Any]], object]:
    return lambda fields: pile(fields, target).append(pile(fields, source).pop())


def pile(fields: dict[str, Any], name: str) -> list[str]:
    found: list[str] = fields["hands"][name] if len(name) == 1 else fields[name]
    return found


@pytest.mark.parametrize(
    ("state", "change"),
    [
        (MIDDLE, lambda fields: fields.pop("round")),
        (MIDDLE, put("colour", "red")),
        (MIDDLE, put("mode", "teams")),
        (MIDDLE, put("memory", "none")),
        (MIDDLE, put("memory", ["open"])),
        (MIDDLE, put("seats", ["A"])),
        (MIDDLE, put("seats", ["A", "C", "B"])),
        (MIDDLE, put("seats", "ABC")),
        (MIDDLE, put("start", "D")),
        (MIDDLE, put("start", "")),
        (MIDDLE, put("start", "AB")),
        (MIDDLE, put("turn", 0)),
        (MIDDLE, put("turn", "B")),  # A would hold two cards on B's turn
        (MIDDLE, put("round", 0)),
        (MIDDLE, put("round", 1001)),
        (MIDDLE, put("round", True)),
        (MIDDLE, put("round", 1.0)),
        (MIDDLE, put("spells", [])),
        (MIDDLE, put("spells", ["swap_towers"])),
        (MIDDLE, put("spells", ["swap_towers", "piggyback", "nudge_keep"])),
        (MIDDLE, put("spells", {"swap_towers": 1})),
        (MIDDLE, put("hand_discarded", 1)),
        (MIDDLE, put("hand_discarded", True)),
        (MIDDLE, put("played", [])),
        (MIDDLE, put("played", ["W1", "W1"])),
        (EARLY, put("played", ["D1"])),
        (MIDDLE, put("played", ["W9"])),
        (MIDDLE, put("played", "W1")),
        (MIDDLE, put("cast_by", ["B"])),
        (MIDDLE, put("cast_by", ["A", "A"])),
        (MIDDLE, put("left", ["A"])),
        (MIDDLE, put("left", ["B", "B"])),
        (MIDDLE, put("left", ["B"])),
        (MIDDLE, put("result", {})),
        (MIDDLE, put("phase", {"name": "over"})),
        (MIDDLE, put("phase", {"name": "dice"})),
        (MIDDLE, put("phase", {"name": "dice", "card": "W1", "die": 3, "rolls_left": 0})),
        (MIDDLE, put("phase", "main")),
        (MIDDLE, put("bottles", {})),
        (MIDDLE, lambda fields: fields["bottles"]["A"].update(full=1)),
        (MIDDLE, lambda fields: fields["bottles"]["A"].update(full=-1, empty=6)),
        (MIDDLE, lambda fields: fields["bottles"]["A"].pop("spent")),
        (MIDDLE, lambda fields: fields["hands"].pop("A")),
        (MIDDLE, lambda fields: fields["hands"].update(D=[])),
        (MIDDLE, lambda fields: fields["hands"].update(A=["W1", "T1", "T1"])),
        (MIDDLE, move_card("draw", "A")),
        (MIDDLE, move_card("A", "draw")),
        (MIDDLE, move_card("B", "A")),
        (MIDDLE, lambda fields: fields["draw"].append("W1")),
        (MIDDLE, lambda fields: fields["draw"].pop()),
        (MIDDLE, lambda fields: fields.update(draw=[], discard=fields["draw"] + fields["discard"])),
        (DICE, lambda fields: fields["phase"].update(die=7)),
        (DICE, lambda fields: fields["phase"].update(die=0)),
        (DICE, lambda fields: fields["phase"].update(rolls_left=3)),
        (DICE, lambda fields: fields["phase"].update(rolls_left=-1)),
        (DICE, lambda fields: fields["phase"].update(card="WD2")),
        (DICE, lambda fields: fields["phase"].update(extra=1)),
        (LEFT, put("left", [])),
        (LEFT, put("left", ["B", "C"])),
        (OVER, put("result", None)),
        (OVER, lambda fields: fields["result"].update(winners=["B"])),
        (OVER, put("phase", {"name": "main"})),
        (OVER, put("left", ["A", "B", "C"])),
        (DISCARDED, put("hand_discarded", False)),
        (DISCARDED, put("played", ["W1"])),
        (DISCARDED, move_card("discard", "A")),
    ],
)
def test_a_rest_that_cannot_be(state: Any, change: Callable[[dict[str, Any]], object]) -> None:
    with pytest.raises(Unreadable):
        game.load(with_rest(state, change))


def test_no_more_than_two_cards_are_played_in_a_turn() -> None:
    state = at("K/1[A1]/2/..", hand=("T1",), played=("W1", "W5"), full=2)

    def third(fields: dict[str, Any]) -> None:
        fields["played"].append("T1")
        fields["discard"].append(fields["hands"]["A"].pop())

    with pytest.raises(Unreadable):
        game.load(with_rest(state, third))


def test_a_hand_of_the_seat_that_ended_the_game_may_be_full_or_not_filled_again() -> None:
    assert [len(hand) for hand in OVER.hands] == [2, 0, 0]
    ended = do(at("-/-/-/K/..", bottles={0: (0, 2, 4)}, turn=1), "discard")[0]
    ended = do(ended, "end")[0] if game.to_act(ended) else ended
    assert [len(hand) for hand in ended.hands] == [3, 3]
    assert game.load(game.dump(ended)) == ended


def test_a_name_that_stands_twice_is_refused() -> None:
    text = game.dump(MIDDLE)
    with pytest.raises(Unreadable):
        game.load(text.replace('"round": 1', '"round": 1, "round": 1'))


def test_what_follows_the_json_is_refused() -> None:
    for more in ("{}", " x", ",", "\0"):
        with pytest.raises(Unreadable):
            game.load(game.dump(MIDDLE) + more)
