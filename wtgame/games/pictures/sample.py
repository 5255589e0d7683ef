"""The position that the README and the first page show: the middle of a game that chance has played."""

from functools import cache
from typing import Any

from engine import wandering_towers
from engine.chance import Seeded

SEATS = 4
PLIES = 60
_OPTIONS = {"spells": "all", "starting_seat": 0}


@cache
def sample_view() -> dict[str, Any]:
    """Return the sample as a spectator sees it; always the same."""
    options = wandering_towers.check_options(_OPTIONS, SEATS)
    state = wandering_towers.setup(options, SEATS, _chance(0))
    for seq in range(1, PLIES + 1):
        # Hands thrown away move nothing, and chance would throw away most of them.
        actions = [act for act in wandering_towers.legal(state, state.turn) if act["type"] != "discard_hand"]
        chance = _chance(seq)
        action = actions[chance.die(len(actions)) - 1]
        state, _events = wandering_towers.apply(state, state.turn, action, chance)
    return wandering_towers.view(state, None)


def _chance(seq: int) -> Seeded:
    return Seeded(b"the picture of the README", "board", seq)
