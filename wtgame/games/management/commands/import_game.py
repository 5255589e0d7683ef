"""`manage.py import_game FILE --creator ADDRESS`: a game of another host, verified, becomes a game here."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from wtgame.accounts.models import Account
from wtgame.errors import ServiceError
from wtgame.games import services


class Command(BaseCommand):
    help = "Store a game that `export_game` wrote; seats go to the accounts of the same names."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the export, or - for standard input")
        parser.add_argument("--creator", required=True, metavar="ADDRESS", help="the account that the game belongs to")

    def handle(self, *args: Any, file: str, creator: str, **options: Any) -> None:
        try:
            text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
            account = Account.objects.get_by_natural_key(creator)
            game = services.import_game(lines=text.splitlines(), creator=account, now=timezone.now())
        except Account.DoesNotExist as error:
            raise CommandError(f"There is no account {creator}.") from error
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{file} can't be read: {error}") from error
        except ServiceError as error:
            raise CommandError(f"{error} {error.remedy}") from error
        self.stdout.write(f"game {game.id}: {game.head_seq + 1} entries, {game.status}")
