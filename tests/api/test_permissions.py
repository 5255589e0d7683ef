"""Who may do what: each address, for a visitor, a stranger, a seat, the creator."""

import pytest

from tests.api.program import Program
from tests.factories import lobby_game, running_game
from wtgame.api.urls import v1
from wtgame.games.models import Game, LogEntry, Seat

pytestmark = pytest.mark.django_db

# Alice made the game and has seat A, Bob has seat B, Charlie is a stranger.
PEOPLE = (None, "Charlie", "Bob", "Alice")
MOVE = {"notation": "A", "expected_seq": 0}

RUNNING = {
    # method, part:                visitor, stranger, seat, creator; of an open game
    ("get", ""): (200, 200, 200, 200),
    ("get", "/position"): (200, 200, 200, 200),
    ("get", "/log"): (200, 200, 200, 200),
    ("get", "/export"): (200, 200, 200, 200),
    ("get", "/actions"): (401, 403, 200, 200),
    ("post", "/moves"): (401, 403, 422, 422),  # 422: let in, and the rules refuse the text
    ("post", "/start"): (401, 403, 403, 409),
    ("post", "/invitations"): (401, 403, 403, 409),
    ("post", "/seats"): (401, 409, 409, 409),
}
ELSEWHERE = {
    ("get", "/"): (200, 200, 200, 200),
    ("get", "/openapi.json"): (200, 200, 200, 200),
    ("post", "/accounts"): (422, 422, 422, 422),
    ("post", "/tokens"): (422, 422, 422, 422),
    ("get", "/me"): (401, 200, 200, 200),
    ("get", "/me/turns"): (401, 200, 200, 200),
    ("get", "/games"): (401, 200, 200, 200),
    ("get", "/games?open=1"): (200, 200, 200, 200),
    ("post", "/games"): (401, 422, 422, 422),
    ("post", "/games?open=1"): (401, 422, 422, 422),
    ("delete", "/tokens/current"): (401, 204, 204, 204),
}
BODIES = {"/moves": MOVE, "/invitations": {"email": "dora@example.org"}}


def call(name: str | None, method: str, at: str) -> int:
    program = Program(name)
    part = "/" + at.rpartition("/")[2]
    answer = program.post(at, BODIES.get(part)) if method == "post" else program.call(method, at)
    return int(answer.status_code)


def test_every_address_is_in_the_tables() -> None:
    listed = {part for _method, part in RUNNING} | {at.partition("?")[0] for _method, at in ELSEWHERE}
    addresses = {"/" + str(pattern.pattern) for pattern in v1}
    assert {at.removeprefix("/games/<uuid:game_id>") for at in addresses} == listed


@pytest.mark.parametrize(("method", "part"), RUNNING)
def test_who_may_do_what_in_an_open_game(method: str, part: str) -> None:
    game = running_game("Alice", "Bob")
    before = LogEntry.objects.count(), Seat.objects.count()
    assert tuple(call(name, method, f"/games/{game.id}{part}") for name in PEOPLE) == RUNNING[method, part]
    assert (LogEntry.objects.count(), Seat.objects.count()) == before


@pytest.mark.parametrize(("method", "part"), RUNNING)
def test_a_private_game_does_not_exist_for_strangers(method: str, part: str) -> None:
    game = running_game("Alice", "Bob", visibility="private")
    visitor, _stranger, seat, creator = RUNNING[method, part]
    found = tuple(call(name, method, f"/games/{game.id}{part}") for name in PEOPLE)
    # A seat is told that joining needs an invitation before it is told that it has one.
    inside = (403, 403) if part == "/seats" else (seat, creator)
    assert found == (401 if visitor == 401 else 404, 404, *inside)


@pytest.mark.parametrize(("method", "at"), ELSEWHERE)
def test_who_may_do_what_elsewhere(method: str, at: str) -> None:
    assert tuple(call(name, method, at) for name in PEOPLE) == ELSEWHERE[method, at]
    assert not Game.objects.exists()


def test_a_private_game_and_none_at_all_look_alike() -> None:
    game, charlie = lobby_game("Alice", seats=2, visibility="private"), Program("Charlie")
    hidden = charlie.get(f"/games/{game.id}").json()
    absent = charlie.get("/games/00000000-0000-7000-8000-000000000000").json()
    assert {**hidden, "detail": ""} == {**absent, "detail": ""}
