"""`manage.py draw_board [POSITION] > docs/board.svg`: the picture of a position, as any spectator sees it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.errors import EngineError
from engine.wandering_towers import load, view
from wtgame.games import pictures
from wtgame.games.pictures.sample import sample_view


class Command(BaseCommand):
    help = "Draw a position (a line as `dump` writes it) as SVG; without one, the sample that the README shows."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("position", nargs="?", help="the dump of a position; the README's sample if left out")

    def handle(self, *args: Any, position: str | None, **options: Any) -> None:
        self.stdout.write(pictures.draw(_seen(position) if position else sample_view()), ending="")


def _seen(position: str) -> dict[str, Any]:
    try:
        return view(load(position), None)
    except EngineError as error:
        raise CommandError(error.message) from error
