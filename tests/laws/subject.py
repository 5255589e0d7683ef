"""What the laws need to know of a game beyond its contract, and play at random."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.chance import Answer, Live, Recording
from engine.contract import Action, Event, Game, Options, Viewer


@dataclass(frozen=True)
class Subject:
    """A game as the laws see it."""

    game: Game[Any]
    options: Callable[[random.Random], tuple[Options, int]]
    """Options and a number of seats at random."""
    universe: tuple[Action, ...]
    """Every action that can be written at all, legal or not, but for resigning."""
    redealt: Callable[[Any, Viewer, random.Random], Any]
    """The same position with what the viewer can't know dealt anew."""
    faults: Callable[[Any, Any], Iterable[str]]
    """What is wrong with a position of the game that began with another: pieces lost, impossible places."""
    shows: frozenset[str]
    """Kinds of events that may tell a viewer what was hidden before."""


class Step(NamedTuple):
    """One action of a game played at random."""

    before: Any
    seat: int
    action: Action
    chance: list[Answer]
    after: Any
    events: tuple[Event, ...]


def numbers(seed: int) -> random.Random:
    """Return a source of numbers that is the same in every run."""
    return random.Random(seed)  # noqa: S311 - it shuffles for tests and figures, never for people


def below(source: random.Random) -> Callable[[int], int]:
    """Return a fast source of numbers under a bound, for `engine.chance.Live`."""
    return lambda bound: int(source.random() * bound)


def beginning(subject: Subject, source: random.Random) -> Any:
    options, seats = subject.options(source)
    return subject.game.setup(subject.game.check_options(options, seats), seats, Live(below(source)))


def played(subject: Subject, seed: int, state: Any = None) -> Iterator[Step]:
    """Play a whole game at random, giving every step."""
    source, game = numbers(seed), subject.game
    state = beginning(subject, source) if state is None else state
    while seats := game.to_act(state):
        seat = source.choice(seats)
        action = source.choice(game.legal(state, seat))
        chance = Recording(Live(below(source)))
        after, events = game.apply(state, seat, action, chance)
        yield Step(state, seat, action, chance.answers, after, events)
        state = after


def some_steps(subject: Subject, games: int, every: int, seed: int = 0) -> Iterator[Step]:
    """Give each `every`-th step of some games, beginning anywhere."""
    for number in range(games):
        first = numbers(seed + number).randrange(every)
        for index, step in enumerate(played(subject, seed + number)):
            if index % every == first:
                yield step


def viewers_of(state: Any, subject: Subject) -> list[Viewer]:
    """Return every seat, and the spectator."""
    return [*range(subject.game.view(state, None)["seats"]), None]
