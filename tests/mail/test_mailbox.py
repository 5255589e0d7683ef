"""/dev/mail: what was sent on this machine, and only there."""

import importlib
from pathlib import Path

import pytest
from django.test import Client
from django.urls import Resolver404, resolve
from pytest_django.fixtures import Settings

from tests.factories import running_game
from tests.mail.owed import drain, games_with_a_mail
from wtgame.accounts.models import Account

pytestmark = pytest.mark.django_db


@pytest.fixture
def mailbox(settings: Settings, tmp_path: Path) -> Path:
    """The folder of the dev settings' backend, and their addresses."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path
    settings.ROOT_URLCONF = "wtgame.mail.dev_urls"
    return tmp_path


def test_the_mailbox_is_empty_at_first(mailbox: Path, client: Client) -> None:
    """It says what to do."""
    assert b"No mail has been sent yet" in client.get("/dev/mail").content


def test_the_mailbox_shows_the_newest_first(mailbox: Path, client: Client) -> None:
    """Also where one run has sent them into one file."""
    games_with_a_mail(3)
    drain()
    page = client.get("/dev/mail").content.decode()
    assert len(list(mailbox.glob("*.log"))) == 1
    assert page.index("Game 0") < page.index("Game 1") < page.index("Game 2")


def test_the_mailbox_shows_one_recipient_alone(mailbox: Path, client: Client) -> None:
    """By the link that the page gives."""
    running_game("Alice", "Bob", name="Of Alice")
    running_game("Bob", "Alice", name="Of Bob")
    drain()
    page = client.get("/dev/mail", {"to": "Bob <bob@example.org>"}).content.decode()
    assert "Of Bob" in page
    assert "Of Alice" not in page


def test_the_mailbox_shows_long_names_as_they_are(mailbox: Path, client: Client) -> None:
    """A header of several encoded words has no blanks between them."""
    running_game()
    Account.objects.filter(name="Alice").update(name="é" * 60)
    drain()
    assert f"{'é' * 60} &lt;alice@example.org&gt;" in client.get("/dev/mail").content.decode()


def test_a_mail_can_run_no_script_in_the_mailbox(mailbox: Path, client: Client) -> None:
    """It is framed in a sandbox, escaped, and the page's policy allows no script."""
    running_game()
    Account.objects.filter(name="Alice").update(name='"><script>alert(1)</script>')
    drain()
    answer = client.get("/dev/mail")
    page = answer.content.decode()
    assert "<script" not in page
    assert 'sandbox="allow-popups allow-popups-to-escape-sandbox"' in page
    assert "script-src" not in answer["Content-Security-Policy"]
    assert "default-src 'none'" in answer["Content-Security-Policy"]


def test_the_mailbox_is_in_no_other_settings() -> None:
    """Only those of `make run` know its address."""
    with pytest.raises(Resolver404):
        resolve("/dev/mail", urlconf="wtgame.urls")
    assert importlib.import_module("wtgame.settings.dev").ROOT_URLCONF == "wtgame.mail.dev_urls"
    assert importlib.import_module("wtgame.settings.base").ROOT_URLCONF == "wtgame.urls"
