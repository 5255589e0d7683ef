"""`manage.py rebuild [GAME ...]`: make heads, snapshots and open turns again from the logs."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from engine.errors import EngineError
from wtgame.games import services
from wtgame.games.models import Game


class Command(BaseCommand):
    help = "Make again, from the log alone, all that is derived from it; says what was mended."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", type=UUID, metavar="GAME")

    def handle(self, *args: Any, games: list[UUID], **options: Any) -> None:
        started = Game.objects.exclude(status=Game.Status.LOBBY).order_by("created_at", "pk")
        chosen = list((started.filter(pk__in=games) if games else started).values_list("pk", flat=True))
        if unknown := set(games) - set(chosen):
            raise CommandError(f"No such game has started: {', '.join(map(str, sorted(unknown)))}")
        failed = sum(not self._rebuild(game_id) for game_id in chosen)
        self.stdout.write(f"{len(chosen) - failed} games rebuilt")
        if failed:
            raise CommandError(f"{failed} logs do not fit; run `manage.py verify_logs`")

    def _rebuild(self, game_id: UUID) -> bool:
        try:
            mended = services.rebuild(game_id=game_id, now=timezone.now())
        except EngineError as error:
            self.stderr.write(f"{game_id}: {error.message}")
            return False
        for sentence in mended:
            self.stdout.write(f"{game_id}: {sentence}")
        return True
