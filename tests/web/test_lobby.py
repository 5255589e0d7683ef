"""Making a game, inviting to it, joining and starting it by pages."""

import pytest
from django.test import Client

from tests.factories import fresh, lobby_game, person, running_game
from tests.web.pages import html_of, signed_in
from wtgame.games.models import Game, Seat
from wtgame.games.selectors import invitation_token

pytestmark = pytest.mark.django_db

NEW = {"name": "Tea", "seats": "2", "memory": "strict", "spells": "random-3", "visibility": "open"}


def test_a_game_is_made_joined_and_started() -> None:
    alice, bob = signed_in("Alice"), signed_in("Bob")
    address = alice.post("/games/new/", NEW)["Location"]
    game = Game.objects.get()
    assert (address, game.options["memory"], game.options["spells"]) == (f"/games/{game.pk}/", "strict", {"random": 3})
    assert "Take a seat" in html_of(bob.get(address))
    assert bob.post(f"{address}join/").status_code == 302
    assert alice.post(f"{address}start/").status_code == 302
    assert fresh(game).status == Game.Status.RUNNING


@pytest.mark.parametrize(
    "wrong", [{"seats": "7"}, {"memory": "?"}, {"spells": "none"}, {"name": ""}, {"visibility": ""}]
)
def test_a_game_that_the_form_does_not_offer_is_not_made(wrong: dict[str, str]) -> None:
    assert signed_in("Alice").post("/games/new/", NEW | wrong).status_code == 422
    assert not Game.objects.exists()


def test_a_game_with_a_free_seat_does_not_start() -> None:
    game, alice = lobby_game("Alice", seats=2), signed_in("Alice")
    answer = alice.post(f"/games/{game.pk}/start/")
    assert (answer.status_code, fresh(game).status) == (409, Game.Status.LOBBY)
    assert "Not every seat is taken." in html_of(answer)


@pytest.mark.parametrize("path", ["start/", "invite/"])
def test_only_the_creator_invites_and_starts(path: str) -> None:
    game, bob = lobby_game("Alice", "Bob", seats=3), signed_in("Bob")
    assert bob.post(f"/games/{game.pk}/{path}", {"email": "zoe@example.org"}).status_code == 403
    assert not Seat.objects.exclude(invited_email="").exists()


def test_an_address_is_invited_and_only_the_creator_reads_it() -> None:
    game, alice, bob = lobby_game("Alice", "Bob", seats=3), signed_in("Alice"), signed_in("Bob")
    assert alice.post(f"/games/{game.pk}/invite/", {"email": "zoe@example.org"}).status_code == 302
    assert "zoe@example.org" in html_of(alice.get(f"/games/{game.pk}/"))
    assert "zoe@example.org" not in html_of(bob.get(f"/games/{game.pk}/"))


def test_what_is_no_address_is_told_in_the_lobby() -> None:
    game, alice = lobby_game("Alice", seats=2), signed_in("Alice")
    answer = alice.post(f"/games/{game.pk}/invite/", {"email": "zoe"})
    assert answer.status_code == 422
    assert "zoe" in html_of(answer)


def test_kf_19_an_invitation_is_taken_by_its_button_and_not_by_looking() -> None:
    game, charlie = lobby_game("Alice", seats=2, visibility="private"), signed_in("Charlie")
    signed_in("Alice").post(f"/games/{game.pk}/invite/", {"email": "charlie@example.org"})
    seat = Seat.objects.exclude(invited_email="").get()
    link = f"/invitations/{invitation_token(seat)}/"
    for reader in (Client(), charlie):
        for read in (reader.get, reader.head, reader.get):
            assert read(link).status_code == 200
    assert Client().post(link).status_code == 200
    assert Seat.objects.get(pk=seat.pk).account is None
    assert charlie.get(f"/games/{game.pk}/").status_code == 404
    assert charlie.post(link)["Location"] == f"/games/{game.pk}/"
    assert Seat.objects.get(pk=seat.pk).account == person("Charlie")
    assert signed_in("Bob").post(link).status_code == 409


def test_an_invitation_that_is_none_says_so() -> None:
    answer = signed_in("Charlie").get("/invitations/nonsense/")
    assert answer.status_code == 422
    assert "Ask who invited you" in html_of(answer)


def test_the_list_begins_with_the_games_that_wait_for_the_reader() -> None:
    waiting, lobby = running_game(name="Mine now"), lobby_game("Bob", seats=2, name="Come in")
    page = html_of(signed_in("Alice").get("/games/"))
    assert page.index("Mine now") < page.index('id="mine"') < page.index("Come in")
    assert f"/games/{waiting.pk}/" in page
    assert f"/games/{lobby.pk}/" in page


def test_a_private_lobby_is_not_listed() -> None:
    lobby_game("Bob", seats=2, name="Secret", visibility="private")
    assert "Secret" not in html_of(signed_in("Alice").get("/games/"))
