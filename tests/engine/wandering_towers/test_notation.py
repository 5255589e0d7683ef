"""Reading notation as people write it (section 8)."""

import pytest

import engine.wandering_towers as game
from engine.errors import Ambiguous, Illegal, Unreadable
from engine.wandering_towers.actions import ACTS
from tests.engine.wandering_towers.positions import at

STATE = at("K/1[A1 A2]/2[B1]/..", hand=("W2", "T1", "D1"), full=6, spells=("swap_towers", "nudge_keep", "free_wizard"))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("w2 a1", "W2 A1"),
        ("  W2\t\n A1 ", "W2 A1"),
        ("t1 t5", "T1 t5"),
        ("T1 T5", "T1 t5"),
        ("d1 ROLL", "D1 roll"),
        ("D1", "D1 roll"),
        ("Discard T3", "discard t3"),
        ("CAST Swap_Towers S2 s1", "cast swap_towers s1 s2"),
        ("cast swap_towers s02 s1", "cast swap_towers s1 s2"),
        ("cast nudge_keep CCW", "cast nudge_keep ccw"),
        ("Resign", "resign"),
    ],
)
def test_case_blanks_and_order_are_forgiven(text: str, written: str) -> None:
    assert game.format(game.parse(text, STATE, 0)) == written


@pytest.mark.parametrize("text", ["W2", "T1", "cast nudge_keep", "cast free_wizard", "cast", "cast swap_towers s1"])
def test_what_fits_several_actions_is_answered_with_them(text: str) -> None:
    with pytest.raises(Ambiguous) as error:
        game.parse(text, STATE, 0)
    legal = {game.format(action) for action in game.legal(STATE, 0)}
    assert len(error.value.choices) > 1
    assert set(error.value.choices) <= legal
    assert text in error.value.message


def test_of_many_choices_the_sentence_names_a_few() -> None:
    with pytest.raises(Ambiguous) as error:
        game.parse("cast", STATE, 0)
    assert len(error.value.choices) > 12
    assert len(error.value.message) < 400
    assert f"and {len(error.value.choices) - 10} more" in error.value.message


def test_a_card_alone_is_enough_where_only_one_action_fits() -> None:
    state = at("K/1[A1]/2[B1]/..", hand=("W2", "T1", "W5"))
    assert game.format(game.parse("w2", state, 0)) == "W2 A1"
    assert game.format(game.parse("W2", at("K/1/2/..", hand=("W2", "T1", "W5")), 0)) == "W2 -"


def test_after_a_roll_a_piece_stands_alone_though_a_card_has_its_name() -> None:
    state = at("K/1[A1]/2[B1]/-/-/-/-/..", hand=("T1", "T3"), rolled=("D1", 2, 0))
    assert game.parse("T1", state, 0) == {"type": "choose", "piece": "t1"}
    assert game.parse("a1", state, 0) == {"type": "choose", "piece": "A1"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "write for example"),
        ("hello", "write for example"),
        ("W2 C9", "after a card comes its piece"),
        ("W2 A1 A2", "after a card comes its piece"),
        ("W9 A1", "write for example"),
        ("A1 W2", "write the card first"),
        ("cast fireball t1", "the spells are"),
        ("cast swap_towers s1 s2 s3", "name two spaces"),
        ("cast swap_towers 1 2", "name two spaces"),
        ("cast swap_towers s1 s16", "Space 16 does not exist"),
        ("cast swap_towers s1 s1", "named twice"),
        ("cast nudge_keep left", "say the direction"),
        ("cast free_wizard t0", "name one piece"),
        ("discard A1", "to move a tower as well"),
        ("x" * 500, "too long"),
    ],
)
def test_what_cannot_be_read_is_quoted_with_what_would_be_right(text: str, says: str) -> None:
    with pytest.raises(Unreadable) as error:
        game.parse(text, STATE, 0)
    assert says in error.value.message
    assert text[:40] in error.value.message or "Space" in error.value.message


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("W3 A1", "WT-10"),
        ("W3", "WT-10"),
        ("W2 B1", "WT-21"),
        ("T1 A1", "WT-20"),
        ("A1", "WT-30"),
        ("reroll", "WT-30"),
        ("end", "WT-10"),
        ("cast advance_tower t1", "WT-5"),
        ("cast advance_tower", "WT-5"),
    ],
)
def test_what_is_illegal_is_quoted_with_its_rule(text: str, rule: str) -> None:
    with pytest.raises(Illegal) as error:
        game.parse(text, STATE, 0)
    assert error.value.rule == rule
    assert text in error.value.message


def test_a_spell_alone_that_nobody_can_use_tells_of_a_piece_that_it_could_mean() -> None:
    state = at("K/1/[A1]3/..", full=2)
    with pytest.raises(Illegal) as error:
        game.parse("cast advance_wizard", state, 0)
    assert (error.value.code, error.value.rule) == ("covered", "WT-21")
    with pytest.raises(Illegal) as error:
        game.parse("cast advance_wizard", at("K/1/2/..", full=2), 0)
    assert error.value.code == "no-such-action"


def test_no_two_actions_are_written_alike() -> None:
    assert len({text.lower() for text in ACTS}) == len(ACTS)


def test_every_form_is_written_in_one_way() -> None:
    forms = {
        "W3 A2": {"type": "play", "card": "W3", "piece": "A2", "ride": None},
        "W3 -": {"type": "play", "card": "W3", "piece": None, "ride": None},
        "-": {"type": "choose", "piece": None, "ride": None},
        "cast advance_tower t1": {"type": "cast", "spell": "advance_tower", "piece": "t1", "times": 1},
        "A2": {"type": "choose", "piece": "A2", "ride": None},
        "cast swap_towers s3 s9": {"type": "cast", "spell": "swap_towers", "spaces": [9, 3], "times": 1},
        "cast nudge_keep cw": {"direction": "cw", "times": 1, "spell": "nudge_keep", "type": "cast"},
        "end": {"type": "end_turn"},
    }
    for text, action in forms.items():
        assert game.format(action) == text
