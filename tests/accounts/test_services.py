"""Signing up and programs' tokens."""

import pytest

from tests.factories import PASSWORD, person
from wtgame.accounts import services
from wtgame.accounts.errors import AddressTaken, BadSignUp
from wtgame.accounts.models import Account, ApiToken


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["王小明", 'O\'Brien, "Bob" <x@y>', "é" * 60, "🎲" * 60, "שלום"])
def test_kf_18_any_name_of_one_visible_line_signs_up(name: str) -> None:
    assert services.sign_up(email="x@example.org", name=name, password=PASSWORD).name == name


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\r\nBcc: x@y", "a\0", "\ud800", "x" * 61, "a\u2028b"])
def test_kf_18_a_name_that_could_break_a_line_is_refused(name: str) -> None:
    with pytest.raises(BadSignUp):
        services.sign_up(email="x@example.org", name=name, password=PASSWORD)
    assert not Account.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("taken", [{"email": "ALICE@example.org"}, {"name": "aLICE"}])
def test_an_address_or_name_signs_up_once_whatever_its_case(taken: dict[str, str]) -> None:
    person("Alice")
    with pytest.raises(AddressTaken):
        services.sign_up(**({"email": "new@example.org", "name": "New", "password": PASSWORD} | taken))


@pytest.mark.django_db
@pytest.mark.parametrize("password", ["", "short", "password", "12345678901"])
def test_a_weak_password_is_refused(password: str) -> None:
    with pytest.raises(BadSignUp):
        services.sign_up(email="x@example.org", name="X", password=password)


@pytest.mark.django_db
def test_a_token_opens_its_account_until_revoked_and_is_kept_as_a_digest() -> None:
    alice = person("Alice")
    token = services.issue_token(account=alice, name="my bot")
    assert services.account_of_token(token) == alice
    assert token not in str(list(ApiToken.objects.values()))
    assert not services.revoke_token(account=person("Bob"), token=token)
    assert services.revoke_token(account=alice, token=token)
    assert services.account_of_token(token) is None


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["", "x", "\ud800", "x" * 100_000])
def test_what_is_no_token_opens_nothing(token: str) -> None:
    assert services.account_of_token(token) is None
