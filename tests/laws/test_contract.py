"""The laws of `engine.contract`, each over every registered game."""

import json
import random

import pytest

from engine.chance import Live, Recorded
from engine.errors import EngineError
from engine.registry import GAMES
from tests.laws.subject import Subject, beginning, below, numbers, played, some_steps, viewers_of
from tests.laws.subjects import SUBJECTS, every_game


def test_every_registered_game_is_held_to_the_laws() -> None:
    assert SUBJECTS.keys() == GAMES.keys()
    assert {key: subject.game for key, subject in SUBJECTS.items()} == GAMES


@every_game
def test_a_hundred_games_at_random_end_and_conserve_their_pieces(subject: Subject) -> None:
    for seed in range(100):
        state = first = beginning(subject, numbers(seed))
        for step in played(subject, seed, first):
            state = step.after
            assert not list(subject.faults(state, first)), subject.game.dump(state)
        assert subject.game.outcome(state) is not None
        assert subject.game.to_act(state) == ()


@every_game
def test_nobody_is_to_act_exactly_when_there_is_an_outcome(subject: Subject) -> None:
    game = subject.game
    for step in some_steps(subject, games=10, every=20):
        assert game.outcome(step.before) is None
        assert step.seat in game.to_act(step.before)
        assert (game.outcome(step.after) is None) == bool(game.to_act(step.after))


@every_game
def test_what_is_legal_applies_and_nothing_else_does(subject: Subject) -> None:
    game, source = subject.game, numbers(1)
    for step in some_steps(subject, games=12, every=80):
        for seat in range(game.view(step.before, None)["seats"]):
            legal = game.legal(step.before, seat)
            assert len(set(legal)) == len(legal)
            assert bool(legal) == (seat in game.to_act(step.before))
            applied = {action for action in subject.universe if applies(subject, step.before, seat, action, source)}
            assert applied == set(legal)


def applies(subject: Subject, state: object, seat: int, action: object, source: random.Random) -> bool:
    try:
        subject.game.apply(state, seat, action, Live(below(source)))  # type: ignore[arg-type]
    except EngineError:
        return False
    return True


@every_game
def test_legal_actions_are_plain_json_in_a_stable_order(subject: Subject) -> None:
    game = subject.game
    for step in some_steps(subject, games=5, every=20):
        legal = game.legal(step.before, step.seat)
        assert legal == game.legal(game.load(game.dump(step.before)), step.seat)
        plain = json.loads(json.dumps(legal))
        assert plain == list(legal)
        assert all(type(action) is dict for action in plain)


@every_game
def test_an_action_as_plain_json_does_the_same(subject: Subject) -> None:
    game = subject.game
    for step in some_steps(subject, games=5, every=10):
        plain = json.loads(json.dumps(step.action))
        assert game.apply(step.before, step.seat, plain, Recorded(step.chance)) == (step.after, step.events)


@every_game
def test_parsing_what_is_written_gives_the_action(subject: Subject) -> None:
    game = subject.game
    for step in some_steps(subject, games=5, every=40):
        for action in game.legal(step.before, step.seat):
            text = game.format(action)
            assert game.parse(text, step.before, step.seat) == action
            assert game.parse(f"  {text.upper()} ".replace(" ", "  "), step.before, step.seat) == action
            assert game.parse(text.lower(), step.before, step.seat) == action


@every_game
def test_a_dump_is_one_line_and_loads_to_an_equal_state(subject: Subject) -> None:
    game = subject.game
    for step in some_steps(subject, games=10, every=10):
        text = game.dump(step.after)
        again = game.load(text)
        assert again == step.after
        assert hash(again) == hash(step.after)
        assert game.dump(again) == text
        assert "\n" not in text


@every_game
def test_recorded_chance_gives_the_same_state_and_events(subject: Subject) -> None:
    game = subject.game
    for step in some_steps(subject, games=10, every=7):
        chance = Recorded(step.chance)
        assert game.apply(step.before, step.seat, step.action, chance) == (step.after, step.events)
        chance.finish()


@every_game
def test_applying_never_changes_its_input(subject: Subject) -> None:
    game, source = subject.game, numbers(2)
    for step in some_steps(subject, games=4, every=50):
        before, action = game.dump(step.before), json.dumps(step.action)
        for action_ in subject.universe:
            applies(subject, step.before, step.seat, action_, source)
        assert game.dump(step.before) == before
        assert json.dumps(step.action) == action


@every_game
def test_views_and_events_are_json_and_fresh(subject: Subject) -> None:
    game = subject.game
    for step in some_steps(subject, games=5, every=20):
        for viewer in viewers_of(step.after, subject):
            view = game.view(step.after, viewer)
            assert json.loads(json.dumps(view)) == view
            view.clear()
            assert game.view(step.after, viewer)
            events = game.events_for(step.events, viewer)
            assert json.loads(json.dumps(events)) == events
            for event in events:
                event.clear()
            assert all(event["kind"] for event in step.events)


@every_game
def test_resigning_is_open_to_every_seat_until_the_end_and_stands_in_no_list(subject: Subject) -> None:
    game, source, resign = subject.game, numbers(3), {"type": "resign"}
    for step in some_steps(subject, games=5, every=40):
        assert resign not in game.legal(step.before, step.seat)
        seats = list(range(game.view(step.before, None)["seats"]))
        source.shuffle(seats)
        state = step.before
        while len(seats) > 1:
            assert game.parse("resign", state, seats[-1]) == resign
            state, events = game.apply(state, seats.pop(), resign, Live(below(source)))
            assert game.load(game.dump(state)) == state
            assert not game.takes_back(events)
        outcome = game.outcome(state)
        assert outcome is not None
        assert outcome["winners"] == seats
        with pytest.raises(EngineError):
            game.apply(state, seats[0], resign, Recorded([]))
