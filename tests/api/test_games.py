"""The way into a game: making it, the lobby, invitations, seats, the start."""

import pytest

from tests.api.program import Program
from tests.factories import lobby_game, running_game
from wtgame.games import selectors
from wtgame.games.models import Game, Seat

pytestmark = pytest.mark.django_db


def test_a_game_is_made_joined_and_started() -> None:
    alice, bob = Program("Alice"), Program("Bob")
    made = alice.post("/games", {"seats": 2, "name": "Evening", "visibility": "open", "options": {"memory": "strict"}})
    assert made.status_code == 201
    game = made.json()
    assert made.headers["Location"].endswith(f"/api/v1/games/{game['id']}")
    assert [seat["player"] for seat in game["seats"]] == ["Alice", None]
    assert game["my_seat"] == 0
    seat = bob.post(f"/games/{game['id']}/seats")
    assert (seat.status_code, seat.json()["seat"], seat.json()["letter"]) == (201, 1, "B")
    started = alice.post(f"/games/{game['id']}/start")
    assert (started.status_code, started.json()["status"]) == (200, "running")
    assert len(alice.get("/me/turns").json()["results"]) + len(bob.get("/me/turns").json()["results"]) == 1


def test_a_private_game_is_joined_by_the_token_of_the_invitation() -> None:
    game, alice, bob = lobby_game("Alice", seats=2, visibility="private"), Program("Alice"), Program("Bob")
    invited = alice.post(f"/games/{game.id}/invitations", {"email": "bob@example.org"})
    assert (invited.status_code, invited.json()["invited"]) == (201, True)
    assert bob.post(f"/games/{game.id}/seats").status_code == 404
    forged = bob.post(f"/games/{game.id}/seats", {"invitation": "forged"})
    assert (forged.status_code, forged.json()["code"]) == (422, "bad-invitation")
    token = selectors.invitation_token(Seat.objects.get(game=game, index=1))
    assert bob.post(f"/games/{game.id}/seats", {"invitation": token}).status_code == 201
    assert bob.get(f"/games/{game.id}").json()["my_seat"] == 1


def test_an_invited_address_is_shown_to_nobody() -> None:
    game, alice = lobby_game("Alice", seats=2), Program("Alice")
    alice.post(f"/games/{game.id}/invitations", {"email": "secret@example.org"})
    assert b"secret@" not in Program("Charlie").get(f"/games/{game.id}").content


def test_the_turns_are_mine_alone_and_say_where_to_move_from() -> None:
    game = running_game()
    turns = Program("Alice").get("/me/turns").json()["results"]
    assert [(turn["game_id"], turn["since_seq"], turn["deadline_at"]) for turn in turns] == [(str(game.id), 0, None)]
    assert Program("Bob").get("/me/turns").json() == {"results": []}


def test_the_lobby_shows_open_games_that_wait_to_everybody() -> None:
    waiting, _private, _running = (
        lobby_game("Alice", seats=3),
        lobby_game("Alice", seats=2, visibility="private"),
        running_game(),
    )
    for program in (Program(), Program("Charlie")):
        assert [game["id"] for game in program.get("/games?open=1").json()["results"]] == [str(waiting.id)]
    assert Program().get("/games").status_code == 401


def test_my_games_come_in_pages_without_gap_or_double() -> None:
    games = {str(lobby_game("Alice", seats=2).id) for _ in range(120)}  # all of one instant: the hard case
    alice, at, seen = Program("Alice"), "/games", []
    while at:
        page = alice.get(at).json()
        assert len(page["results"]) <= 50
        seen += [game["id"] for game in page["results"]]
        at = (page["next"] or "").removeprefix("http://testserver/api/v1")
    assert len(seen) == len(set(seen))
    assert set(seen) == games


@pytest.mark.parametrize(
    "cursor",
    ["x", "%00", "cD1ub3doZXJl", "cD0yMDI3LTEzLTQ1", "cD0yMDI3LTAxLTAx", "cj0xJm89OTk5OTk5OTk5OTk5OTk5", "%ff"],
)
def test_a_cursor_that_is_none_is_refused(cursor: str) -> None:
    answer = Program("Alice").get(f"/games?cursor={cursor}")
    assert answer.status_code in (200, 422)
    if answer.status_code == 422:
        assert answer.json()["fields"][0]["field"] == "cursor"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"seats": 7}, "bad-seats"),
        ({"seats": -1}, "bad-seats"),
        ({"seats": 10**30}, "bad-seats"),
        ({"seats": 2.0}, "bad-fields"),
        ({"seats": True}, "bad-fields"),
        ({"seats": "2"}, "bad-fields"),
        ({"seats": None}, "bad-fields"),
        ({}, "bad-fields"),
        ([], "bad-fields"),
        ("text", "bad-fields"),
        (None, "bad-fields"),
        ({"seats": 2, "options": []}, "bad-fields"),
        ({"seats": 2, "options": {"memory": "photographic"}}, "bad-option"),
        ({"seats": 2, "options": {"spells": [["x"]]}}, "bad-option"),
        ({"seats": 2, "rules": "chess"}, "unknown-game"),
        ({"seats": 2, "visibility": "secret"}, "bad-fields"),
        ({"seats": 2, "visibility": ["open"]}, "bad-fields"),
        ({"seats": 2, "name": "two\nlines\x07"}, "refused"),
        ({"seats": 2, "sets": 3}, "bad-fields"),
    ],
)
def test_a_game_that_cant_be_is_refused_and_not_made(body: object, code: str) -> None:
    answer = Program("Alice").post(
        "/games", "null" if body is None else body if not isinstance(body, str) else f'"{body}"'
    )
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert not Game.objects.exists()
    assert not Seat.objects.exists()


def test_an_unknown_field_is_named_with_those_that_exist() -> None:
    answer = Program("Alice").post("/games", {"seats": 2, "sets": 3}).json()
    assert answer["fields"] == [
        {
            "field": "sets",
            "message": "There is no such field here; there are: rules, seats, options, name, visibility.",
        }
    ]
