"""The one shape of errors, at every address."""

from typing import Any

import pytest
from django.core.cache import cache

from tests.api.program import Program, check_problem
from tests.factories import running_game
from wtgame.api.openapi import document

pytestmark = pytest.mark.django_db
OPERATIONS = [(method, path) for path, methods in document()["paths"].items() for method in methods]
JSON = {"content_type": "application/json"}
FAULTS: list[tuple[int, dict[str, Any]]] = [
    (401, {"headers": {"Authorization": "Bearer none"}}),
    (406, {"headers": {"Accept": "image/png"}}),
    (400, {"data": "{", **JSON}),
    (422, {"data": "[]", **JSON}),
    (422, {"data": '{"no_such_field": 1}', **JSON}),
    (413, {"data": " " * 2**20, **JSON}),
    (415, {"data": "a=1", "content_type": "text/plain"}),
]


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_error_of_every_address_has_the_one_shape(method: str, path: str) -> None:
    cache.clear()  # the limits
    at = path.removeprefix("/api/v1").format(game_id=running_game().id)
    for status, fault in FAULTS:
        if method != "post" and "data" in fault:
            continue
        answer = Program("Alice").call(method, at, **fault)
        public = path in ("/api/v1/", "/api/v1/accounts", "/api/v1/tokens")
        if status == 401 and public:  # they read no token
            continue
        assert answer.status_code == status
    unknown = Program("Alice").call("patch", at)
    check_problem(unknown)
    assert unknown.json()["code"] == "method-not-allowed"
    assert method.upper() in unknown.headers["Allow"]


def test_a_fault_of_ours_is_a_problem_that_tells_nothing(db: None) -> None:
    """A table that is gone is the nearest to a fault that a test can have without putting one into the code."""
    from django.db import connection

    alice = Program("Alice")
    alice.client.raise_request_exception = False
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_turn RENAME TO games_turn_gone")
    answer = alice.get("/me/turns")
    check_problem(answer)
    assert (answer.status_code, answer.json()["code"]) == (500, "internal-error")
    assert b"games_turn" not in answer.content
