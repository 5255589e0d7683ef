"""Reading settings from the environment: what is missing or unsafe stops the start with a sentence that says what to set."""

from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()


def required(name: str, example: str) -> str:
    """The value of the variable `name`, which has no safe default."""
    value: str = env.str(name, default="").strip()
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


def public_address(address: str, *schemes: str) -> str:
    """The base address of every link the service sends, without a closing slash."""
    parts = urlsplit(address)
    if parts.scheme not in schemes or not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment:
        raise ImproperlyConfigured(
            f"RAVENPOST_URL is {address!r}. Set it to {' or '.join(schemes)}://, a host name and nothing behind it, "
            "for example https://games.example.org"
        )
    return address.rstrip("/")


def database(url: str) -> dict[str, Any]:
    """Django's settings for the database at `url`."""
    _require_scheme("DATABASE_URL", url, _DATABASES)
    settings: dict[str, Any] = dict(environ.Env.db_url_config(url))
    settings["OPTIONS"] = {**_DATABASES[_scheme(url)], **settings.get("OPTIONS", {})}
    return settings


def redis(url: str) -> str:
    """The address of the Redis that is broker and cache."""
    _require_scheme("REDIS_URL", url, ("redis", "rediss"))
    return url


def mail(url: str) -> dict[str, Any]:
    """Django's settings for the mail server at `url`."""
    _require_scheme("EMAIL_URL", url, ("smtp", "smtp+tls", "smtp+ssl"))
    return dict(environ.Env.email_url_config(url))


def _scheme(url: str) -> str:
    return url.partition("://")[0] if "://" in url else ""


def _require_scheme(name: str, url: str, schemes: Any) -> None:
    if _scheme(url) not in schemes:
        # Not the value itself: it may hold a password.
        known = ", ".join(f"{scheme}://" for scheme in schemes)
        raise ImproperlyConfigured(f"{name} does not begin as it must. Set it to an address with one of {known}")


_POSTGRESQL: dict[str, Any] = {
    # Who finds every connection taken waits ten seconds at most; the server's own limit, 100 by default, is for all processes.
    "pool": {"min_size": 1, "max_size": 10, "timeout": 10},
}
_SQLITE: dict[str, Any] = {
    # A transaction that reads first and writes later fails as "locked" at once when another has written between,
    # whatever the timeout; one that takes the write lock at its start waits for its turn.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,  # seconds
    "init_command": "PRAGMA journal_mode=WAL",
}
_DATABASES = {"postgres": _POSTGRESQL, "postgresql": _POSTGRESQL, "sqlite": _SQLITE}
