"""Which conversation a mail belongs to: every mail of a game is one thread (RFC 5322 section 3.6.4, RFC 2919, RFC 3834)."""

from urllib.parse import urlsplit

from django.conf import settings

from wtgame.games.models import OutboxRow


def headers(row: OutboxRow) -> dict[str, str]:
    """Return the headers that name the mail and its thread; the same row always has the same ones."""
    root = root_id(row)
    return {
        "Message-ID": message_id(row),
        "In-Reply-To": root,
        "References": root,
        "List-Id": f"<{row.game_id}.games.{_domain()}>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",  # absence notices of Exchange, which doesn't know Auto-Submitted
    }


def message_id(row: OutboxRow) -> str:
    """Return the Message-ID: from the row alone, so that a mail program drops the second copy after a crash."""
    return f"<{row.pk}@{_domain()}>"


def root_id(row: OutboxRow) -> str:
    """Return the identifier that all mails of a game refer to; no mail bears it, so that any may be the first."""
    return f"<game.{row.game_id}@{_domain()}>"


def _domain() -> str:
    return urlsplit(settings.RAVENPOST_URL).hostname or "localhost"
