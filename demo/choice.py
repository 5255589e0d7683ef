"""Which move a demo player makes: homes come first, then bottles, then whatever brings a wizard nearer."""

import random
from typing import Any

SPACES = 16
ADVANCED = {"advance_wizard": 1, "advance_tower": 1}
"""How far the spells move that a demo player casts."""


def choose(actions: list[dict[str, Any]], view: dict[str, Any], seat: int, chance: random.Random) -> dict[str, Any]:
    """Return the best of the legal actions for the seat, by chance among equals."""
    return max(actions, key=lambda legal: (_worth(legal["action"], view, seat), chance.random()))["action"]


def _worth(action: dict[str, Any], view: dict[str, Any], seat: int) -> float:
    kind, piece = action["type"], action.get("piece") or action.get("tower")
    if kind == "discard_hand":
        return -50.0
    if kind == "cast":
        steps = ADVANCED.get(action["spell"], 0)
        return _move_worth(piece, steps, view, seat) - 20 if steps else -50.0
    if piece is None:
        return {"roll": 5.0, "reroll": 0.5}.get(kind, 0.0)
    card = action["card"] if kind == "play" else view["phase"]["card"]
    steps = _steps(card, piece) or view["phase"]["die"]
    return _move_worth(piece, steps, view, seat)


def _steps(card: str, piece: str) -> int:
    """How far a card moves a piece: the number behind its letter (T4W2); 0 where a die says it."""
    letter = "T" if piece.startswith("t") else "W"
    after = card.partition(letter)[2][:1]
    return int(after) if after.isdigit() else 0


def _move_worth(piece: str, steps: int, view: dict[str, Any], seat: int) -> float:
    here = next(space for space, found in enumerate(map(_pieces, view["spaces"])) if piece in found)
    there, keep = (here + steps) % SPACES, view["keep"]["space"]
    if not piece.startswith("t"):
        return 100.0 if there == keep else steps - ((keep - there) % SPACES) / 20
    letter = "ABCDEF"[seat]
    caught, freed = _visible(view["spaces"][there]), _below(view["spaces"][here], piece)
    own = sum(wizard.startswith(letter) for wizard in caught)
    thirsty = view["bottles"][seat]["empty"] > 0
    released = sum(wizard.startswith(letter) for wizard in freed)
    return (30.0 if caught and thirsty else 0.0) + 8.0 * released - 15.0 * own


def _pieces(space: dict[str, Any]) -> list[str]:
    """Every tower and wizard on a space."""
    towers = space["towers"]
    return [
        *space["wizards"],
        *(tower["tower"] for tower in towers),
        *(w for tower in towers for w in tower["wizards"]),
    ]


def _visible(space: dict[str, Any]) -> list[str]:
    return space["towers"][-1]["wizards"] if space["towers"] else space["wizards"]


def _below(space: dict[str, Any], tower: str) -> list[str]:
    """Who comes to light when a tower of the space is lifted."""
    layers = [space["wizards"]]
    for each in space["towers"]:
        if each["tower"] == tower:
            break
        layers.append(each["wizards"])
    return layers[-1]
