"""What a mail server may answer, and what becomes of the mail then."""

import logging
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from pytest_django.fixtures import Settings

from tests.factories import NOW, person, running_game
from tests.mail.owed import drain, games_with_a_mail, row_of
from tests.mail.post_office import PostOffice
from wtgame.accounts.models import Account
from wtgame.mail import outbox
from wtgame.mail.send import Fate

pytestmark = pytest.mark.django_db

LATER = "451 4.7.1 Greylisted, come again"
NEVER = "550 5.1.1 There is nobody of that name"


def test_a_batch_goes_over_one_connection(office: PostOffice) -> None:
    """A greeting for each mail would cost more than the mail."""
    games_with_a_mail(5)
    assert drain() == {Fate.SENT: 5}
    assert office.conversations == 1


def test_a_sent_mail_is_marked_and_not_sent_again(office: PostOffice) -> None:
    """However often anybody looks."""
    game = running_game()
    drain()
    assert row_of(game).sent_at == NOW
    assert row_of(game).claimed_until is None
    assert drain(NOW + timedelta(days=1)) == {}
    assert office.recipients == ["alice@example.org"]


def test_a_refusal_for_now_is_tried_again_later_and_holds_nobody_up(office: PostOffice) -> None:
    """The two behind the refused one arrive in the same run."""
    office.refusals = {"alice@example.org": LATER}
    refused = running_game("Alice", "Bob")
    others = [running_game("Bob", "Alice"), running_game("Charlie", "Alice")]
    assert drain() == {Fate.FAILED: 1, Fate.SENT: 2}
    row = row_of(refused)
    assert (row.attempts, row.claimed_until, row.due_at) == (1, None, NOW + outbox.SHORTEST_WAIT)
    assert "Greylisted" in row.last_error
    assert all(row_of(game).sent_at for game in others)
    office.refusals = {}
    assert drain(NOW + outbox.SHORTEST_WAIT) == {Fate.SENT: 1}


def test_waits_double_up_to_the_longest() -> None:
    """30 s, a minute, two minutes, ... an hour."""
    waits = [outbox.wait_after(attempts) for attempts in range(1, outbox.MOST_ATTEMPTS + 1)]
    assert [wait.total_seconds() for wait in waits[:8]] == [30, 60, 120, 240, 480, 960, 1920, 3600]
    assert set(waits[7:]) == {outbox.LONGEST_WAIT}
    assert timedelta(hours=20) < sum(waits, timedelta()) < timedelta(hours=30)


def test_after_the_last_attempt_the_mail_is_given_up_loudly(
    office: PostOffice, caplog: pytest.LogCaptureFixture
) -> None:
    """An error in the log, and no attempt ever after."""
    office.refusals = {"alice@example.org": LATER}
    game = running_game()
    at = NOW
    for _ in range(outbox.MOST_ATTEMPTS - 1):
        assert drain(at) == {Fate.FAILED: 1}
        at = row_of(game).due_at
    assert drain(at) == {Fate.GIVEN_UP: 1}
    assert row_of(game).given_up_at == at
    assert ("wtgame.mail.outbox", logging.ERROR, "mail.given_up") in caplog.record_tuples
    assert drain(at + timedelta(days=9)) == {}


def test_a_refusal_for_ever_is_given_up_at_once(office: PostOffice) -> None:
    """Asking again, the same server would call it abuse."""
    office.refusals = {"alice@example.org": NEVER}
    game = running_game()
    assert drain() == {Fate.GIVEN_UP: 1}
    assert (row_of(game).given_up_at, row_of(game).attempts) == (NOW, 1)
    assert row_of(game).last_error == NEVER


@pytest.mark.parametrize(("answer", "fate"), [("554 5.7.1 Spam", Fate.GIVEN_UP), ("452 Disk full", Fate.FAILED)])
def test_a_refused_text_counts_as_a_refused_recipient(office: PostOffice, answer: str, fate: Fate) -> None:
    """5xx after the text is for ever too, 4xx for now."""
    office.answer_to_text = answer
    running_game()
    assert drain() == {fate: 1}


def test_a_server_that_is_away_costs_no_attempt(office: PostOffice, settings: Settings) -> None:
    """An outage of days gives up no mail; the run ends at the first, so the others stay as they are."""
    settings.EMAIL_PORT = 1  # nobody listens there
    older, *_ = reversed(games_with_a_mail(3))
    assert drain() == {Fate.UNREACHABLE: 1}
    row = row_of(older)
    assert (row.attempts, row.claimed_until, row.given_up_at) == (0, None, None)
    assert "refused" in row.last_error
    settings.EMAIL_PORT = office.port
    assert drain(NOW + outbox.SHORTEST_WAIT) == {Fate.SENT: 3}


def test_an_address_that_is_none_is_given_up_and_blocks_nobody(office: PostOffice) -> None:
    """Stored before there was a check, say."""
    Account.objects.filter(pk=person("Alice").pk).update(email="a\r\nBcc: everybody@example.org")
    broken, fine = running_game("Alice", "Bob"), running_game("Bob", "Alice")
    assert drain() == {Fate.GIVEN_UP: 1, Fate.SENT: 1}
    assert row_of(broken).given_up_at
    assert row_of(fine).sent_at
    assert office.recipients == ["bob@example.org"]


def test_a_mail_that_cannot_be_composed_blocks_nobody(office: PostOffice) -> None:
    """Rules that this version doesn't know: the row waits for a version that does."""
    broken, fine = running_game("Alice", "Bob"), running_game("Bob", "Alice")
    type(broken).objects.filter(pk=broken.pk).update(rules="chess")
    assert drain() == {Fate.FAILED: 1, Fate.SENT: 1}
    assert row_of(broken).attempts == 1
    assert row_of(fine).sent_at


def run_outbox_command(*arguments: str) -> str:
    out = StringIO()
    call_command("outbox", *arguments, stdout=out)
    return out.getvalue()


def test_the_outbox_command_lists_what_was_given_up_and_retries_it(office: PostOffice) -> None:
    """With the server's words and no address; after `--retry` the mail goes."""
    office.refusals = {"alice@example.org": NEVER}
    game = running_game()
    drain()
    listed = run_outbox_command()
    assert "given up             1" in listed
    assert f"your_turn game {game.id} seat A seq 0: {NEVER}" in listed
    assert "alice@example.org" not in listed
    office.refusals = {}
    assert "due again: 1" in run_outbox_command("--retry")
    assert drain(row_of(game).due_at) == {Fate.SENT: 1}
