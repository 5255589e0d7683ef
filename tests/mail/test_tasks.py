"""The worker's door: a real worker, a real broker, a real mail server."""

import pytest
from celery.contrib.testing.worker import start_worker
from django.utils import timezone

from tests.factories import lobby_game, person
from tests.mail.post_office import PostOffice
from wtgame.celery import app
from wtgame.games import services
from wtgame.games.hints import DRAIN_OUTBOX
from wtgame.games.models import OutboxRow
from wtgame.mail import send
from wtgame.mail.tasks import drain


def test_the_task_has_the_name_that_hints_and_the_schedule_use() -> None:
    """A name that differs by a letter would send no mail at all."""
    assert drain.name == DRAIN_OUTBOX
    assert DRAIN_OUTBOX in {entry["task"] for entry in app.conf.beat_schedule.values()}


@pytest.mark.django_db(transaction=True)
def test_a_committed_move_reaches_the_mail_server_through_a_worker(office: PostOffice) -> None:
    """No schedule runs here: the hint alone brings it."""
    app.control.purge()
    game = lobby_game("Alice", "Bob")
    with start_worker(app, perform_ping_check=False, shutdown_timeout=30):
        services.start(game_id=game.id, actor=person("Alice"), now=timezone.now())
        assert office.delivered.wait(30)
    assert office.recipients == ["alice@example.org"]


@pytest.mark.django_db(transaction=True)
def test_more_than_a_batch_goes_out_run_after_run(office: PostOffice) -> None:
    """A full run asks for the next by itself."""
    app.control.purge()
    full = [lobby_game("Alice", name=f"Game {number}", seats=6) for number in range(11)]
    with start_worker(app, perform_ping_check=False, shutdown_timeout=30):
        now = timezone.now()
        invitations = [
            OutboxRow(game=game, seat=seat, kind=OutboxRow.Kind.INVITATION, seq=-1, due_at=now)
            for game in full
            for seat in game.seats.filter(account=None)
        ]
        assert len(invitations) > send.BATCH
        for game in full:
            for seat in game.seats.filter(account=None):
                seat.invited_email = f"guest{seat.index}@example.org"
                seat.save()
        OutboxRow.objects.bulk_create(invitations)
        office.expect(len(invitations))
        drain.delay()
        assert office.delivered.wait(60)
    assert len(set(office.ids())) == len(invitations)
