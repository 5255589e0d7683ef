"""`manage.py seed`: what `make run` starts with."""

from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from wtgame.accounts.models import Account
from wtgame.games.models import Game, OutboxRow

pytestmark = pytest.mark.django_db


def seed() -> str:
    out = StringIO()
    call_command("seed", stdout=out)
    return out.getvalue()


def test_seed_starts_a_game_and_prints_sign_ins_that_work(settings: Settings) -> None:
    """Who reads the output can sign in, and one of the two has a mail coming."""
    settings.DEBUG = True
    printed = seed()
    assert Game.objects.get().status == Game.Status.RUNNING
    assert OutboxRow.objects.filter(kind=OutboxRow.Kind.YOUR_TURN).exists()
    for line in printed.splitlines():
        address, password = (part.strip() for part in line.split("signs in as")[1].split("with the password"))
        assert authenticate(username=address, password=password)


def test_seed_again_keeps_what_is_there(settings: Settings) -> None:
    """A second `make run` goes on with the same people and game."""
    settings.DEBUG = True
    first = seed(), Game.objects.get().pk
    assert (seed(), Game.objects.get().pk) == first
    assert Account.objects.count() == 2


def test_seed_refuses_a_public_service(settings: Settings) -> None:
    """Its passwords are printed in this repository."""
    settings.DEBUG = False
    with pytest.raises(CommandError, match="public"):
        seed()
    assert not Account.objects.exists()
