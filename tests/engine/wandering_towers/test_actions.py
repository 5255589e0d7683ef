"""The actions that `legal` gives: shared, so they must not change; plain JSON, so they must behave like it."""

import copy
import json
import pickle

import pytest

import engine.wandering_towers as game
from engine.errors import Unreadable
from engine.wandering_towers.actions import ACTS, read
from tests.engine.wandering_towers.positions import at

SWAP = ACTS["cast swap_towers s3 s9"]


def test_an_action_equals_the_plain_object_and_writes_the_same_json() -> None:
    for act in ACTS.values():
        plain = json.loads(json.dumps(act))
        assert act == plain
        assert plain == act
        assert read(plain) is act
        assert json.dumps(act, sort_keys=True) == json.dumps(plain, sort_keys=True)


def test_an_action_cannot_be_changed() -> None:
    for change in (
        lambda: SWAP.update(type="end_turn"),
        lambda: SWAP.pop("type"),
        lambda: SWAP.clear(),
        lambda: SWAP.setdefault("times", 2),
        lambda: SWAP.popitem(),
        lambda: SWAP.__setitem__("times", 2),
        lambda: SWAP.__delitem__("type"),
        lambda: SWAP.__ior__({"times": 2}),
        lambda: SWAP["spaces"].append(4),
        lambda: SWAP["spaces"].__setitem__(0, 4),
        lambda: SWAP["spaces"].sort(reverse=True),
    ):
        with pytest.raises(TypeError):
            change()
    assert SWAP == {"type": "cast", "spell": "swap_towers", "spaces": [3, 9]}
    assert {**SWAP, "times": 2}["times"] == 2


def test_copies_of_an_action_are_equal_to_it() -> None:
    for act in (SWAP, ACTS["W3 A2"], ACTS["end"]):
        assert copy.copy(act) == copy.deepcopy(act) == pickle.loads(pickle.dumps(act)) == act  # noqa: S301 - our own


def test_a_copy_of_the_spaces_is_an_ordinary_list() -> None:
    spaces = copy.deepcopy(SWAP["spaces"])
    spaces.append(4)
    assert spaces == [3, 9, 4]


@pytest.mark.parametrize(
    "action",
    [
        None,
        "W3 A2",
        ["play"],
        {},
        {"type": "fly"},
        {"type": ["play"]},
        {"type": "play", "card": "W3"},
        {"type": "play", "card": "W3", "piece": "A2", "colour": "red"},
        {"type": "play", "card": "W3", "piece": "A2", "ride": "A3"},
        {"type": "play", "card": "W6", "piece": "A2"},
        {"type": "play", "card": "w3", "piece": "A2"},
        {"type": "play", "card": "W3", "piece": "A6"},
        {"type": "play", "card": "W3", "piece": "t10"},
        {"type": "play", "card": "W3", "piece": 2},
        {"type": "roll", "card": "W3"},
        {"type": "discard_hand", "tower": "A1"},
        {"type": "discard_hand"},
        {"type": "cast", "spell": "piggyback", "piece": "A1"},
        {"type": "cast", "spell": "advance_tower", "piece": None},
        {"type": "cast", "spell": "advance_tower", "spaces": [3, 9]},
        {"type": "cast", "spell": "advance_tower", "piece": "t1", "times": 2},
        {"type": "cast", "spell": "advance_tower", "piece": "t1", "times": True},
        {"type": "cast", "spell": "swap_towers", "spaces": [3, True]},
        {"type": "cast", "spell": "swap_towers", "spaces": [3, 3]},
        {"type": "cast", "spell": "swap_towers", "spaces": [3, 16]},
        {"type": "cast", "spell": "swap_towers", "spaces": [3, -1]},
        {"type": "cast", "spell": "swap_towers", "spaces": [3, 4, 5]},
        {"type": "cast", "spell": "swap_towers", "spaces": (3, 4)},
        {"type": "cast", "spell": "swap_towers", "spaces": [3.0, 4]},
        {"type": "cast", "spell": "nudge_keep", "direction": "up"},
        {"type": "end_turn", "really": True},
    ],
)
def test_what_is_no_action(action: object) -> None:
    with pytest.raises(Unreadable):
        read(action)


def test_a_refusal_names_the_field_and_what_it_must_be() -> None:
    for action, says in (
        ({"type": "cast", "spell": "advance_tower", "piece": None}, '"piece" is null; it must be a tower'),
        ({"type": "roll", "card": "W3"}, "W3 has no die to roll"),
        ({"type": "play", "card": 10**5000, "piece": None}, '"card" is a very large number'),
        ({"type": "discard_hand"}, 'needs "tower"'),
        ({"type": "end_turn", "\ud800": []}, "has no '\\ud800' of a list here"),
    ):
        with pytest.raises(Unreadable) as error:
            read(action)
        assert says in error.value.message


def test_legal_gives_shared_actions_that_apply_as_they_are() -> None:
    state = at("K/1[A1]/2[B1]/..")
    assert all(read(action) is action for action in game.legal(state, 0))
