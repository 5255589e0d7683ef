"""Which mails go out: once each, oldest first, and only while they are true."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, transaction

from tests.factories import NOW, lobby_game, person, play, running_game
from tests.mail.owed import drain, games_with_a_mail, play_turns, row_of
from tests.mail.post_office import PostOffice
from wtgame.games import services
from wtgame.games.models import OutboxRow
from wtgame.mail import outbox
from wtgame.mail.send import Fate


def side_by_side(*calls: Callable[[], Any]) -> list[Any]:
    """Run each call in a thread with a connection of its own, and return what each returned."""

    def call_and_leave(call: Callable[[], Any]) -> Any:
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(call_and_leave, calls))


@pytest.mark.django_db(transaction=True)
def test_a_row_is_claimed_by_exactly_one_of_eight_workers() -> None:
    """All have seen the row unclaimed before the first of them claims it."""
    running_game()
    everybody_has_seen_it = Barrier(8)

    def look_and_claim() -> bool:
        (row,) = outbox.due(now=NOW, limit=10)
        everybody_has_seen_it.wait(30)
        return outbox.claim(row, now=NOW) is not None

    assert sum(side_by_side(*[look_and_claim] * 8)) == 1


@pytest.mark.django_db(transaction=True)
def test_four_workers_at_once_send_each_mail_once(office: PostOffice) -> None:
    """Twenty mails, four workers over four connections: twenty arrive."""
    rows = {f"<{row_of(game).pk}@testserver>" for game in games_with_a_mail(20)}
    fates = side_by_side(*[drain] * 4)
    assert sorted(office.ids()) == sorted(rows)
    assert sum(fate[Fate.SENT] for fate in fates) == 20
    assert drain() == {}


@pytest.mark.django_db
def test_a_claim_keeps_others_off_until_it_lapses(office: PostOffice) -> None:
    """A worker that died holds its row for the lease and no longer."""
    running_game()
    (row,) = outbox.due(now=NOW, limit=10)
    assert outbox.claim(row, now=NOW)
    assert drain(NOW + outbox.LEASE - timedelta(seconds=1)) == {}
    assert drain(NOW + outbox.LEASE) == {Fate.SENT: 1}


@pytest.mark.django_db
def test_a_row_that_another_has_tried_meanwhile_is_not_claimed(office: PostOffice) -> None:
    """It was unclaimed when seen and is unclaimed again, but its time is another one now."""
    office.refusals = {"alice@example.org": "451 later"}
    running_game()
    (seen,) = outbox.due(now=NOW, limit=10)
    assert drain() == {Fate.FAILED: 1}
    assert outbox.claim(seen, now=NOW) is None


@pytest.mark.django_db
def test_what_is_not_due_waits(office: PostOffice) -> None:
    """A second early is early."""
    running_game()
    assert drain(NOW - timedelta(seconds=1)) == {}
    assert drain(NOW) == {Fate.SENT: 1}


@pytest.mark.django_db
def test_the_oldest_goes_first(office: PostOffice) -> None:
    """Also where a bounded run leaves the younger ones for the next."""
    games = games_with_a_mail(5)
    assert drain(limit=3) == {Fate.SENT: 3}
    assert drain(limit=3) == {Fate.SENT: 2}
    assert [mail["Subject"] for mail in office.mails] == [f"{game.name} · Ravenpost" for game in reversed(games)]


@pytest.mark.django_db
def test_kf_12_no_mail_for_a_turn_that_is_over(office: PostOffice) -> None:
    """Only the turn that is open now is told of; the other rows are dropped for good."""
    game = running_game()
    play_turns(game, 4)
    owed = OutboxRow.objects.count()
    assert owed == 5
    assert drain() == {Fate.DROPPED: owed - 1, Fate.SENT: 1}
    assert OutboxRow.objects.filter(dropped_at=NOW).count() == owed - 1
    assert drain(NOW + timedelta(days=2)) == {}


@pytest.mark.django_db
def test_kf_12_no_mail_to_who_has_begun_the_turn(office: PostOffice) -> None:
    """Who has played the first card was there."""
    game = running_game()
    play(game)
    assert game.turns.get(ended_at=None).seat == row_of(game).seat
    assert drain() == {Fate.DROPPED: 1}
    assert office.mails == []


@pytest.mark.django_db
def test_an_invitation_to_a_seat_that_is_taken_is_dropped(office: PostOffice) -> None:
    """Nobody is asked to a table that is full."""
    game = lobby_game("Alice", seats=2)
    seat = services.invite(game_id=game.id, actor=person("Alice"), email="carol@example.org", now=NOW)
    seat.account = person("Bob")
    seat.save()
    assert drain() == {Fate.DROPPED: 1}


@pytest.mark.django_db
def test_nobody_writes_to_an_account_that_is_closed(office: PostOffice) -> None:
    """Its rows are dropped, not tried for ever."""
    running_game()
    alice = person("Alice")
    alice.is_active = False
    alice.save()
    assert drain() == {Fate.DROPPED: 1}


@pytest.mark.django_db(transaction=True)
def test_kf_14_a_hint_before_the_commit_finds_nothing_and_the_mail_still_goes(office: PostOffice) -> None:
    """The worker is faster than the commit; the next look finds the row."""
    game = lobby_game("Alice", "Bob")
    with transaction.atomic():
        services.start(game_id=game.id, actor=person("Alice"), now=NOW)
        assert side_by_side(drain) == [{}]
    assert drain() == {Fate.SENT: 1}
    assert len(office.mails) == 1


@pytest.mark.django_db(transaction=True)
def test_kf_14_no_mail_of_what_was_rolled_back(office: PostOffice) -> None:
    """The row goes with the move that it would have told of."""
    game = lobby_game("Alice", "Bob")
    with transaction.atomic():
        services.start(game_id=game.id, actor=person("Alice"), now=NOW)
        transaction.set_rollback(True)
    assert drain() == {}
    assert office.mails == []


@pytest.mark.django_db
def test_an_idle_look_is_one_query(django_assert_num_queries: Any) -> None:
    """It runs every few seconds, for ever."""
    with django_assert_num_queries(1):
        drain()
