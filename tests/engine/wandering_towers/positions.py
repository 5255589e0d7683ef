"""Positions in one line: a board that names what matters, and whatever differs from an ordinary turn of seat A."""

from collections.abc import Sequence
from typing import Any

import engine.wandering_towers as game
from engine.chance import Recorded
from engine.contract import Event
from engine.wandering_towers.cards import DECK, HAND
from engine.wandering_towers.position import MAIN, Bottles, Phase, State, places_of, read_board, tops_of
from engine.wandering_towers.setup import FIRST_GAME, first_position, terms_of

PLAIN_HAND = ("W1", "T1", "W5")


def whole_board(board: str, rest_on: int) -> str:
    """Fill up a board that ends in `..`: the towers that it does not name stand together on one space."""
    if not board.endswith("/.."):
        return board
    cells = board[: -len("/..")].split("/")
    cells += ["-"] * (16 - len(cells))
    missing = [str(tower) for tower in range(1, 10) if not any(_names(cell, tower) for cell in cells)]
    assert cells[rest_on] == "-"
    cells[rest_on] = "".join(missing) or "-"
    return "/".join(cells)


def _names(cell: str, tower: int) -> bool:
    outside = "".join(part.rpartition("]")[2] for part in cell.split("["))
    return str(tower) in outside


def at(
    board: str,
    *,
    seats: int = 2,
    hand: Sequence[str] = PLAIN_HAND,
    full: int = 0,
    spells: Sequence[str] = FIRST_GAME,
    memory: str = "open",
    bottles: dict[int, tuple[int, int, int]] | None = None,
    rolled: tuple[str, int, int] | None = None,
    rest_on: int = 11,
    start: int = 0,
    draw: int | None = None,
    **fields: Any,
) -> State:
    """Return a position with seat A on turn; `full` of its bottles are full, `draw` is the size of the draw pile."""
    terms = terms_of(seats, start, "base", memory, tuple(spells))
    read = read_board(whole_board(board, rest_on))
    played = tuple(fields.pop("played", ())) + ((rolled[0],) if rolled else ())
    pile = list(DECK)
    for code in (*hand, *played):
        pile.remove(code)
    left = fields.get("left", ())
    turn = fields.get("turn", 0)
    hands = []
    for seat in range(seats):
        count = 0 if seat in left else HAND
        hands.append(tuple(hand) if seat == turn else tuple(pile.pop() for _ in range(count)))
    cut = len(pile) if draw is None else draw
    first = first_position(terms, DECK)
    state = first._replace(
        stacks=read.stacks,
        tops=tops_of(read.stacks),
        places=places_of(terms.names, read.wizards),
        keep=read.keep,
        hands=tuple(hands),
        draw=tuple(pile[:cut]),
        discard=(*pile[cut:], *played),
        played=played,
        phase=Phase("dice", *rolled) if rolled else MAIN,
    )
    counts = {0: (terms.bottles - full, full, 0), **(bottles or {})}
    state = state._replace(bottles=tuple(Bottles(*counts.get(seat, (terms.bottles, 0, 0))) for seat in range(seats)))
    state = state._replace(**fields)
    assert game.load(game.dump(state)) == state
    return state


def do(state: State, text: str, *chance: Any, seat: int | None = None) -> tuple[State, tuple[Event, ...]]:
    """Carry out an action written in notation, with recorded chance."""
    seat = state.turn if seat is None else seat
    recorded = Recorded(list(chance))
    after = game.apply(state, seat, game.parse(text, state, seat), recorded)
    recorded.finish()
    return after


def board(state: State) -> str:
    """Return the board, cut off behind the last space that matters to the test."""
    return game.dump(state).partition(" {")[0]


def kinds(events: Sequence[Event]) -> list[str]:
    return [event["kind"] for event in events]


def texts(state: State, beginning: str = "") -> set[str]:
    """Return the legal actions of the seat on turn that begin so, in notation."""
    found = {game.format(action) for action in game.legal(state, state.turn)}
    return {text for text in found if text.startswith(beginning)}
