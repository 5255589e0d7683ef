"""Words beside the buttons, held against the rules: where a piece is said to go is where it goes."""

import re

import pytest

from engine import wandering_towers
from engine.chance import Seeded
from engine.wandering_towers.cards import CARDS, DIE
from tests.web.test_pictures import played
from wtgame.web.choices import grouped, steps_of
from wtgame.web.sentences import sentences


@pytest.mark.parametrize("card", CARDS.values(), ids=str)
def test_a_card_is_read_as_the_rules_read_it(card: object) -> None:
    code, tower, wizard = card[:3]  # type: ignore[index]
    die = 5
    assert steps_of(code, die) == (die if tower == DIE else tower, die if wizard == DIE else wizard)


@pytest.mark.parametrize("seed", range(40))
def test_a_piece_goes_where_its_button_says(seed: int) -> None:
    state = played(seed, 2 + seed % 5, "open", 3 * seed)
    seat = state.turn
    legal = [{"action": dict(act), "notation": act.text} for act in wandering_towers.legal(state, seat)]
    said = [choice for group in grouped(legal, wandering_towers.view(state, seat)) for choice in group.choices]
    assert len(said) == len(legal)
    by_notation = {choice.notation: choice for choice in said}
    for act in wandering_towers.legal(state, seat):
        space = re.fullmatch(r"to space (\d+)", by_notation[act.text].leads)
        if space is None:
            continue
        _after, events = wandering_towers.apply(state, seat, act, Seeded(b"s", "g", 1))
        moved = next(event for event in events if event["kind"] in ("wizard_moved", "tower_moved"))
        assert moved["to"] == int(space[1])


@pytest.mark.parametrize("seed", range(20))
def test_every_action_is_told_in_sentences_without_gaps(seed: int) -> None:
    state = played(seed, 2 + seed % 5, "strict", 3 * seed)
    for act in wandering_towers.legal(state, state.turn):
        _after, events = wandering_towers.apply(state, state.turn, act, Seeded(b"s", "g", 1))
        for sentence in sentences(wandering_towers.events_for(events, state.turn)):
            assert sentence.endswith(".")
            assert "None" not in sentence
