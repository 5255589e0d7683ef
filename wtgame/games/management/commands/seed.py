"""`manage.py seed`: two people and a game between them, to try the service with."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from wtgame.accounts.models import Account
from wtgame.accounts.services import sign_up
from wtgame.games.models import Game
from wtgame.games.services import create_game, join, start

PEOPLE = (
    ("Alice", "alice@example.org", "seven towers, one wizard"),
    ("Bob", "bob@example.org", "a raven at the window"),
)
GAME = "A first game"


class Command(BaseCommand):
    help = "Make two people and a started game between them, where they are not there yet, and print their sign-ins."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make what is missing; whoever knows these passwords could sign in, so never on a public service."""
        if not settings.DEBUG:
            raise CommandError("The passwords of `seed` are public; it works with DEBUG only, as `make run` sets it.")
        alice, bob = (_account(name, email, password) for name, email, password in PEOPLE)
        _started_game(alice, bob)
        for name, email, password in PEOPLE:
            self.stdout.write(f"{name:<6} signs in as  {email:<18} with the password  {password}")


def _account(name: str, email: str, password: str) -> Account:
    found = Account.objects.filter(email=email).first()
    return found or sign_up(email=email, name=name, password=password)


def _started_game(alice: Account, bob: Account) -> Game:
    now = timezone.now()
    game = Game.objects.filter(creator=alice, name=GAME).first()
    if game is None:
        game = create_game(
            creator=alice, seats=2, options={"starting_seat": 0}, now=now, name=GAME, visibility=Game.Visibility.OPEN
        )
    if game.status != Game.Status.LOBBY:
        return game
    if not game.seats.filter(account=bob).exists():
        join(game_id=game.id, account=bob, now=now)
    return start(game_id=game.id, actor=alice, now=now)
