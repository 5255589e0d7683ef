"""The page of a game: what it shows, to whom, and what its buttons do."""

import json
from uuid import UUID

import pytest
from django.test import Client, RequestFactory
from django.views.defaults import server_error

from tests.factories import fresh, legal, mover, person, play, play_on, running_game
from tests.web.pages import button, html_of, move_form, signed_in, text_form, unminted
from wtgame.games import selectors
from wtgame.games.models import Game, LogEntry, OutboxRow, Turn

pytestmark = pytest.mark.django_db


def address(game: Game) -> str:
    return f"/games/{game.pk}/"


def rows() -> tuple[int, ...]:
    return LogEntry.objects.count(), Turn.objects.count(), OutboxRow.objects.count(), Game.objects.count()


def test_a_button_plays_its_move_and_leads_back_to_the_game() -> None:
    game, alice = running_game(), signed_in("Alice")
    sent = button(move_form(alice.get(address(game))))
    answer = alice.post(address(game), sent)
    assert (answer.status_code, answer["Location"]) == (302, address(game))
    entry = LogEntry.objects.get(game=game, seq=1)
    assert (entry.action, entry.source) == (json.loads(sent["action"]), "web")


def test_the_buttons_are_the_legal_actions() -> None:
    game = running_game(options={"starting_seat": 0, "spells": "all"})
    form = move_form(signed_in("Alice").get(address(game)))
    shown = [json.loads(value) for value in form["buttons"]]
    assert sorted(map(json.dumps, shown)) == sorted(json.dumps(action) for action in legal(game))


def test_kf_03_the_same_form_sent_twice_is_one_move() -> None:
    game, alice = running_game(), signed_in("Alice")
    sent = button(move_form(alice.get(address(game))))
    answers = [alice.post(address(game), sent) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert fresh(game).head_seq == 1


def test_two_buttons_of_one_form_are_one_move_and_a_sentence() -> None:
    game, alice = running_game(), signed_in("Alice")
    form = move_form(alice.get(address(game)))
    alice.post(address(game), button(form, 0))
    answer = alice.post(address(game), button(form, 1))
    assert answer.status_code in (409, 422)
    assert "Look at the board as it is now" in html_of(answer)
    assert fresh(game).head_seq == 1


def test_a_stale_move_shows_the_sentence_and_the_board_as_it_is_now() -> None:
    game, alice = running_game(), signed_in("Alice")
    old = alice.get(address(game))
    play(game)
    answer = alice.post(address(game), text_form(old, "discard"))
    assert answer.status_code == 409
    assert "Your move was made for an earlier position" in html_of(answer)
    assert selectors.view_of(fresh(game), 0)["board"] in html_of(answer)
    assert fresh(game).head_seq == 1


@pytest.mark.parametrize("text", ["W3 Z9", "W9 A1", "resign now", "<b>x</b>", "x" * 500, "\0", "🧙"])
def test_text_that_is_no_legal_move_shows_why_and_changes_nothing(text: str) -> None:
    game, alice = running_game(), signed_in("Alice")
    answer = alice.post(address(game), text_form(alice.get(address(game)), text))
    assert answer.status_code == 422
    assert 'role="alert"' in html_of(answer)
    assert "<b>x</b>" not in html_of(answer)
    assert fresh(game).head_seq == 0


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"action": "{", "expected_seq": "0"},
        {"action": "[]", "expected_seq": "0"},
        {"action": "{}", "expected_seq": "0"},
        {"action": '{"type": "play"}', "expected_seq": "x"},
        {"action": '{"type": "play", "card": {"a": 1}, "piece": []}', "expected_seq": "0"},
        {"text": " ", "expected_seq": "0"},
        {"text": "discard", "expected_seq": "9" * 30},
        {"text": "discard", "expected_seq": "-1"},
        {"text": "discard", "expected_seq": "9" * 5000},
        {"action": "[" * 100_000, "expected_seq": "0"},
        {"text": "discard", "expected_seq": "0", "key": "a\0b"},
        {"text": "discard", "expected_seq": "0", "key": "k" * 201},
    ],
)
def test_a_form_that_no_page_sends_is_refused(sent: dict[str, str]) -> None:
    game, alice = running_game(), signed_in("Alice")
    assert alice.post(address(game), sent).status_code in (400, 409, 422)
    assert fresh(game).head_seq == 0


def test_text_in_notation_is_played() -> None:
    game, alice = running_game(), signed_in("Alice")
    answer = alice.post(address(game), text_form(alice.get(address(game)), "discard"))
    assert answer.status_code == 302
    assert LogEntry.objects.get(game=game, seq=1).action == {"type": "discard_hand", "tower": None}


def test_a_move_of_the_other_seat_is_refused() -> None:
    game, alice, bob = running_game(), signed_in("Alice"), signed_in("Bob")
    sent = button(move_form(alice.get(address(game))))
    assert bob.post(address(game), sent).status_code == 422
    assert fresh(game).head_seq == 0


