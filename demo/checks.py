"""What must hold when the game is over: its log, its mails, its retries and its stale moves."""

import json
import sqlite3
import uuid
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from demo.postbox import Mail
from demo.stack import Stack


@dataclass(frozen=True, slots=True)
class Played:
    """What the demo has at hand after the game."""

    game: dict[str, Any]
    export: Path
    mails: list[Mail]
    counts: Counter[str]
    service_status: int | None


@dataclass(frozen=True, slots=True)
class Check:
    """A sentence that must be true, and what was found."""

    says: str
    holds: bool
    found: str


def check(played: Played, stack: Stack) -> tuple[list[Check], dict[str, int]]:
    """Return every check and the figures; the service has ended, so that nothing changes any more."""
    entries = _entries(played.export)
    seats = [entry["seat"] for entry in entries if entry["seat"] is not None]
    turns = sum(seat != before for seat, before in zip(seats, [None, *seats], strict=False))
    rows = _outbox(stack.database)
    checks = [
        *_game(played, len(seats), turns),
        *_logs(played, stack),
        *_requests(played.counts),
        *_mails(played, rows, turns),
        Check("the service ended when told to", played.service_status == 0, f"status {played.service_status}"),
    ]
    sent = sum(row["sent_at"] is not None for row in rows)
    figures = {"moves": len(seats), "turns": turns, "mails_sent": sent, "mails_received": len(played.mails)}
    return checks, figures | {name: played.counts[name] for name in ("retries_absorbed", "stale_refused")}


def _entries(export: Path) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in export.read_text().splitlines()]
    return [line for line in lines if "seq" in line]


def _outbox(database: Path) -> list[dict[str, Any]]:
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    try:
        return [dict(row) for row in connection.execute("SELECT * FROM games_outboxrow")]
    finally:
        connection.close()


def _game(played: Played, moves: int, turns: int) -> list[Check]:
    game, counts = played.game, played.counts
    winners = (game["outcome"] or {}).get("winners")
    return [
        Check("the game has ended", game["status"] == "finished" and bool(winners), f"{game['status']}, {winners}"),
        Check("each move is in the log once", moves == counts["moves"] == game["head_seq"], f"{moves} entries"),
        Check("each turn began with a mail", turns == counts["turns"] > 0, f"{counts['turns']} of {turns}"),
    ]


def _logs(played: Played, stack: Stack) -> list[Check]:
    export, said = stack.run("-m", "engine", "verify", str(played.export))
    stored, listed = stack.run("manage.py", "verify_logs")
    return [
        Check("the exported log verifies", export == 0, _verdict(said)),
        Check("the stored logs verify", stored == 0, listed.splitlines()[-1][:300] if listed else ""),
    ]


def _verdict(said: str) -> str:
    """Shorten the report of `python -m engine verify` to what matters; anything else stays as it is."""
    if not said.startswith("{"):
        return said[-300:]
    report = json.loads(said)
    return report["fault"] or f"{report['entries']} entries, {report['chance_checked']} answers of chance"


def _requests(counts: Counter[str]) -> list[Check]:
    retries, stale = counts["retries"], counts["stale"]
    absorbed, refused = counts["retries_absorbed"], counts["stale_refused"]
    return [
        Check("every retry got the first answer", absorbed == retries > 0, f"{absorbed} of {retries}"),
        Check("every stale move was refused as such", refused == stale > 0, f"{refused} of {stale}"),
    ]


def _mails(played: Played, rows: list[dict[str, Any]], turns: int) -> list[Check]:
    sent = {str(uuid.UUID(row["id"])) for row in rows if row["sent_at"]}
    received = Counter(mail.message_id.strip("<>").partition("@")[0] for mail in played.mails)
    of_game = sum(mail.game_id == played.game["id"] for mail in played.mails)
    expected = 1 + turns + 2  # the invitation, the turns, the end for both
    doubled, missing = received.total() - len(received), len(sent - received.keys())
    given_up = sum(row["given_up_at"] is not None for row in rows)
    left = sum(not (row["sent_at"] or row["given_up_at"]) for row in rows)
    return [
        Check("the game brought the mails that it owes", of_game == expected, f"{of_game} of {expected}"),
        Check("no mail came twice", not doubled, f"{doubled} doubled"),
        Check("every sent mail came, and no other", sent == received.keys(), f"{missing} missing of {len(sent)}"),
        Check("no mail was given up", not given_up, f"{given_up} given up"),
        Check("no mail is left waiting or was dropped", not left, f"{left} left"),
    ]
