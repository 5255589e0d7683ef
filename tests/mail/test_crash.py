"""Workers that are killed: nothing is lost, and what may come twice has one Message-ID."""

import subprocess
import sys
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection

from tests.factories import NOW, running_game
from tests.mail.owed import drain, row_of
from tests.mail.post_office import PostOffice
from wtgame.mail import outbox
from wtgame.mail.send import Fate

pytestmark = pytest.mark.django_db(transaction=True)


def kill_a_worker_at(office: PostOffice, command: str) -> None:
    """Start a worker, wait until it waits for the answer to an SMTP command, and kill it with SIGKILL."""
    office.stalls_at = command
    arguments = [connection.settings_dict["NAME"], str(office.port), NOW.isoformat()]
    with subprocess.Popen(
        [sys.executable, "-m", "tests.mail.worker_process", *map(str, arguments)], cwd=settings.BASE_DIR
    ) as worker:
        try:
            assert office.stalled.wait(60)
        finally:
            worker.kill()
    office.stalls_at = ""


def test_worker_killed_between_commit_and_send_mail_goes_out_after_restart_once(office: PostOffice) -> None:
    """The dead worker's claim lapses, and the next one sends."""
    game = running_game()
    kill_a_worker_at(office, "MAIL")
    assert row_of(game).claimed_until == NOW + outbox.LEASE
    assert office.mails == []
    assert drain(NOW + outbox.LEASE - timedelta(seconds=1)) == {}
    assert drain(NOW + outbox.LEASE) == {Fate.SENT: 1}
    assert drain(NOW + timedelta(days=1)) == {}
    assert office.ids() == [f"<{row_of(game).pk}@testserver>"]


def test_worker_killed_between_send_and_mark_sends_the_same_message_id_again(office: PostOffice) -> None:
    """The one case of two mails: their readers' programs show one."""
    game = running_game()
    kill_a_worker_at(office, "DATA")
    assert row_of(game).sent_at is None
    assert drain(NOW + outbox.LEASE) == {Fate.SENT: 1}
    first, second = office.mails
    assert first["Message-ID"] == second["Message-ID"] == f"<{row_of(game).pk}@testserver>"
    assert first.get_body(("plain",)).get_content() == second.get_body(("plain",)).get_content()
