"""Every mail of a game is one conversation in a mail program."""

import pytest

from tests.factories import NOW, person, running_game
from tests.mail.owed import drain, play_turns, row_of
from tests.mail.post_office import PostOffice

pytestmark = pytest.mark.django_db


def test_mails_of_a_game_have_one_subject_and_one_root(office: PostOffice) -> None:
    """Programs thread by References, some by subject."""
    game = running_game(name="Ravens")
    drain()
    play_turns(game, 2)
    drain()
    first, second = office.mails
    assert first["Subject"] == second["Subject"] == "Ravens · Ravenpost"
    for mail in (first, second):
        assert mail["References"] == mail["In-Reply-To"] == f"<game.{game.id}@testserver>"
        assert mail["List-Id"] == f"<{game.id}.games.testserver>"
        assert mail["Auto-Submitted"] == "auto-generated"
    assert first["Message-ID"] != second["Message-ID"] == f"<{row_of(game).pk}@testserver>"


def test_kf_20_two_turn_mails_in_a_row_differ_in_their_first_line(office: PostOffice) -> None:
    """A program that folds away what it knows from the last mail would hide the next."""
    game = running_game()
    drain()
    play_turns(game, 2)
    drain()
    first, second = (mail.get_body(("plain",)).get_content().splitlines()[0] for mail in office.mails)
    assert first != second


def test_games_are_threads_of_their_own(office: PostOffice) -> None:
    """Also with the same people and the same name."""
    running_game(name="Ravens")
    running_game(name="Ravens")
    drain()
    assert len({mail["References"] for mail in office.mails}) == 2
    assert {mail["To"] for mail in office.mails} == {f"Alice <{person('Alice').email}>"}
    assert all(row.sent_at == NOW for row in map(row_of, person("Alice").created_games.all()))
