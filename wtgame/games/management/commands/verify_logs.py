"""`manage.py verify_logs [GAME ...]`: fold every log again and check each hash, roll and shuffle."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine import export
from engine.errors import EngineError
from wtgame.games import selectors
from wtgame.games.models import Game


class Command(BaseCommand):
    help = "Verify the logs of all games that have started, or of those named; ends with an error if one does not fit."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", type=UUID, metavar="GAME")

    def handle(self, *args: Any, games: list[UUID], **options: Any) -> None:
        started = Game.objects.filter(head_seq__gte=0).order_by("created_at", "pk")
        chosen = started.filter(pk__in=games) if games else started
        faults = sum(not self._verify(game) for game in chosen.iterator(chunk_size=100))
        self.stdout.write(f"{chosen.count()} games verified, {faults} with a fault")
        if faults:
            raise CommandError(f"{faults} logs do not fit")

    def _verify(self, game: Game) -> bool:
        rules = f"{game.rules} {game.rules_version}"
        try:
            report = export.verify_lines(selectors.export_lines(game, whole=True))
        except EngineError as error:
            self.stderr.write(f"{game.id} {rules}: {error.message}")
            return False
        if report.fault:
            self.stderr.write(f"{game.id} {rules}: entry {report.fault['seq']}: {report.fault['what']}")
        elif report.head_hash != game.head_hash or report.entries != game.head_seq + 1:
            self.stderr.write(f"{game.id} {rules}: the head row is not the log's last entry; run `manage.py rebuild`")
            return False
        else:
            self.stdout.write(f"{game.id} {rules}: {report.entries} entries, {report.chance_checked} answers of chance")
        return report.ok
