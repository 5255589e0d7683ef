"""A position: the values it is made of, the questions asked of it, and the string that writes the board (section 8).

A place is a number: 0..15 the ground of a space, 15 + t the top of tower t, IN_KEEP inside Ravenskeep. A wizard's
place does not change when the tower under it is moved, so a tower move only changes the stacks.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from engine.errors import Unreadable
from engine.wandering_towers.actions import SEATS, SPACES, shown

TOP: Final = SPACES - 1
"""The place on top of tower t is TOP + t."""

IN_KEEP: Final = TOP + 10
ROOM: Final = 6
RAVEN_SPACES: Final = (0, 4, 8, 12)


class Bottles(NamedTuple):
    """The bottles of one seat."""

    empty: int
    full: int
    spent: int


class Terms(NamedTuple):
    """What was settled when the game began and never changes; `wizards` and `bottles` are those of each seat."""

    seats: int
    start: int
    mode: str
    memory: str
    spells: tuple[str, ...]
    wizards: int
    bottles: int
    names: tuple[str, ...]
    """The wizards' names in the order of `State.places`: A1, A2 .., B1 .."""


class Phase(NamedTuple):
    """Where the turn is: `main`, `dice` (a number is rolled, the piece not yet chosen), `over`."""

    name: str
    card: str = ""
    die: int = 0
    rolls_left: int = 0


MAIN: Final = Phase("main")
OVER: Final = Phase("over")


class State(NamedTuple):
    """A whole position, as a value: equal positions are equal."""

    terms: Terms
    stacks: tuple[tuple[int, ...], ...]
    """The towers on each of the 16 spaces, from the bottom up."""
    tops: bytes
    """The topmost place of each of the 16 spaces; a wizard is visible when it stands on one (WT-21)."""
    places: bytes
    """Where each wizard stands."""
    keep: int
    """Ravenskeep's space; it always stands on top."""
    bottles: tuple[Bottles, ...]
    hands: tuple[tuple[str, ...], ...]
    draw: tuple[str, ...]
    """The draw pile from the top."""
    discard: tuple[str, ...]
    """The discard pile, oldest first."""
    left: tuple[int, ...]
    """Seats that have left, the earliest first (WT-93)."""
    turn: int
    round: int
    played: tuple[str, ...]
    """Cards played in this turn."""
    hand_discarded: bool
    cast_by: tuple[int, ...]
    """Seats that have cast a spell in this turn (WT-14)."""
    phase: Phase


class Table:
    """The pieces while one action is carried out: filled from a state, changed by the rules, turned into the next."""

    __slots__ = (*State._fields, "entered", "events")

    terms: Terms
    stacks: tuple[tuple[int, ...], ...]
    tops: bytes
    places: bytes
    keep: int
    bottles: tuple[Bottles, ...]
    hands: tuple[tuple[str, ...], ...]
    draw: tuple[str, ...]
    discard: tuple[str, ...]
    left: tuple[int, ...]
    turn: int
    round: int
    played: tuple[str, ...]
    hand_discarded: bool
    cast_by: tuple[int, ...]
    phase: Phase
    events: list[dict[str, Any]]
    entered: bool
    """A wizard has entered Ravenskeep, which ends the turn (WT-33)."""

    def __init__(self, state: State) -> None:
        (
            self.terms, self.stacks, self.tops, self.places, self.keep, self.bottles, self.hands, self.draw,
            self.discard, self.left, self.turn, self.round, self.played, self.hand_discarded, self.cast_by, self.phase,
        ) = state  # fmt: skip
        self.events = []
        self.entered = False

    def state(self) -> State:
        """Return the position as it is now."""
        return State(
            self.terms, self.stacks, self.tops, self.places, self.keep, self.bottles, self.hands, self.draw,
            self.discard, self.left, self.turn, self.round, self.played, self.hand_discarded, self.cast_by, self.phase,
        )  # fmt: skip


Position = State | Table


def wizard_names(seats: int, each: int) -> tuple[str, ...]:
    """Return the names of all wizards in the order of `State.places`."""
    return tuple(f"{letter}{number}" for letter in SEATS[:seats] for number in range(1, each + 1))


def wizards_on(position: Position, place: int) -> list[str]:
    """Return the names of the wizards that stand on a place, sorted by seat and number."""
    places = position.places
    if place not in places:
        return []
    return [name for name, standing in zip(position.terms.names, places, strict=True) if standing == place]


def wizards_of(terms: Terms, seat: int) -> range:
    """Return the indices in `State.places` of the wizards that a seat plays."""
    return range(seat * terms.wizards, (seat + 1) * terms.wizards)


