"""`manage.py export_game GAME`: the whole game as JSON Lines, its seed included, for moving it to another host."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from wtgame.errors import ServiceError
from wtgame.games import selectors
from wtgame.games.models import Game


class Command(BaseCommand):
    help = "Write a game to standard output. While it runs the file is secret: it tells every card to come."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", type=UUID, metavar="GAME")

    def handle(self, *args: Any, game: UUID, **options: Any) -> None:
        try:
            lines = selectors.export_lines(Game.objects.get(pk=game), whole=True)
        except Game.DoesNotExist as error:
            raise CommandError(f"There is no game {game}.") from error
        except ServiceError as error:
            raise CommandError(str(error)) from error
        for line in lines:
            self.stdout.write(line)