def test_who_has_no_seat_in_an_open_game_watches_and_can_not_move() -> None:
    game, charlie = running_game(), signed_in("Charlie")
    sent = button(move_form(signed_in("Alice").get(address(game))))
    page = charlie.get(address(game))
    assert page.status_code == 200
    assert "Your turn" not in html_of(page)
    assert charlie.post(address(game), sent).status_code == 403
    assert fresh(game).head_seq == 0


@pytest.mark.parametrize("path", ["", "resign/", "export/"])
def test_a_private_game_and_one_that_does_not_exist_look_alike_to_a_stranger(path: str) -> None:
    game, charlie = running_game(visibility="private"), signed_in("Charlie")
    missing = f"/games/{UUID(int=7)}/{path}"
    answers = [charlie.get(address(game) + path), charlie.get(missing)]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert unminted(html_of(answers[0])) == unminted(html_of(answers[1]))
    assert signed_in("Alice").get(address(game)).status_code == 200
    assert charlie.post(address(game), {"text": "discard", "expected_seq": "0"}).status_code == 404


def test_kf_19_reading_every_page_of_a_game_changes_nothing() -> None:
    game, alice = running_game(), signed_in("Alice")
    before = rows()
    for path in ("", "resign/", "export/", "?before=1"):
        for read in (alice.get, alice.head, Client().get):
            assert read(address(game) + path).status_code in (200, 302)
    assert rows() == before


@pytest.mark.parametrize("path", ["join/", "invite/", "start/"])
def test_what_changes_a_game_is_no_get(path: str) -> None:
    game, alice = running_game(), signed_in("Alice")
    assert alice.get(address(game) + path).status_code == 405


def test_the_undo_button_takes_the_last_move_back() -> None:
    game, alice = running_game(), signed_in("Alice")
    before = selectors.view_of(fresh(game), 0)
    plain = next(action for action in legal(game) if action["type"] == "play")
    play(game, plain)
    undo = {"action": '{"type":"undo"}', "expected_seq": "1", "key": "undo"}
    assert "Take the last move back" in html_of(alice.get(address(game)))
    assert alice.post(address(game), undo).status_code == 302
    assert selectors.view_of(fresh(game), 0) == before
    assert "Take the last move back" not in html_of(alice.get(address(game)))


def test_resigning_asks_first_and_then_ends_a_game_of_two() -> None:
    game, alice = running_game(), signed_in("Alice")
    asked = alice.get(address(game) + "resign/")
    assert fresh(game).status == Game.Status.RUNNING
    assert alice.post(address(game), button(move_form(asked))).status_code == 302
    page = html_of(alice.get(address(game)))
    assert fresh(game).status == Game.Status.FINISHED
    assert "All others have left." in page
    assert f"{address(game)}export/" in page


def test_every_page_of_a_whole_game_can_be_read_by_all() -> None:
    game = running_game("Alice", "Bob", options={"spells": "all", "memory": "strict"})
    readers = [signed_in("Alice"), signed_in("Bob"), Client()]
    for _ in range(30):
        play_on(game, 5)
        pages = [reader.get(address(game)) for reader in readers]
        assert [page.status_code for page in pages] == [200, 200, 200]
        if fresh(game).status != Game.Status.RUNNING:
            break


def test_a_page_holds_no_script_and_no_style_of_its_own() -> None:
    game = running_game()
    answer = signed_in("Alice").get(address(game))
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    for forbidden in ("<script", "<style", ' style="', " onclick"):
        assert forbidden not in html_of(answer)


def test_names_are_escaped() -> None:
    game = running_game(name="<script>alert(1)</script>")
    page = html_of(signed_in("Alice").get(address(game)))
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_the_log_leads_back_to_its_beginning() -> None:
    game, alice = play_on(running_game(), 50), signed_in("Alice")
    page = alice.get(address(game))
    assert "The game begins." not in html_of(page)
    assert "The game begins." in html_of(alice.get(address(game) + "?before=5"))


def test_the_page_says_whose_turn_it_is() -> None:
    game = running_game()
    assert mover(game) == person("Alice")
    assert "Your turn" in html_of(signed_in("Alice").get(address(game)))
    assert "Your turn" not in html_of(signed_in("Bob").get(address(game)))


def test_going_back_shows_the_board_as_it_is_now() -> None:
    assert "no-store" in signed_in("Alice").get(address(running_game()))["Cache-Control"]


def test_what_breaks_is_told_by_a_page_that_needs_nothing() -> None:
    answer = server_error(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert "Something broke on our side" in html_of(answer)


@pytest.mark.parametrize("before", ["9" * 5000, "-1", "x", "\0", "1.5"])
def test_an_address_of_the_log_that_no_page_gives_shows_the_newest_entries(before: str) -> None:
    game = running_game()
    assert signed_in("Alice").get(address(game), {"before": before}).status_code == 200
