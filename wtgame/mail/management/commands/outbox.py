"""`manage.py outbox`: what the outbox holds, and what was given up; `--retry` makes that due again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from wtgame.mail import outbox


class Command(BaseCommand):
    help = "Count the mails that are owed, sent, dropped and given up, and list those given up."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--retry", action="store_true", help="make every mail that was given up due again")

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        if options["retry"]:
            self.stdout.write(f"due again: {outbox.retry_given_up(now=now)}")
        for name, number in outbox.counts(now=now).items():
            self.stdout.write(f"{name.replace('_', ' '):<14}{number:>8}")
        for row in outbox.given_up():
            where = f"game {row.game_id} seat {row.seat.letter}"
            self.stdout.write(
                f"{row.given_up_at:%Y-%m-%d %H:%M:%SZ} {row.kind} {where} seq {row.seq}: {row.last_error}"
            )
