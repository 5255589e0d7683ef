"""A player that is a program: it acts when a mail tells it to, and then only through the API."""

import http.client
import json
import random
import uuid
from collections import Counter
from typing import Any

from demo.choice import choose
from demo.postbox import Mail, Postbox
from demo.stack import HOST, Failed

REQUEST_SECONDS = 20
RETRIES = 2


class Client:
    """One player; `counts` tells what it did and met."""

    def __init__(self, name: str, port: int, postbox: Postbox, *, retries: bool = False, stale: bool = False) -> None:
        self.address = f"{name.lower()}@demo.example.org"
        self.counts: Counter[str] = Counter()
        self._name, self._port, self._postbox = name, port, postbox
        self._retries, self._sends_stale = retries, stale
        self._token = ""
        self._chance = random.Random(name)  # noqa: S311 - the same choices in every run are wanted

    def sign_up(self) -> None:
        """Make an account and get a token."""
        secret = {"email": self.address, "password": str(uuid.uuid4())}
        self.ask("POST", "/accounts", {**secret, "name": self._name})
        self._token = self.ask("POST", "/tokens", {**secret, "name": "demo"})["token"]

    def invite(self, guest: str) -> str:
        """Make a game for two, offer its other seat to an address, and return the game's id."""
        game_id = self.ask("POST", "/games", {"seats": 2, "name": "A demo"})["id"]
        self.ask("POST", f"/games/{game_id}/invitations", {"email": guest})
        return game_id

    def join_by_mail(self) -> None:
        """Wait for an invitation by mail, sign up and take the seat that it offers."""
        mail = self._postbox.next_for(self.address)
        self.sign_up()
        self.ask("POST", f"/games/{mail.game_id}/seats", {"invitation": mail.invitation})

    def play(self) -> None:
        """Take a turn for each mail that asks for one, until the mail that tells of the end."""
        while (mail := self._postbox.next_for(self.address)).seq is not None:
            if self._sends_stale and mail.seq > 0:
                self._send_stale(mail)
            self._take_turn(mail.game_id)
            self.counts["turns"] += 1

    def _take_turn(self, game_id: str) -> None:
        goes_on = True
        while goes_on:
            legal = self.ask("GET", f"/games/{game_id}/actions")
            if not legal["actions"]:
                raise Failed(f"a mail told {self._name} to move at seq {legal['seq']}, and there is nothing to do")
            view = self.ask("GET", f"/games/{game_id}/position")["view"]
            action = choose(legal["actions"], view, legal["seat"], self._chance)
            kinds = [event["kind"] for event in self._move(game_id, action, legal["seq"])["events"]]
            goes_on = "turn_ended" not in kinds and "game_over" not in kinds

    def _move(self, game_id: str, action: dict[str, Any], seq: int) -> dict[str, Any]:
        path, body = f"/games/{game_id}/moves", {"action": action, "expected_seq": seq}
        key = str(uuid.uuid4())
        first = self.send("POST", path, body, key)
        for _ in range(RETRIES if self._retries else 0):
            self.counts["retries"] += 1
            self.counts["retries_absorbed"] += self.send("POST", path, body, key) == first
        answer = _expected(first, path)
        self.counts["moves"] += 1
        return answer

    def _send_stale(self, mail: Mail) -> None:
        """Send a move for a position before the one that the mail tells of."""
        body = {"notation": "end", "expected_seq": mail.seq - 1}
        status, answer = self.send("POST", f"/games/{mail.game_id}/moves", body, str(uuid.uuid4()))
        problem = json.loads(answer)
        self.counts["stale"] += 1
        self.counts["stale_refused"] += (status, problem.get("code"), problem.get("head_seq")) == (
            409,
            "stale",
            mail.seq,
        )

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Send a request and return the answer; raises Failed when it is an error."""
        return _expected(self.send(method, path, body), path)

    def send(
        self, method: str, path: str, body: dict[str, Any] | None = None, key: str | None = None
    ) -> tuple[int, bytes]:
        """Send a request, and return status and body as they came."""
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        if key:
            headers["Idempotency-Key"] = key
        connection = http.client.HTTPConnection(HOST, self._port, timeout=REQUEST_SECONDS)
        try:
            connection.request(method, f"/api/v1{path}", None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()


def _expected(answered: tuple[int, bytes], path: str) -> Any:
    status, body = answered
    if status >= 400:
        raise Failed(f"{path} was answered with {status}: {body.decode(errors='replace')[:500]}")
    return json.loads(body)
