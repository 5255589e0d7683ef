"""Wandering Towers as the laws see it; the checks are written apart from the engine's own."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import engine.wandering_towers as game
from engine.contract import Options, Viewer
from engine.wandering_towers.actions import ACTS, COSTS
from engine.wandering_towers.cards import DECK
from engine.wandering_towers.position import IN_KEEP, State
from tests.laws.subject import Subject

ROOM = 6
SORTED_DECK = sorted(DECK)


def options(source: random.Random) -> tuple[Options, int]:
    seats = source.randint(2, 6)
    named = source.sample(list(COSTS), source.randint(3, 7))
    spells: Any = source.choice(["first_game", "all", {"random": source.randint(3, 7)}, named])
    starting_seat = source.choice([None, source.randrange(seats)])
    memory = source.choice(["open", "strict"])
    return {"memory": memory, "spells": spells, "starting_seat": starting_seat}, seats


def redealt(state: State, viewer: Viewer, source: random.Random) -> State:
    """Deal anew the draw pile, the other hands and, in strict memory, the covered wizards."""
    hidden = [code for seat, hand in enumerate(state.hands) if seat != viewer for code in hand] + list(state.draw)
    source.shuffle(hidden)
    hands = []
    for seat, hand in enumerate(state.hands):
        if seat != viewer:
            hand, hidden = tuple(hidden[: len(hand)]), hidden[len(hand) :]
        hands.append(hand)
    state = state._replace(hands=tuple(hands), draw=tuple(hidden))
    return state if state.terms.memory == "open" else state._replace(places=_covered_anew(state, source))


def _covered_anew(state: State, source: random.Random) -> bytes:
    layers = [*range(16), *range(16, 25)]
    free = [place for place in layers if place not in state.tops and _exists(state, place) for _ in range(ROOM)]
    source.shuffle(free)
    return bytes(place if place == IN_KEEP or place in state.tops else free.pop() for place in state.places)


def _exists(state: State, place: int) -> bool:
    return place >= 16 or bool(state.stacks[place])


def faults(state: State, first: State) -> Iterator[str]:
    """Give what is wrong with a position, in words."""
    yield from _lost_pieces(state, first)
    yield from _wrong_places(state)
    seats = game.to_act(state)
    if any(not game.legal(state, seat) for seat in seats):
        yield "a seat that is to act has no legal action"
    if bool(seats) == (game.outcome(state) is not None):
        yield "nobody is to act and the game is not over, or the other way round"


def _lost_pieces(state: State, first: State) -> Iterator[str]:
    if sorted([*state.draw, *state.discard, *(code for hand in state.hands for code in hand)]) != SORTED_DECK:
        yield "the cards are not the 90"
    if not state.draw:
        yield "the draw pile is empty"
    if sorted(tower for stack in state.stacks for tower in stack) != list(range(1, 10)):
        yield "the towers are not the nine"
    if len(state.places) != len(first.places):
        yield "a wizard is lost"
    for bottles, at_first in zip(state.bottles, first.bottles, strict=True):
        if sum(bottles) != sum(at_first) or min(bottles) < 0:
            yield "bottles are not conserved"


def _wrong_places(state: State) -> Iterator[str]:
    keep_stack = state.stacks[state.keep]
    if (15 + keep_stack[-1] if keep_stack else state.keep) in state.places:
        yield "a wizard stands where Ravenskeep stands"
    for place, count in Counter(state.places).items():
        if place > IN_KEEP or (place < IN_KEEP and count > ROOM):
            yield f"{count} wizards stand on place {place}"


WANDERING_TOWERS = Subject(
    game=game,
    options=options,
    universe=tuple(act for text, act in ACTS.items() if text != "resign"),
    redealt=redealt,
    faults=faults,
    shows=frozenset({"drawn", "revealed", "hand_discarded"}),
)
