"""Whatever comes: a problem that says what is wrong, nothing written, never a 5xx."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.api.program import Program, check_problem
from tests.factories import fresh, legal, running_game
from wtgame.accounts.models import Account, ApiToken
from wtgame.games.models import Game, LogEntry, OutboxRow, Seat, Snapshot, Turn

pytestmark = pytest.mark.django_db
TABLES = (Account, ApiToken, Game, LogEntry, OutboxRow, Seat, Snapshot, Turn)
MOVE = '{"action": {"type": "play", "card": "W3", "piece": %s}, "expected_seq": 0}'


def rows() -> list[int]:
    return [table.objects.count() for table in TABLES]


def refused(game: Game, body: Any, **headers: str) -> dict[str, Any]:
    alice = Program("Alice")
    before = rows()
    answer = alice.move(game, body, **headers)
    assert 400 <= answer.status_code < 500, answer.content
    assert rows() == before
    assert fresh(game).head_seq == 0
    return answer.json()


ACTIONS: list[Any] = [
    {"type": "play", "card": "Z9", "piece": "A1"},
    {"type": "play", "card": "W3", "piece": "B1"},
    {"type": "play", "card": "W3", "piece": "A99"},
    {"type": "play", "card": 3, "piece": True},
    {"type": "play", "card": ["W3"], "piece": {"x": 1}},
    {"type": "cast", "spell": "swap_towers", "spaces": [-1, 10**400]},
    {"type": "cast", "spell": "swap_towers", "spaces": [1.5, True]},
    {"type": "cast", "spell": "swap_towers", "spaces": [1, 1]},
    {"type": "cast", "spell": "swap_towers", "spaces": [[], {}]},
    {"type": "undo", "seq": 3},
    {"type": "setup"},
    {"type": None},
    {"type": {}},
    {},
    {"type": "play", "card": "W3", "piece": "A1", "cheat": True},
]


@pytest.mark.parametrize("action", ACTIONS, ids=json.dumps)
def test_an_action_that_is_none_is_refused(action: Any) -> None:
    problem = refused(running_game(), {"action": action, "expected_seq": 0})
    assert problem["status"] == 422


@pytest.mark.parametrize(
    "change",
    [
        {"action": "text"},
        {"action": []},
        {"action": None},
        {"notation": 5},
        {"notation": ""},
        {"notation": "x" * 201},
        {"notation": "W3 A1"},  # beside an action
        {"expected_seq": "0"},
        {"expected_seq": 0.0},
        {"expected_seq": False},
        {"expected_seq": None},
        {"expected_seq": -1},
        {"expected_seq": 2**31},
        {"expected_seq": 10**100},
        {"expected_seq": []},
        {"seat": 1},
    ],
    ids=json.dumps,
)
def test_a_field_of_the_wrong_type_is_named(change: dict[str, Any]) -> None:
    game = running_game()
    problem = refused(game, {"action": legal(game)[0], "expected_seq": 0} | change)
    assert problem["code"] == "bad-fields"
    assert problem["fields"][0]["field"] in (next(iter(change)), "")


@pytest.mark.parametrize("text", ["W3", "fly A1", "W3 W3 W3", "\u202e", "🐦" * 50, "W3 B1", "'; DROP TABLE", " undo "])
def test_a_notation_that_is_none_is_refused(text: str) -> None:
    assert refused(running_game(), {"notation": text, "expected_seq": 0})["status"] == 422


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[1, 2",
        MOVE % "NaN",
        MOVE % "Infinity",
        MOVE % "-Infinity",
        MOVE % "1e999",
        MOVE % ("9" * 5000),
        MOVE % ("[" * 100_000 + "]" * 100_000),
        MOVE % ("[" * 30 + "]" * 30),
        MOVE % ('{"a":' * 50_000),
        MOVE % '"\\u0000"',
        MOVE % '"\\ud800"',
        MOVE % '"A\\udfff1"',
        '{"\\ud800": 1}',
        '{"expected_seq": 0, "expected_seq": 1, "notation": "undo"}',
        b'{"notation": "\xff", "expected_seq": 0}',
        '\ufeff{"notation": "undo", "expected_seq": 0}',
        '{"notation": "undo", "expected_seq": 0} x',
        MOVE % "null\0",
    ],
    ids=lambda body: ascii(body[:70]),
)
def test_a_body_that_is_not_json_is_refused(body: str | bytes) -> None:
    problem = refused(running_game(), body)
    assert problem["code"] == "malformed-json" or (body == "" and problem["code"] == "bad-fields")


def test_a_body_of_a_megabyte_is_refused() -> None:
    problem = refused(running_game(), json.dumps({"notation": "x" * 2**20, "expected_seq": 0}))
    assert (problem["status"], problem["code"]) == (413, "too-large")


@pytest.mark.parametrize("key", ["", "a b", "x" * 201, "\xe9", "a\0b", "tab\t", "\x7f"])
def test_an_idempotency_key_that_cant_be_used_is_refused(key: str) -> None:
    game = running_game()
    problem = refused(game, {"action": legal(game)[0], "expected_seq": 0}, Idempotency_Key=key)
    assert (problem["status"], problem["code"]) == (400, "bad-idempotency-key")


@pytest.mark.parametrize("key", ["a", "~" * 200, "!\"#$%&'()*+,-./:;<=>?@[]^_`{|}"])
def test_every_visible_key_is_taken(key: str) -> None:
    game = running_game()
    answer = Program("Alice").move(game, {"action": legal(game)[0], "expected_seq": 0}, Idempotency_Key=key)
    assert answer.status_code == 201


@pytest.mark.parametrize(
    "at",
    [
        "",
        "v1",
        "v1/nothing",
        "v2/games",
        "v1/games/",
        "v1/games/1",
        "v1/games/x/position",
        "v1/games/%00",
        "v1/%ff",
        "v1/a%0Ab",
        "v1/games/../me",
    ],
)
@pytest.mark.parametrize("method", ["get", "post", "put", "delete", "options"])
def test_an_unknown_address_is_a_problem_for_every_method(at: str, method: str) -> None:
    answer = getattr(Client(), method)(f"/api/{at}")
    check_problem(answer)
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-address")


@pytest.mark.parametrize(
    "query",
    [
        "after=x",
        "after=-2",
        "after=1.5",
        "after=99999999999",
        "limit=0",
        "limit=501",
        "limit=%00",
        "after=",
        "after=%ED%A0%80",
    ],
)
def test_a_query_that_makes_no_sense_is_refused(query: str) -> None:
    answer = Program().get(f"/games/{running_game().id}/log?{query}")
    assert answer.json()["code"] == "bad-fields"
    assert answer.json()["fields"][0]["field"] in query


@pytest.mark.parametrize("field", ["email", "name", "password"])
@pytest.mark.parametrize("text", ["\0", "a\0b", "\ud800", "x\udfff"])
def test_text_that_no_database_stores_is_refused_in_a_sign_up(field: str, text: str) -> None:
    body = {"email": "dora@example.org", "name": "Dora", "password": "a quite long pass phrase"} | {field: text}
    answer = Program().post("/accounts", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed-json")
    assert not Account.objects.exists()


@pytest.mark.parametrize(
    ("method", "request_", "code"),
    [
        ("put", {}, "method-not-allowed"),
        ("patch", {}, "method-not-allowed"),
        ("options", {}, "method-not-allowed"),
        ("trace", {}, "method-not-allowed"),
        ("delete", {}, "method-not-allowed"),
        ("get", {"headers": {"Accept": "text/html"}}, "not-acceptable"),
        ("get", {"headers": {"Accept": ";;;\0"}}, "not-acceptable"),
        ("post", {"data": "a=1", "content_type": "application/x-www-form-urlencoded"}, "unsupported-media-type"),
        ("post", {"data": "x", "content_type": "multipart/form-data"}, "unsupported-media-type"),
        ("post", {"data": "{}", "content_type": "\xe9"}, "unsupported-media-type"),
    ],
)
def test_what_the_framework_refuses_has_the_shape_too(method: str, request_: dict[str, Any], code: str) -> None:
    assert Program("Alice").call(method, "/games", **request_).json()["code"] == code


def test_a_huge_form_with_a_session_is_refused() -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(Account.objects.create_user(email="a@example.org", name="A", password=None))
    browser.cookies["csrftoken"] = "a" * 32
    form = {"data": "a=" + "x" * 2**20, "content_type": "application/x-www-form-urlencoded"}
    answer = browser.post("/api/v1/games", **form)
    check_problem(answer)
    assert answer.status_code == 415  # refused by its type, unread


def test_the_language_of_a_problem_is_that_of_the_request() -> None:
    answer = Program(None, Accept_Language="xx, en;q=0.1").get("/me")
    assert answer.json()["title"] == "Sign in first"
