"""`python -m demo`: start everything, let two programs play a game by mail and API, check it all, leave nothing behind."""

import json
import signal
import sys
import time
from collections import Counter
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

from demo.checks import Check, Played, check
from demo.client import Client
from demo.postbox import Postbox
from demo.stack import Failed, Stack, free_ports

MOST_SECONDS = 180
TICK = 1.0


def main() -> int:
    """Run the demo and return the exit status: 0 only if every check holds."""
    began = time.monotonic()
    signal.signal(signal.SIGINT, _interrupt)
    signal.signal(signal.SIGTERM, _interrupt)
    signal.signal(signal.SIGALRM, _time_up)
    signal.alarm(MOST_SECONDS)
    try:
        with TemporaryDirectory(prefix="ravenpost-demo-") as folder:
            checks, figures = _demo(Path(folder))
    except (Failed, OSError, HTTPException) as error:
        checks, figures = [Check("the demo ran to its end", False, str(error))], {}
    except KeyboardInterrupt:
        say("Stopped; nothing is left behind.")
        return 130
    return _report(checks, figures, time.monotonic() - began)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _time_up(number: int, frame: FrameType | None) -> None:
    raise Failed(f"not done after {MOST_SECONDS} seconds")


def _demo(folder: Path) -> tuple[list[Check], dict[str, float]]:
    port, mail_port = free_ports(2)
    stack, postbox = Stack(folder, port, mail_port), Postbox(mail_port)
    ann = Client("Ann", port, postbox, retries=True)
    ben = Client("Ben", port, postbox, stale=True)
    status = None
    try:
        say("Starting a mail server, and the service with a new database ...")
        postbox.open()
        stack.start()
        began = time.monotonic()
        game_id = _begin(ann, ben)
        _play(ann, ben, postbox)
        seconds = time.monotonic() - began
        game = ann.ask("GET", f"/games/{game_id}")
        export = folder / "game.jsonl"
        export.write_bytes(ann.send("GET", f"/games/{game_id}/export")[1])
    except BaseException:
        say(f"The service's last words:\n{stack.tail()}")
        raise
    finally:
        status = _end(stack, postbox)
    say(f"{seconds:.1f} s for the game. Checking it ...")
    played = Played(game, export, postbox.received, ann.counts + ben.counts, status)
    checks, figures = check(played, stack)
    if not all(each.holds for each in checks):
        say(f"The service's last words:\n{stack.tail()}")
    return checks, {**figures, "game_seconds": round(seconds, 1)}


def _end(stack: Stack, postbox: Postbox) -> int | None:
    """End the service, then the mail server, undisturbed by a second Ctrl-C."""
    left = signal.alarm(0)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN), signal.signal(signal.SIGTERM, signal.SIG_IGN)
    status = stack.stop()
    postbox.close()
    signal.signal(signal.SIGINT, before[0])
    signal.signal(signal.SIGTERM, before[1])
    signal.alarm(left)
    return status


def _begin(ann: Client, ben: Client) -> str:
    ann.sign_up()
    game_id = ann.invite(ben.address)
    ben.join_by_mail()
    ann.ask("POST", f"/games/{game_id}/start", {})
    say(f"Ann made a game, Ben joined it by the token in his mail: {game_id}")
    return game_id


def _play(ann: Client, ben: Client, postbox: Postbox) -> None:
    """Let both play, each in a thread, and tell every second how far they are."""
    with ThreadPoolExecutor(2) as pool:
        players = [pool.submit(ann.play), pool.submit(ben.play)]
        try:
            _watch(players, ann, ben, postbox)
        finally:
            postbox.give_up_waiting()


def _watch(players: list[Future[None]], ann: Client, ben: Client, postbox: Postbox) -> None:
    began, waiting = time.monotonic(), set(players)
    while waiting:
        done, waiting = wait(waiting, TICK, FIRST_EXCEPTION)
        for player in done:
            player.result()
        counts = Counter(ann.counts) + Counter(ben.counts)
        say(
            f"{time.monotonic() - began:5.1f} s  {counts['turns']:3} turns  {counts['moves']:3} moves  "
            f"{len(postbox.received):3} mails  {counts['retries_absorbed']:3} retries absorbed  "
            f"{counts['stale_refused']:3} stale moves refused"
        )


def _report(checks: list[Check], figures: dict[str, float], seconds: float) -> int:
    signal.alarm(0)
    for each in checks:
        say(f"{'ok    ' if each.holds else 'FAILED'}  {each.says} ({each.found})")
    ok = all(each.holds for each in checks)
    say(json.dumps({"ok": ok, **figures, "seconds": round(seconds, 1)}))
    return 0 if ok else 1


def say(text: str) -> None:
    """Show a line at once, also where the output is a file or a pipe."""
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
