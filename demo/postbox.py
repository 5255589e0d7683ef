"""A real mail server on this machine that keeps what it gets, and hands each mail to whom it is for."""

import re
import threading
from collections import defaultdict
from dataclasses import dataclass
from email import message_from_bytes, policy
from queue import SimpleQueue
from typing import Any

from aiosmtpd.controller import Controller

from demo.stack import HOST, Failed

_GAME = re.compile(r"<([0-9a-f-]{36})\.games\.")
_TURN = re.compile(r"it is your turn in .* \(move (\d+)\)")
_INVITATION = re.compile(r"/invitations/([^/\s]+)/")


@dataclass(frozen=True, slots=True)
class Mail:
    """What a reader finds in a mail; `seq` is the entry that opened the turn, None where it is nobody's turn."""

    message_id: str
    game_id: str
    seq: int | None
    invitation: str | None


def read(raw: bytes) -> Mail:
    """Return what a mail says, from its text part and its headers."""
    message = message_from_bytes(raw, policy=policy.default)
    text = message.get_body(preferencelist=("plain",)).get_content()
    game, turn, invitation = _GAME.search(message["List-Id"]), _TURN.search(text), _INVITATION.search(text)
    return Mail(
        message_id=message["Message-ID"],
        game_id=game[1] if game else "",
        seq=int(turn[1]) - 1 if turn else None,
        invitation=invitation[1] if invitation else None,
    )


class Postbox:
    """The mail server, with a queue for each address and a list of all that came."""

    def __init__(self, port: int) -> None:
        self.received: list[Mail] = []
        self._queues: defaultdict[str, SimpleQueue[Mail | None]] = defaultdict(SimpleQueue)
        self._lock = threading.Lock()
        self._is_over = False
        self._server = Controller(self, hostname=HOST, port=port)

    def open(self) -> None:
        """Start to listen."""
        self._server.start()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's name
        """Take a mail in."""
        mail = read(envelope.content)
        with self._lock:
            # As a mail program does, show a second copy to nobody; the checks count it.
            readers = [] if any(mail.message_id == other.message_id for other in self.received) else envelope.rcpt_tos
            self.received.append(mail)
            for address in readers:
                self._queues[address].put(mail)
        return "250 Taken"

    def next_for(self, address: str) -> Mail:
        """Wait for the next mail to an address; raises Failed once nobody waits for mails any more."""
        with self._lock:
            queue = self._queues[address]
        mail = None if self._is_over else queue.get()
        if mail is None:
            raise Failed(f"the demo ended while {address} waited for a mail")
        return mail

    def give_up_waiting(self) -> None:
        """Let everybody who waits for a mail go."""
        self._is_over = True
        with self._lock:
            for queue in self._queues.values():
                queue.put(None)

    def close(self) -> None:
        """Listen no more."""
        self._server.stop()
