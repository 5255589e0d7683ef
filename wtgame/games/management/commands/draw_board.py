"""`manage.py draw_board [POSITION] > docs/board.svg`: the picture of a position, as any spectator sees it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine import wandering_towers
from engine.chance import Seeded
from engine.errors import EngineError
from engine.wandering_towers import dump, load, view
from wtgame.games import pictures

README_PLIES = 60
_OPTIONS = {"spells": "all", "starting_seat": 0}


class Command(BaseCommand):
    help = "Draw a position (a line as `dump` writes it) as SVG; without one, the position that the README shows."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("position", nargs="?", help="the dump of a position; the README's if left out")

    def handle(self, *args: Any, position: str | None, **options: Any) -> None:
        try:
            state = load(position or readme_position())
        except EngineError as error:
            raise CommandError(error.message) from error
        self.stdout.write(pictures.draw(view(state, None)), ending="")


def readme_position() -> str:
    """Return a position in the middle of a game of four that chance has played; always the same one."""
    state = wandering_towers.setup(wandering_towers.check_options(_OPTIONS, 4), 4, _chance(0))
    for seq in range(1, README_PLIES + 1):
        seat = state.turn
        # Hands thrown away move nothing, and chance would throw away most of them.
        actions = [action for action in wandering_towers.legal(state, seat) if action["type"] != "discard_hand"]
        chance = _chance(seq)
        state, _events = wandering_towers.apply(state, seat, actions[chance.die(len(actions)) - 1], chance)
    return dump(state)


def _chance(seq: int) -> Seeded:
    return Seeded(b"the picture of the README", "board", seq)
