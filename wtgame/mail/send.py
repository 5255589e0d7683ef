"""From due rows to sent mails: claim, compose, still true?, send, mark."""

import logging
import smtplib
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from enum import StrEnum

from django.core.mail import EmailMessage, get_connection

from wtgame.games.models import OutboxRow
from wtgame.mail import outbox
from wtgame.mail.compose import NoAddress, compose

log = logging.getLogger(__name__)

BATCH = 50
"""Mails that one run sends at most, over one connection: many servers close it after a hundred."""

Clock = Callable[[], datetime]


class Fate(StrEnum):
    """What became of a due row."""

    SENT = "sent"
    DROPPED = "dropped"
    FAILED = "failed"
    GIVEN_UP = "given_up"
    TAKEN = "taken"  # by another worker
    UNREACHABLE = "unreachable"  # the mail server; nothing else is tried in this run


class Unreachable(Exception):
    """No connection to the mail server, or it doesn't let us in."""


def drain(*, clock: Clock, limit: int = BATCH) -> Counter[Fate]:
    """Send what is due, oldest first, and return how many rows met which fate; any number of workers may do so at once."""
    fates: Counter[Fate] = Counter()
    post = Post()
    try:
        for row in outbox.due(now=clock(), limit=limit):
            fate = _settle(row, post, clock)
            fates[fate] += 1
            if fate == Fate.UNREACHABLE:
                break
    finally:
        post.close()
    return fates


def _settle(row: OutboxRow, post: "Post", clock: Clock) -> Fate:
    ours = outbox.claim(row, now=clock())
    if ours is None:
        return Fate.TAKEN
    try:
        return _send(ours, post, clock)
    except Unreachable as error:
        outbox.postpone(ours, error=str(error), now=clock())
        log.error("mail.unreachable", extra={"error": str(error)})
        return Fate.UNREACHABLE
    except Exception as error:  # whatever is wrong with one mail, those behind it go on
        over = outbox.note_failure(ours, error=_words(error), for_ever=is_refused_for_ever(error), now=clock())
        return Fate.GIVEN_UP if over else Fate.FAILED


def _send(row: OutboxRow, post: "Post", clock: Clock) -> Fate:
    # Asked twice: what is stale can't always be composed, and the move may come while the mail is being composed.
    if outbox.is_still_true(row):
        message = compose(row)
        if outbox.is_still_true(row):
            post.send(message)
            outbox.mark_sent(row, now=clock())
            return Fate.SENT
    outbox.mark_dropped(row, now=clock())
    return Fate.DROPPED


class Post:
    """One connection to the mail server: opened for the first mail, and anew after any error."""

    def __init__(self) -> None:
        self._connection = get_connection()
        self._is_open = False

    def send(self, message: EmailMessage) -> None:
        """Hand a mail to the server; raises Unreachable, or what is wrong with this mail."""
        self._open()
        try:
            self._connection.send_messages([message])
        except BaseException:
            self.close()  # what state the conversation is in is anybody's guess
            raise

    def close(self) -> None:
        """End the conversation; each mail in it has been answered, so an error here has nothing to tell."""
        if self._is_open:
            self._is_open = False
            with suppress(OSError):  # smtplib's errors are OSErrors
                self._connection.close()

    def _open(self) -> None:
        if self._is_open:
            return
        try:
            self._connection.open()
        except OSError as error:
            raise Unreachable(_words(error)) from error
        self._is_open = True


def is_refused_for_ever(error: Exception) -> bool:
    """Say whether asking again gets the same answer: no address, or a 5xx to the recipient or the text."""
    if isinstance(error, NoAddress):
        return True
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _text in error.recipients.values())
    return isinstance(error, smtplib.SMTPDataError) and error.smtp_code >= 500


def _words(error: Exception) -> str:
    """The error for whoever looks into the outbox, without the recipient's address."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return "; ".join(f"{code} {_text(text)}" for code, text in error.recipients.values())[:1000]
    return f"{type(error).__name__}: {error}"[:1000]


def _text(answer: bytes | str) -> str:
    return answer.decode(errors="replace") if isinstance(answer, bytes) else answer
