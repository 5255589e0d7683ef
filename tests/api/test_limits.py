"""Limits hold under load (KF-23)."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from tests.api.program import Program, check
from tests.factories import PASSWORD, lobby_game, person
from wtgame.accounts.models import ApiToken

BODY = {"email": "alice@example.org", "password": PASSWORD}


@pytest.fixture(autouse=True)
def _clock_stands(time_machine: Any) -> None:
    time_machine.move_to("2027-03-01 09:00:01+00:00", tick=False)


def sign_in(address: str, email: str = BODY["email"]) -> Any:
    answer = Client().post(
        "/api/v1/tokens", BODY | {"email": email}, content_type="application/json", REMOTE_ADDR=address
    )
    check("post", "/api/v1/tokens", answer)
    return answer


def sign_in_beside_others(_number: int) -> Any:
    """Sign in from a thread of its own, which has a connection of its own."""
    try:
        return sign_in("192.0.2.1")
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_kf_23_of_many_sign_ins_at_once_exactly_ten_reach_the_password() -> None:
    person("Alice")
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(sign_in_beside_others, range(60)))
    assert sorted(answer.status_code for answer in answers) == [201] * 10 + [429] * 50
    assert ApiToken.objects.count() == 10


@pytest.mark.django_db
def test_a_limit_ends_when_it_says_so(time_machine: Any) -> None:
    for _ in range(10):
        assert sign_in("192.0.2.1", "nobody@example.org").status_code == 401
    refused = sign_in("192.0.2.1", "nobody@example.org")
    assert (refused.status_code, refused.json()["code"], refused.headers["Retry-After"]) == (
        429,
        "too-many-requests",
        "59",
    )
    time_machine.shift(59)
    assert sign_in("192.0.2.1", "nobody@example.org").status_code == 401


@pytest.mark.django_db
def test_one_account_is_guarded_from_many_addresses() -> None:
    for number in range(10):
        assert sign_in(f"192.0.2.{number}", "Nobody@example.org").status_code == 401
    assert sign_in("192.0.2.99", "nobody@example.org").status_code == 429
    assert sign_in("192.0.2.99", "somebody@example.org").status_code == 401


@pytest.mark.django_db
def test_who_is_refused_at_one_address_uses_up_no_account() -> None:
    for _ in range(30):
        sign_in("192.0.2.1", "nobody@example.org")
    for _ in range(10):
        sign_in("192.0.2.2", "other@example.org")
    assert sign_in("192.0.2.2", "alice@example.org").status_code == 429
    person("Alice")
    assert sign_in("192.0.2.3").status_code == 201


@pytest.mark.django_db
def test_invitations_are_counted_for_each_account() -> None:
    alice, game = Program("Alice"), lobby_game("Alice", seats=2)
    answers = [alice.post(f"/games/{game.id}/invitations", {"email": "x"}).status_code for _ in range(61)]
    assert answers == [422] * 60 + [429]
