"""Every game and rules version that can be played or re-read: (name, version) -> game."""

from typing import Any

from engine import wandering_towers
from engine.contract import Game
from engine.errors import Unreadable

GAMES: dict[tuple[str, int], Game[Any]] = {(game.name, game.version): game for game in (wandering_towers,)}


def game(name: str, version: int) -> Game[Any]:
    """Return the game with these rules; raises Unreadable, naming the known ones."""
    try:
        return GAMES[name, version]
    except (KeyError, TypeError):
        known = ", ".join(f"{known_name} {known_version}" for known_name, known_version in sorted(GAMES))
        raise Unreadable("unknown-rules", f"There are no rules {name!r} {version!r}; known are: {known}.") from None


def latest(name: str) -> Game[Any]:
    """Return the newest rules of a game; raises Unreadable, naming the known games."""
    versions = [version for known, version in GAMES if known == name]
    if not versions:
        known = ", ".join(sorted({known for known, _ in GAMES}))
        raise Unreadable("unknown-game", f"There is no game {name!r}; known are: {known}.")
    return game(name, max(versions))
