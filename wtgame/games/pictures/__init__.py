"""The board as a picture: one pure function a game, from a view (what one viewer may know) to SVG."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from wtgame.games.pictures import wandering_towers

_DRAWN: Final[dict[str, Callable[[Mapping[str, Any]], str]]] = {"wandering_towers": wandering_towers.draw}


def draw(view: Mapping[str, Any]) -> str:
    """Return the SVG of a view; the same view gives the same bytes."""
    return _DRAWN[view["game"]](view)
