"""What every test of the API has."""

from typing import Any

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Any) -> None:
    """Hash passwords in microseconds: they are made in every test, and how well they are hashed is none's subject."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    """Forget what earlier tests used up of the limits."""
    cache.clear()
