"""A mail server to talk to: it takes, refuses, or keeps the other side waiting."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.utils import getaddresses
from threading import Event
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


class PostOffice:
    """What has come in, and what to answer: `refusals` by address, `answer_to_text` for all.

    With `stalls_at` "MAIL" or "DATA" it leaves the client without an answer for ever; `stalled` tells that it does.
    """

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.conversations = 0
        self.refusals: dict[str, str] = {}
        self.answer_to_text = "250 OK"
        self.stalls_at = ""
        self.stalled = Event()
        self.delivered = Event()
        self.expected = 1
        self.port = 0

    def expect(self, number: int) -> None:
        """Let `delivered` tell that so many mails have come in."""
        self.expected = number

    def ids(self) -> list[str]:
        """The Message-IDs of what has come in, in that order."""
        return [mail["Message-ID"] for mail in self.mails]

    async def handle_MAIL(  # noqa: N802 - a command of SMTP
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        await self._perhaps_stall("MAIL")
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address in self.refusals:
            return self.refusals[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.answer_to_text.startswith("250"):
            self.mails.append(message_from_bytes(envelope.content or b"", policy=policy.default))
            self.recipients += envelope.rcpt_tos
            if len(self.mails) >= self.expected:
                self.delivered.set()
        await self._perhaps_stall("DATA")
        return self.answer_to_text

    async def handle_QUIT(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        self.conversations += 1
        return "221 Bye"

    async def _perhaps_stall(self, command: str) -> None:
        if self.stalls_at == command:
            self.stalled.set()
            await asyncio.get_running_loop().create_future()


class _Controller(Controller):
    """A server on a port that the system chose."""

    def __init__(self, handler: PostOffice) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        super().__init__(handler, hostname="127.0.0.1", port=self.listening.getsockname()[1])

    def _create_server(self) -> Any:
        return self.loop.create_server(self._factory_invoker, sock=self.listening)


@contextmanager
def open_post_office() -> Iterator[PostOffice]:
    """A post office that is open until the end of the block."""
    office = PostOffice()
    controller = _Controller(office)
    controller.start()
    office.port = controller.port
    try:
        yield office
    finally:
        controller.stop()


def text_of(mail: EmailMessage) -> str:
    """Return the text part of a mail, with the line ends of a text."""
    return str(mail.get_body(("plain",)).get_content()).replace("\r\n", "\n")


def recipient_of(mail: EmailMessage) -> tuple[str, str]:
    """Return name and address of the only recipient, read as RFC 2047 wants it."""
    # Not by the newer parser, which leaves blanks within a name of several encoded words.
    (raw,) = (str(value) for name, value in mail.raw_items() if name == "To")
    ((name, address),) = getaddresses([raw.replace("\r", "").replace("\n", "")])
    return str(make_header(decode_header(name))), address