def all_in(position: Position, seat: int) -> bool:
    """Say whether every wizard of the seat is in Ravenskeep."""
    each = position.terms.wizards
    return position.places.count(IN_KEEP, seat * each, (seat + 1) * each) == each


def reached_goal(position: Position, seat: int) -> bool:
    """Say whether the seat has reached the goal: all wizards in and no bottle empty (WT-90, WT-93)."""
    return not position.bottles[seat].empty and seat not in position.left and all_in(position, seat)


def tops_of(stacks: Sequence[tuple[int, ...]]) -> bytes:
    """Return the topmost place of each space."""
    return bytes(TOP + stack[-1] if stack else space for space, stack in enumerate(stacks))


def place_name(place: int) -> str:
    """Return a place in words, for sentences to people."""
    return f"space {place}" if place <= TOP else f"tower {place - TOP}"


def write_board(position: Position, strict: bool = False) -> str:
    """Return the position string; a strict one hides what is covered (WT-41)."""
    standing: dict[int, list[str]] = {}
    for name, place in zip(position.terms.names, position.places, strict=True):
        standing.setdefault(place, []).append(name)
    brackets = {place: f"[{' '.join(names)}]" for place, names in standing.items()}
    return "/".join(_cell(position, space, brackets, strict) for space in range(SPACES))


def _cell(position: Position, space: int, brackets: dict[int, str], strict: bool) -> str:
    stack = position.stacks[space]
    top = position.tops[space]
    parts = [brackets.get(space, "")] if not (strict and stack) else []
    for tower in stack:
        place = TOP + tower
        hidden = strict and place != top
        parts += (str(tower), "[?]" if hidden else brackets.get(place, ""))
    if space == position.keep:
        parts.append("K")
    return "".join(parts) or "-"


class BoardRead(NamedTuple):
    """What a position string says; wizards that it does not name are in Ravenskeep."""

    stacks: tuple[tuple[int, ...], ...]
    keep: int
    wizards: dict[str, int]


_WIZARDS = r"\[[A-F][1-9][0-9]?(?: [A-F][1-9][0-9]?)*\]"
_CELL = re.compile(rf"-|(?=.)(?P<ground>{_WIZARDS})?(?P<towers>(?:[1-9](?:{_WIZARDS})?)*)(?P<keep>K?)")
_TOWER = re.compile(rf"([1-9])({_WIZARDS})?")


def read_board(text: str) -> BoardRead:
    """Return what a position string says; raises Unreadable unless it is one."""
    cells = text.split("/")
    if len(cells) != SPACES:
        raise _bad(f"A position string has 16 cells separated by /; this one has {len(cells)}.")
    stacks: list[tuple[int, ...]] = []
    wizards: dict[str, int] = {}
    keeps: list[int] = []
    for space, cell in enumerate(cells):
        match = _CELL.fullmatch(cell)
        if match is None:
            raise _bad(f"Cell {space} of the position string is {shown(cell)}, which cannot be read.")
        towers = _TOWER.findall(match["towers"] or "")
        stacks.append(tuple(int(tower) for tower, _ in towers))
        layers = [(space, match["ground"] or ""), *((TOP + int(tower), names) for tower, names in towers)]
        for place, names in layers:
            _stand(wizards, names[1:-1].split(), place)
        if match["keep"]:
            keeps.append(space)
            if layers[-1][1]:
                raise _bad(f"Wizards stand on the very place where Ravenskeep stands, in cell {space}.")
    if sorted(tower for stack in stacks for tower in stack) != list(range(1, 10)):
        raise _bad("A position string names each of the towers 1 to 9 once.")
    if len(keeps) != 1:
        raise _bad(f"A position string has one K; this one has {len(keeps)}.")
    return BoardRead(tuple(stacks), keeps[0], wizards)


def places_of(names: Iterable[str], wizards: dict[str, int]) -> bytes:
    """Return the place of each wizard; raises Unreadable if the board names a wizard that is not in the game."""
    known = tuple(names)
    strangers = wizards.keys() - set(known)
    if strangers:
        raise _bad(f"Wizard {min(strangers)} is on the board and not in this game.")
    return bytes(wizards.get(name, IN_KEEP) for name in known)


def _stand(wizards: dict[str, int], names: list[str], place: int) -> None:
    if len(names) > ROOM:
        raise _bad(f"{len(names)} wizards stand on {place_name(place)}; there is room for 6.", "WT-23")
    for name in names:
        if name in wizards:
            raise _bad(f"Wizard {name} stands in two places.")
        wizards[name] = place


def _bad(message: str, rule: str = "") -> Unreadable:
    return Unreadable("bad-position", message, rule)
