"""The board as lines of text, for a terminal: drawn from a position string, whole or as a viewer may see it."""

import re
from typing import Any, Final

from engine.errors import Unreadable
from engine.wandering_towers.actions import SEATS, SPACES, shown
from engine.wandering_towers.position import RAVEN_SPACES

_LAYERS: Final = re.compile(r"\[[^\]]*\]|[1-9]|K")
_CELL: Final = re.compile(r"-|(?:\[[A-F0-9 ?]+\]|[1-9]|K)+")


def draw_board(board: str) -> str:
    """Return sixteen lines, one a space, each from the ground up; a star marks what bears a raven."""
    cells = board.split("/")
    if len(cells) != SPACES or not all(_CELL.fullmatch(cell) for cell in cells):
        raise Unreadable("bad-position", f"{shown(board)} is no position string; it has 16 cells separated by /.")
    return "\n".join(
        f"{space:4}{_star(space in RAVEN_SPACES)} | {_layers(cell)}".rstrip() for space, cell in enumerate(cells)
    )


def _star(raven: bool) -> str:
    return "*" if raven else " "


def _layers(cell: str) -> str:
    return " ".join(_layer(token) for token in _LAYERS.findall(cell))


def _layer(token: str) -> str:
    if token == "K":  # noqa: S105 - Ravenskeep, not a secret
        return "Ravenskeep"
    return token if token.startswith("[") else f"t{token}{_star(int(token) % 2 == 1).strip()}"


def draw(view: dict[str, Any]) -> str:
    """Return the board and all else that a view tells, in a few lines."""
    keep = " ".join(view["keep"]["wizards"]) or "nobody"
    bottles = [
        f"{SEATS[pool['seats'][0]]} {pool['empty']} empty {pool['full']} full {pool['spent']} spent"
        for pool in view["bottles"]
    ]
    hands = [_hand(hand) for hand in view["hands"]]
    return "\n".join(
        (
            draw_board(view["board"]),
            f"in Ravenskeep: {keep}",
            f"bottles: {', '.join(bottles)}",
            f"cards: {', '.join(hands)}; draw pile {view['draw_pile']}, discard pile {len(view['discard_pile'])}",
            f"round {view['round']}, turn of {SEATS[view['turn']]}{_phase(view)}",
        )
    )


def _hand(hand: dict[str, Any]) -> str:
    cards = hand["count"] if hand["cards"] is None else " ".join(hand["cards"])
    return f"{SEATS[hand['seats'][0]]} {cards}"


def _phase(view: dict[str, Any]) -> str:
    phase = view["phase"]
    if phase["name"] == "dice":
        return f", {phase['card']} shows {phase['die']}, rolls left: {phase['rolls_left']}"
    if phase["name"] == "over":
        outcome = view["outcome"]
        return f"; over ({outcome['reason']}), won by {', '.join(SEATS[seat] for seat in outcome['winners'])}"
    return f", played {' '.join(view['played'])}" if view["played"] else ""
