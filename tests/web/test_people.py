"""Signing up, in and out."""

import pytest
from django.test import Client

from tests.factories import PASSWORD, person
from tests.web.pages import html_of, signed_in
from wtgame.accounts.models import Account

pytestmark = pytest.mark.django_db

ALICE = {"email": "alice@example.org", "name": "Alice", "password": PASSWORD}


def test_signing_up_signs_in_and_leads_to_the_games() -> None:
    client = Client()
    answer = client.post("/accounts/sign-up/", ALICE)
    assert (answer.status_code, answer["Location"]) == (302, "/games/")
    assert client.get("/games/").status_code == 200
    assert Account.objects.get().email == ALICE["email"]


@pytest.mark.parametrize(
    "wrong", [{"email": "no address"}, {"password": "12345678"}, {"name": ""}, {"name": "a\u2028b"}, {"name": "x" * 99}]
)
def test_a_sign_up_that_is_not_acceptable_says_why(wrong: dict[str, str]) -> None:
    answer = Client().post("/accounts/sign-up/", ALICE | wrong)
    assert answer.status_code == 422
    assert "errorlist" in html_of(answer) or 'role="alert"' in html_of(answer)
    assert not Account.objects.exists()


def test_an_address_that_is_taken_in_any_case_is_refused() -> None:
    person("Alice")
    answer = Client().post("/accounts/sign-up/", ALICE | {"email": "ALICE@example.org", "name": "Other"})
    assert answer.status_code == 409


def test_signing_in_leads_back_to_the_page_that_asked_for_it() -> None:
    person("Alice")
    client = Client()
    asked = client.get("/games/new/")
    assert asked["Location"] == "/accounts/sign-in/?next=/games/new/"
    sent = {"username": "Alice@example.org", "password": PASSWORD, "next": "/games/new/"}
    assert client.post("/accounts/sign-in/", sent)["Location"] == "/games/new/"


def test_signing_in_leads_nowhere_else() -> None:
    person("Alice")
    sent = {"username": "alice@example.org", "password": PASSWORD, "next": "https://elsewhere.example/"}
    assert Client().post("/accounts/sign-in/", sent)["Location"] == "/games/"
    up = Client().post(
        "/accounts/sign-up/", {"email": "b@example.org", "name": "B", "password": PASSWORD, "next": "//e.org"}
    )
    assert up["Location"] == "/games/"


def test_a_wrong_password_is_told_in_a_sentence() -> None:
    person("Alice")
    client = Client()
    answer = client.post("/accounts/sign-in/", {"username": "alice@example.org", "password": "wrong"})
    assert "No account has this address and password" in html_of(answer)
    assert client.get("/games/").status_code == 302


def test_kf_19_signing_out_is_a_post() -> None:
    alice = signed_in("Alice")
    assert alice.get("/accounts/sign-out/").status_code == 405
    assert alice.get("/games/").status_code == 200
    assert alice.post("/accounts/sign-out/").status_code == 302
    assert alice.get("/games/").status_code == 302


def test_a_form_from_elsewhere_is_refused() -> None:
    person("Alice")
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/accounts/sign-in/", {"username": "alice@example.org", "password": PASSWORD})
    assert answer.status_code == 403
    assert "Send it again" in html_of(answer)


def test_the_first_page_says_what_it_is_and_leads_who_is_signed_in_on() -> None:
    page = html_of(Client().get("/"))
    assert "Board games, played slowly" in page
    assert 'lang="en"' in page
    assert signed_in("Alice").get("/")["Location"] == "/games/"
