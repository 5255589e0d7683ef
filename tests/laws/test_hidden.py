"""What a viewer can't know changes nothing that the viewer is shown: two positions that differ in it look the same."""

from typing import Any

from engine.chance import Live, Recorded
from engine.contract import Viewer
from engine.errors import EngineError
from tests.laws.subject import Step, Subject, below, numbers, some_steps, viewers_of
from tests.laws.subjects import every_game

PROSE = (
    "hello",
    "resign",
    "pass",
    "cast",
    "W9 A1",
    "W1",
    "T5W1",
    "cast free_wizard",
    "discard t",
    "end",
    "A1",
    "-",
    "",
)


def pairs(subject: Subject, games: int, every: int) -> Any:
    """Give steps with a viewer and the position before, dealt anew for that viewer."""
    source = numbers(4)
    for step in some_steps(subject, games, every, seed=100):
        for viewer in viewers_of(step.before, subject):
            yield step, viewer, subject.redealt(step.before, viewer, source)


@every_game
def test_dealing_anew_does_change_the_position(subject: Subject) -> None:
    steps = list(pairs(subject, games=3, every=30))
    changed = [step.before != other for step, _, other in steps]
    assert sum(changed) > 0.9 * len(changed)
    for _, _, other in steps:
        assert subject.game.load(subject.game.dump(other)) == other


@every_game
def test_view_legal_actions_and_outcome_are_equal(subject: Subject) -> None:
    game = subject.game
    for step, viewer, other in pairs(subject, games=12, every=15):
        assert game.view(step.before, viewer) == game.view(other, viewer)
        assert game.to_act(step.before) == game.to_act(other)
        assert game.outcome(step.before) == game.outcome(other)
        if viewer is not None:
            assert game.legal(step.before, viewer) == game.legal(other, viewer)


@every_game
def test_errors_are_equal(subject: Subject) -> None:
    for step, viewer, other in pairs(subject, games=3, every=150):
        if viewer is not None:
            for action in subject.universe:
                assert refusal(subject, step.before, viewer, action) == refusal(subject, other, viewer, action)
            texts = [*PROSE, *(subject.game.format(action) for action in subject.universe[::9])]
            for text in texts:
                assert reading(subject, text, step.before, viewer) == reading(subject, text, other, viewer)


def refusal(subject: Subject, state: Any, seat: int, action: Any) -> Any:
    try:
        subject.game.apply(state, seat, action, Live(below(numbers(5))))
    except EngineError as error:
        return type(error), error.code, error.message, error.rule
    return None


def reading(subject: Subject, text: str, state: Any, seat: int) -> Any:
    try:
        return subject.game.parse(text, state, seat)
    except EngineError as error:
        return type(error), error.code, error.message, error.rule


def both(subject: Subject, step: Step, viewer: Viewer, other: Any) -> tuple[list[Any], list[Any]] | None:
    """Return what the viewer sees of the action in both positions; None where the seat could not take it in the other."""
    game = subject.game
    if step.seat != viewer and refusal(subject, other, step.seat, step.action):
        return None  # another seat acted by what it alone knows, as a card of its hand
    _, events = game.apply(other, step.seat, step.action, Recorded(step.chance))
    return game.events_for(step.events, viewer), game.events_for(events, viewer)


@every_game
def test_events_are_equal_up_to_the_first_that_shows_something_hidden(subject: Subject) -> None:
    compared = 0
    for step, viewer, other in pairs(subject, games=12, every=6):
        seen = both(subject, step, viewer, other)
        if seen:
            differing = next((pair for pair in zip(*seen, strict=False) if pair[0] != pair[1]), None)
            if differing:
                assert differing[0]["kind"] in subject.shows
                assert differing[0]["kind"] == differing[1]["kind"]
            else:
                assert seen[0] == seen[1]
            compared += 1
    assert compared > 500


@every_game
def test_kf_04_what_may_be_undone_has_told_its_seat_nothing(subject: Subject) -> None:
    game, undone = subject.game, 0
    for step, viewer, other in pairs(subject, games=12, every=6):
        if viewer == step.seat and game.takes_back(step.events):
            assert not step.chance
            assert step.seat in game.to_act(step.after)
            after, events = game.apply(other, viewer, step.action, Recorded([]))
            assert game.events_for(events, viewer) == game.events_for(step.events, viewer)
            assert game.view(after, viewer) == game.view(step.after, viewer)
            undone += 1
    assert undone > 50
