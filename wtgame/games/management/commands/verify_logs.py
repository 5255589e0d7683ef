"""`manage.py verify_logs [GAME ...]`: fold every log again and check each hash, roll and shuffle."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine import export
from engine.errors import EngineError
from wtgame.games import selectors
from wtgame.games.models import Game
from wtgame.games.positions import entries_of


class Command(BaseCommand):
    help = "Verify the logs of all games that have started, or of those named; ends with an error if one does not fit."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", type=UUID, metavar="GAME")

    def handle(self, *args: Any, games: list[UUID], **options: Any) -> None:
        started = Game.objects.filter(head_seq__gte=0).order_by("created_at", "pk")
        chosen = list((started.filter(pk__in=games) if games else started).values_list("pk", flat=True))
        if unknown := set(games) - set(chosen):
            raise CommandError(f"No such game has started: {', '.join(map(str, sorted(unknown)))}")
        faults = sum(not self._verify(Game.objects.get(pk=pk)) for pk in chosen)
        self.stdout.write(f"{len(chosen)} games verified, {faults} with a fault")
        if faults:
            raise CommandError(f"{faults} logs do not fit")

    def _verify(self, game: Game) -> bool:
        fault = self._fault_of(game)
        rules = f"{game.id} {game.rules} {game.rules_version}"
        if fault:
            self.stderr.write(f"{rules}: {fault}")
        else:
            self.stdout.write(f"{rules}: {game.head_seq + 1} entries")
        return not fault

    def _fault_of(self, game: Game) -> str:
        try:
            report = export.verify_lines(selectors.export_lines(game, whole=True))
        except EngineError as error:
            return error.message
        if report.fault:
            return f"entry {report.fault['seq']}: {report.fault['what']}"
        if report.head_hash != game.head_hash or report.entries != game.head_seq + 1:
            return "the head row is not the log's last entry; run `manage.py rebuild`"
        if entries_of(game).filter(seq__gt=game.head_seq).exists() and not self._moved(game):
            return "the log goes beyond the head row; run `manage.py rebuild`"
        return ""

    def _moved(self, game: Game) -> bool:
        """Say whether a move came while we looked."""
        return Game.objects.get(pk=game.pk).head_seq != game.head_seq
