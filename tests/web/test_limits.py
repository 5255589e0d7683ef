"""Pages hold the same limits as the API (KF-23)."""

import pytest
from django.core.cache import cache
from django.test import Client

from tests.factories import PASSWORD, person


@pytest.fixture(autouse=True)
def _fresh_limits(time_machine) -> None:
    cache.clear()
    time_machine.move_to("2027-03-01 09:00:01+00:00", tick=False)


@pytest.mark.django_db
def test_kf_23_after_ten_tries_a_minute_not_even_the_right_password_signs_in(time_machine) -> None:
    person("Alice")
    client = Client()

    def sign_in(password: str) -> bool:
        client.post("/accounts/sign-in/", {"username": "alice@example.org", "password": password})
        return "_auth_user_id" in client.session

    assert not any(sign_in(f"guess {number}") for number in range(10))
    assert not sign_in(PASSWORD)
    time_machine.shift(60)
    assert sign_in(PASSWORD)


@pytest.mark.django_db
def test_kf_23_from_one_address_twenty_people_sign_up_an_hour() -> None:
    statuses = [
        Client()
        .post("/accounts/sign-up/", {"name": f"N{n}", "email": f"n{n}@example.org", "password": PASSWORD})
        .status_code
        for n in range(21)
    ]
    assert statuses == [302] * 20 + [429]
