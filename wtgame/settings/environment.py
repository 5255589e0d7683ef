"""Reading settings from the environment: what is missing or unsafe stops the start with a sentence that says what to set."""

from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()


def required(name: str, example: str) -> str:
    """The value of the variable `name`, which has no safe default."""
    value = env.str(name, default="").strip()
    if not value:
        raise ImproperlyConfigured(f"{name} is not set. Set it in the environment, for example {name}={example}")
    return value


def secret_key() -> str:
    """The key that signs sessions and links: 50 characters or more, none of Django's insecure samples."""
    key = required("SECRET_KEY", "$(openssl rand -base64 48)")
    if len(key) < 50 or len(set(key)) < 5 or key.startswith("django-insecure-"):
        raise ImproperlyConfigured(
            "SECRET_KEY can be guessed: it signs sessions and links, and needs 50 random characters or more. "
            "Set it in the environment, for example SECRET_KEY=$(openssl rand -base64 48)"
        )
    return key


def public_address(*, https_only: bool, default: str = "") -> str:
    """The base address of every link the service sends, without a closing slash."""
    address = (default and env.str("RAVENPOST_URL", default=default)) or required(
        "RAVENPOST_URL", "https://games.example.org"
    )
    parts = urlsplit(address)
    schemes = ("https",) if https_only else ("http", "https")
    if parts.scheme not in schemes or not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment:
        raise ImproperlyConfigured(
            f"RAVENPOST_URL is {address!r}, which is no address of a site. "
            f"Set it to {' or '.join(schemes)}://, a host name and nothing behind it, for example https://games.example.org"
        )
    return address.rstrip("/")


def database(url: str) -> dict[str, Any]:
    """Django's settings for the database at `url`: `sqlite:///PATH` or `postgres://USER@HOST/NAME`."""
    try:
        settings: dict[str, Any] = dict(environ.Env.db_url_config(url))
    except Exception as error:  # it raises several kinds for what is not a URL, none of which names the variable
        raise ImproperlyConfigured(_not_a_database(url)) from error
    options = _DATABASE_OPTIONS.get(settings.get("ENGINE", ""))
    if options is None:
        raise ImproperlyConfigured(_not_a_database(url))
    settings["OPTIONS"] = {**options, **settings.get("OPTIONS", {})}
    return settings


def _not_a_database(url: str) -> str:
    scheme = url.partition(":")[0]  # the rest may hold a password
    return (
        f"DATABASE_URL begins with {scheme!r}, which is no database that Ravenpost runs on. "
        "Set it to postgres://USER:PASSWORD@HOST/NAME or sqlite:///PATH"
    )


_DATABASE_OPTIONS: dict[str, dict[str, Any]] = {
    "django.db.backends.sqlite3": {
        # A transaction that reads first and writes later fails as "locked" at once when another has written between,
        # whatever the timeout; one that takes the write lock at its start waits for its turn.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,  # seconds
        "init_command": "PRAGMA journal_mode=WAL",
    },
    "django.db.backends.postgresql": {
        # A request for a connection beyond the largest number waits, then fails: the server's own limit is 100.
        "pool": {"min_size": 1, "max_size": 10, "timeout": 10},
    },
}
