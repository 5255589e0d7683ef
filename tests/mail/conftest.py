"""What tests of outgoing mail may ask for."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from tests.mail.post_office import PostOffice, open_post_office


@pytest.fixture
def office(settings: Settings) -> Iterator[PostOffice]:
    """A mail server that the service sends through."""
    with open_post_office() as office:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
        yield office
