"""What mails say, and what they must not."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import NOW, fresh, lobby_game, person, play, running_game
from tests.mail.owed import drain, play_turns, row_of
from tests.mail.post_office import PostOffice, text_of
from wtgame.accounts.models import Account
from wtgame.games import selectors, services
from wtgame.games.models import OutboxRow, Turn
from wtgame.mail.compose import compose

pytestmark = pytest.mark.django_db


def newest_mail(game: Any, kind: str = OutboxRow.Kind.YOUR_TURN) -> tuple[str, str]:
    """Return text and HTML of the game's newest mail of a kind."""
    row = OutboxRow.objects.select_related("game", "seat__account").get(pk=row_of(game, kind).pk)
    mail = compose(row)
    return str(mail.body), str(mail.alternatives[0].content)


def test_a_turn_mail_says_what_happened_what_you_hold_and_what_you_can_do() -> None:
    """And where: everything that a reader on a train needs."""
    game = running_game(name="Ravens")
    play_turns(game, 1)
    text, html = newest_mail(game)
    hand = selectors.view_of(fresh(game), 1)["hands"][1]["cards"]
    assert text.startswith("Bob, it is your turn in “Ravens”")
    assert f"Your cards: {', '.join(hand)}" in text
    assert "Alice (A) plays" in text
    assert f"http://testserver/games/{game.id}/" in text
    assert f'href="http://testserver/games/{game.id}/"' in html
    for number, choice in enumerate(selectors.legal_of(fresh(game), 1)[:40], 1):
        assert f"{number:4d}  {choice['notation']}\n" in text
        assert f">{choice['notation']}</code>" in html


def test_a_turn_mail_names_its_deadline_in_the_readers_time() -> None:
    """09:00 in London is 18:00 in Tokyo."""
    game = running_game()
    Turn.objects.filter(game=game).update(deadline_at=NOW)
    Account.objects.filter(name="Alice").update(time_zone="Asia/Tokyo")
    text, html = newest_mail(game)
    assert "until March 1, 2027, 6 p.m. (JST)" in text
    assert "(JST)" in html


def test_an_unknown_time_zone_or_language_stops_no_mail() -> None:
    """They are what a person chose years ago."""
    game = running_game()
    Account.objects.filter(name="Alice").update(time_zone="Mars/Olympus", language="tlh")
    assert newest_mail(game)[0].startswith("Alice, it is your turn")


def test_no_mail_tells_what_another_seat_holds_or_draws() -> None:
    """Through a whole game, each mail is built from its reader's view."""
    game = running_game()
    seats = {0: "Alice (A)", 1: "Bob (B)"}
    for _ in range(12):
        play_turns(game, 1)
        seat = row_of(game).seat.index
        text, html = newest_mail(game)
        own = selectors.view_of(fresh(game), seat)["hands"][seat]["cards"]
        assert [line for line in text.splitlines() if line.startswith("Your cards")] == [
            f"Your cards: {', '.join(own)}"
        ]
        assert "You draw" not in text + html
        assert re.search(rf"{re.escape(seats[1 - seat])} draws \d cards?\.", text)


def test_news_begins_behind_the_readers_own_last_action() -> None:
    """What one did oneself is no news."""
    game = running_game("Alice", "Bob", "Charlie")
    play_turns(game, 3)
    text, _html = newest_mail(game)
    assert "Alice (A) plays" not in text
    assert "Bob (B) plays" in text
    assert "Charlie (C) plays" in text


def test_the_end_of_a_game_is_told_to_everybody(office: PostOffice) -> None:
    """With the ranking, and to the winner as such."""
    game = running_game("Alice", "Bob", "Charlie", name="Ravens")
    play(game, {"type": "resign"}, account=person("Alice"))
    play(game, {"type": "resign"}, account=person("Bob"))
    drain()
    assert sorted(office.recipients) == ["alice@example.org", "bob@example.org", "charlie@example.org"]
    texts = {mail["To"].addresses[0].display_name: text_of(mail) for mail in office.mails}
    assert texts["Charlie"].startswith("Charlie, you have won “Ravens”.")
    assert texts["Alice"].startswith("Alice, “Ravens” is over.")
    assert "   1  Charlie (C)\n   2  Bob (B)\n   3  Alice (A)" in texts["Alice"]


def test_an_invitation_says_who_invites_and_its_link_takes_the_seat(office: PostOffice) -> None:
    """To an address that has no account yet."""
    game = lobby_game("Alice", seats=2, name="Ravens")
    seat = services.invite(game_id=game.id, actor=person("Alice"), email="carol@example.org", now=NOW)
    drain()
    (mail,) = office.mails
    text = text_of(mail)
    assert text.startswith("Alice invites you to play “Ravens”")
    (link,) = [line for line in text.splitlines() if "/invitations/" in line]
    token = link.removeprefix("http://testserver/invitations/").removesuffix("/")
    assert selectors.read_invitation(token) == seat


def test_a_mail_costs_the_same_queries_in_a_long_game_of_six(office: PostOffice) -> None:
    """However many seats there are and however much has happened."""
    small, large = running_game("Alice", "Bob"), running_game("Alice", "Bob", "Charlie", "Dora", "Erin", "Frank")
    play_turns(large, 18)
    OutboxRow.objects.exclude(pk__in=[row_of(small).pk, row_of(large).pk]).delete()
    counts = []
    for game in (small, large):
        OutboxRow.objects.filter(pk=row_of(game).pk).update(due_at=NOW)
        OutboxRow.objects.exclude(game=game).update(sent_at=NOW)
        with CaptureQueriesContext(connection) as queries:
            drain()
        OutboxRow.objects.update(sent_at=None)
        counts.append(len(queries))
    assert len(office.mails) == 2
    assert counts[1] - counts[0] <= 3, counts  # a position that isn't in memory: snapshot and entries, once
    assert max(counts) <= 14
