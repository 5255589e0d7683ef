"""Signing up, tokens, and who one is."""

from typing import Any

import pytest
from django.test import Client

from tests.api.program import Program, check
from tests.factories import PASSWORD, person, running_game
from wtgame.accounts.models import Account, ApiToken

pytestmark = pytest.mark.django_db
DORA = {"email": "dora@example.org", "name": "Dora", "password": "a quite long pass phrase"}


def test_somebody_new_signs_up_gets_a_token_and_is_known_by_it() -> None:
    visitor = Program()
    signed_up = visitor.post("/accounts", DORA)
    assert signed_up.status_code == 201
    answer = visitor.post("/tokens", {"email": "DORA@example.org", "password": DORA["password"], "name": "bot"})
    assert answer.status_code == 201
    assert answer.headers["Cache-Control"].startswith("no-store")
    dora = Client(headers={"Authorization": f"Bearer {answer.json()['token']}"})
    me = dora.get("/api/v1/me")
    assert me.json() == signed_up.json()
    assert answer.json()["token"] not in str(list(ApiToken.objects.values()))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"email": "no address"}, "bad-sign-up"),
        ({"password": "12345678"}, "bad-sign-up"),
        ({"email": "alice@example.org"}, "account-exists"),
        ({"name": "alice"}, "account-exists"),
        ({"name": "line\nbreak"}, "bad-sign-up"),
        ({"name": 7}, "bad-fields"),
        ({"name": "x" * 61}, "bad-fields"),
        ({"nickname": "D"}, "bad-fields"),
    ],
)
def test_a_sign_up_that_is_refused_makes_no_account(change: dict[str, Any], code: str) -> None:
    person("Alice")
    answer = Program().post("/accounts", DORA | change)
    assert answer.json()["code"] == code
    if code.startswith("bad"):
        assert answer.json()["fields"][0]["field"] == next(iter(change))
    assert Account.objects.count() == 1


@pytest.mark.parametrize(
    "change", [{"email": "nobody@example.org"}, {"password": "wrong"}, {"password": PASSWORD + " "}]
)
def test_a_wrong_address_and_a_wrong_password_look_alike(change: dict[str, str]) -> None:
    person("Alice")
    answer = Program().post("/tokens", {"email": "alice@example.org", "password": PASSWORD} | change)
    assert (answer.status_code, answer.json()["code"]) == (401, "wrong-password")
    assert answer.json()["detail"] == "No account has this address and this password."
    assert not ApiToken.objects.exists()


def test_a_revoked_token_is_worth_nothing() -> None:
    alice, other = Program("Alice"), Program("Alice")
    assert alice.call("delete", "/tokens/current").status_code == 204
    answer = alice.get("/me")
    assert (answer.status_code, answer.json()["code"]) == (401, "bad-token")
    assert other.get("/me").status_code == 200


@pytest.mark.parametrize("header", ["Bearer", "Bearer x", "Bearer \xe9", "Bearer " + "x" * 5000, "Bearer a b"])
def test_a_token_that_is_none_is_refused_even_where_everybody_may_read(header: str) -> None:
    game = running_game()
    for at in ("/me", f"/games/{game.id}", f"/games/{game.id}/position"):
        answer = Program(None, Authorization=header).get(at)
        assert (answer.status_code, answer.json()["code"]) == (401, "bad-token")


def test_a_token_of_an_inactive_account_is_worth_nothing() -> None:
    alice = Program("Alice")
    Account.objects.update(is_active=False)
    assert alice.get("/me").status_code == 401


def test_a_session_reads_and_changes_only_with_the_csrf_token() -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(person("Alice"))
    assert browser.get("/api/v1/me").json()["name"] == "Alice"
    refused = browser.post("/api/v1/games", {"seats": 2}, content_type="application/json")
    check("post", "/api/v1/games", refused)
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf-failed")
    browser.cookies["csrftoken"] = "a" * 32
    game = {"seats": 2}
    accepted = browser.post("/api/v1/games", game, content_type="application/json", headers={"X-CSRFToken": "a" * 32})
    assert accepted.status_code == 201


def test_a_session_has_no_token_to_revoke() -> None:
    browser = Client()
    browser.force_login(person("Alice"))
    answer = browser.delete("/api/v1/tokens/current")
    check("delete", "/api/v1/tokens/current", answer)
    assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")


def test_a_cookie_with_a_nul_is_nobody() -> None:
    browser = Client()
    browser.cookies["sessionid"] = "abcdefgh\0"
    answer = browser.get("/api/v1/me")
    check("get", "/api/v1/me", answer)
    assert answer.status_code == 401
