"""The service as `make run` starts it: one parent, three children, no server."""

import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from wtgame import run
from wtgame.settings import base

CHILDREN = 3  # web server, worker, scheduler


def a_free_port() -> int:
    with socket.socket() as probe:
        probe.bind((run.HOST, 0))
        return int(probe.getsockname()[1])


class Service:
    """A running service with a folder of its own."""

    def __init__(self, var: Path) -> None:
        self.port = a_free_port()
        self.log = var.parent / "log"
        with self.log.open("w") as log:
            self.parent = subprocess.Popen(
                [sys.executable, "-m", "wtgame.run"],
                cwd=base.BASE_DIR,
                env={"PATH": os.environ["PATH"], "PORT": str(self.port), "RAVENPOST_VAR": str(var)},
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        eventually(lambda: "Ravenpost is at" in self.said() and len(self.children()) == CHILDREN, 60, self.said)

    def said(self) -> str:
        return self.log.read_text()

    def children(self) -> list[int]:
        pid = self.parent.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextlib.contextmanager
def service(var: Path) -> Iterator[Service]:
    running = Service(var)
    try:
        yield running
    finally:
        if running.parent.poll() is None:
            running.parent.terminate()
            running.parent.wait(20)


def eventually(holds: Callable[[], bool], seconds: float, told: Callable[[], str] = str) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, told()
        time.sleep(0.1)


def gone(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    try:
        return status.read_text().rpartition(")")[2].split()[0] == "Z"  # it has ended, and nobody has asked how
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_the_service_starts_heals_ends_and_goes_on(tmp_path: Path) -> None:
    """A killed child comes back, no child outlives a killed parent, and the next run has the same game."""
    var = tmp_path / "var"
    with service(var) as first:
        assert "alice@example.org" in first.said()
        before = first.children()
        os.kill(before[0], signal.SIGKILL)
        eventually(lambda: len(first.children()) == CHILDREN and before[0] not in first.children(), 10, first.said)
        children = first.children()
        first.parent.kill()
        first.parent.wait()
        eventually(lambda: all(map(gone, children)), 20)
    games = game_ids(var)
    assert len(games) == 1
    with service(var) as second:
        children = second.children()
        second.parent.send_signal(signal.SIGINT)
        assert second.parent.wait(20) == 0
        assert all(map(gone, children))
        assert "Stopped." in second.said()
    assert game_ids(var) == games


def game_ids(var: Path) -> list[tuple[str]]:
    with contextlib.closing(sqlite3.connect(var / "ravenpost.sqlite3")) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        return database.execute("SELECT id FROM games_game").fetchall()


def keep_running_for_ever(child: run.Child) -> None:
    child.start()
    while True:
        assert child.process
        child.process.wait()
        child.keep_running()


def test_a_child_that_ends_at_once_time_and_again_is_given_up() -> None:
    """It is started again four times; then a sentence says who ended and what to do."""
    child = run.Child("web server", [sys.executable, "-c", ""], remedy="Take another port.")
    with pytest.raises(run.Failed, match=r"The web server ended 5 times, each time at once\. Take another port\."):
        keep_running_for_ever(child)
    assert child.quick_ends == run.MOST_QUICK_ENDS


def test_a_taken_port_is_said_before_anything_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence names the port and another one to take."""
    with socket.socket() as other:
        other.bind((run.HOST, 0))
        other.listen()
        port = other.getsockname()[1]
        monkeypatch.setenv("PORT", str(port))
        with pytest.raises(run.Failed, match=f"Port {port} can't be had: .*make run PORT={port % 65535 + 1}"):
            run.free_port()


@pytest.mark.parametrize("port", ["", "http", "0", "65536", "-1", "٣"])
def test_what_is_no_port_is_refused(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever PORT holds, the answer is a sentence."""
    monkeypatch.setenv("PORT", port)
    with pytest.raises(run.Failed, match="which is no port"):
        run.free_port()


KILLED_WHILE_STARTING = """
import os, signal, subprocess, sys, threading, time
from wtgame.run import die_with
for number in range(60):
    parent = os.fork()
    if parent == 0:
        signal.signal(signal.SIGTERM, lambda *_: None)
        threading.Timer(number % 30 / 5000, os.kill, (os.getpid(), signal.SIGKILL)).start()
        subprocess.Popen(
            ["sleep", sys.argv[1]], stdout=subprocess.DEVNULL, start_new_session=True, preexec_fn=die_with(os.getpid())
        )
        time.sleep(10)
    os.waitpid(parent, 0)
"""


def test_a_parent_killed_at_any_moment_of_a_start_leaves_no_child() -> None:
    """Also between the child's fork and its program, where the parent's handlers still stand."""
    mark = f"60.{os.getpid():07}"
    subprocess.run([sys.executable, "-c", KILLED_WHILE_STARTING, mark], cwd=base.BASE_DIR, check=True, timeout=60)

    def left() -> list[str]:
        commands = [entry / "cmdline" for entry in Path("/proc").iterdir() if entry.name.isdigit()]
        found = []
        for command in commands:
            with contextlib.suppress(OSError):
                found.append(command.read_text().replace("\0", " "))
        return [words for words in found if words.startswith("sleep") and mark in words]

    eventually(lambda: not left(), 10, lambda: str(left()))
