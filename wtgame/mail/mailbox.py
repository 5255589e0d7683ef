"""The mails that Django's file backend has stored, read back: what `make run` shows at /dev/mail."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.message import EmailMessage
from pathlib import Path

_BETWEEN = b"\n" + b"-" * 79 + b"\n"
"""What the backend writes behind each mail (django.core.mail.backends.filebased)."""

MOST_SHOWN = 200
"""Mails on the page, the newest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A mail as a person would see it."""

    message_id: str
    to: str
    subject: str
    date: str
    text: str
    html: str


def read(folder: Path) -> list[Stored]:
    """Return the newest mails of the folder, newest first; an empty list where there is none."""
    mails: list[Stored] = []
    for path in sorted(folder.glob("*.log"), key=lambda path: path.stat().st_mtime_ns, reverse=True):
        mails += reversed(list(_mails_in(path.read_bytes())))
        if len(mails) >= MOST_SHOWN:
            break
    return mails[:MOST_SHOWN]


def _mails_in(stored: bytes) -> Iterator[Stored]:
    # A mail that is being written has no mark behind it yet, and is there at the next look.
    for raw in stored.split(_BETWEEN)[:-1]:
        message = message_from_bytes(raw, policy=policy.default)
        yield Stored(
            message_id=message["Message-ID"],
            to=_header(message, "To"),
            subject=_header(message, "Subject"),
            date=message["Date"],
            text=_part(message, "plain"),
            html=_part(message, "html"),
        )


def _header(message: EmailMessage, wanted: str) -> str:
    # The newer parser leaves blanks within a name of several encoded words, which RFC 2047 section 6.2 takes out.
    raw = next((str(value) for name, value in message.raw_items() if name == wanted), "")
    return str(make_header(decode_header(re.sub(r"\r?\n", "", raw))))


def _part(message: EmailMessage, kind: str) -> str:
    part = message.get_body(preferencelist=(kind,))
    return part.get_content() if part else ""
