"""The whole service on one machine, as `make run` starts it: web server, worker and beat under one parent.

The commands are those of production; the broker is a folder and the database a file (`wtgame/settings/dev.py`). A child
that ends is started again, all end with the parent, however that ends.
"""

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType

HOST = "127.0.0.1"
QUICK_END_SECONDS = 10.0  # a child that ends sooner after its start did no work
MOST_QUICK_ENDS = 5
STOP_SECONDS = 10.0  # time to finish what is under way


class Failed(Exception):
    """The service can't run; the message says why and what to do."""


@dataclass
class Child:
    """One process of the service."""

    name: str
    command: list[str]
    remedy: str
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    quick_ends: int = field(default=0)

    def start(self) -> None:
        """Start the process in a session of its own, so that Ctrl-C reaches only the parent, which ends it in order."""
        self.started_at = time.monotonic()
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=die_with(os.getpid())
        )

    def keep_running(self) -> None:
        """Start the process again if it has ended; raises Failed when that happens time and again."""
        if self.process is None or self.process.poll() is None:
            return
        ended_quickly = time.monotonic() - self.started_at < QUICK_END_SECONDS
        self.quick_ends = self.quick_ends + 1 if ended_quickly else 0
        if self.quick_ends >= MOST_QUICK_ENDS:
            raise Failed(f"The {self.name} ended {MOST_QUICK_ENDS} times, each time at once. {self.remedy}")
        say(f"The {self.name} ended with {self.process.returncode}; starting it again.")
        self.start()

    def stop(self) -> None:
        """Ask the process to end."""
        if self.process and self.process.poll() is None:
            self.process.terminate()

    def wait_for_end(self, deadline: float) -> None:
        """Wait for the process to end, and kill it at the deadline."""
        if self.process is None:
            return
        try:
            self.process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def main() -> int:
    """Prepare, start, watch until told to stop; returns the exit status."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "wtgame.settings.dev"
    told_to_stop: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        told_to_stop.append(number)

    signal.signal(signal.SIGTERM, note)
    signal.signal(signal.SIGINT, note)
    try:
        port = free_port()
        manage("Preparing the database", "migrate", "--verbosity", "0")
        people = manage("Seating two players at a game", "seed")
        if not told_to_stop:
            serve(children(port), f"http://{HOST}:{port}", people, told_to_stop)
    except Failed as failure:
        say(str(failure))
        return 1
    say("Stopped. The games are kept; `make run` goes on with them.")
    return 0


def free_port() -> int:
    """Return the port to listen on, from PORT; raises Failed if another program has it."""
    text = os.environ.get("PORT", "8000")
    if not (text.isascii() and text.isdigit()) or not 0 < int(text) < 65536:
        raise Failed(
            f"PORT is {text!r}, which is no port. Set a number from 1 to 65535, for example: make run PORT=8001"
        )
    with socket.socket() as probe:
        # As the server itself does; else a port stays taken for a minute after each run.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, int(text)))
        except OSError as error:
            raise Failed(
                f"Port {text} can't be had: {error.strerror}. Take another one: make run PORT={int(text) % 65535 + 1}"
            ) from error
    return int(text)


def manage(what: str, *command: str) -> str:
    """Run a command of manage.py and return what it printed; raises Failed if it fails."""
    say(f"{what} ...")
    done = subprocess.run([sys.executable, "manage.py", *command], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise Failed(f"`manage.py {' '.join(command)}` failed; its message is above.\n{done.stdout}".rstrip())
    return done.stdout.strip()


def children(port: int) -> list[Child]:
    """The processes of the service, in the order of their start."""
    web = ["uvicorn", "wtgame.asgi:application", "--host", HOST, "--port", str(port), "--lifespan", "off"]
    # Streams stay open as long as their readers; they get three seconds to notice.
    web += ["--log-level", "warning", "--timeout-graceful-shutdown", "3"]
    celery = ["celery", "--app", "wtgame", "--quiet"]
    worker = ["worker", "--pool", "threads", "--concurrency", "2", "--loglevel", "warning"]
    # One worker has nobody to gossip with.
    worker += ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    remedy = "Its last words are above."
    return [
        Child("web server", module(*web), f"{remedy} If port {port} is taken: make run PORT={port % 65535 + 1}"),
        Child("worker", module(*celery, *worker), remedy),
        # Its own process: as part of the worker it would outlive a worker that is killed.
        Child("scheduler (beat)", module(*celery, "beat", "--loglevel", "warning", "--pidfile="), remedy),
    ]


def module(name: str, *arguments: str) -> list[str]:
    """The command that runs a module with this Python."""
    # Celery warns of root because of pickled messages; ours are JSON only.
    return [sys.executable, "-W", "ignore:You're running the worker with superuser", "-m", name, *arguments]


def serve(service: list[Child], address: str, people: str, told_to_stop: list[int]) -> None:
    """Keep the service running until told to stop."""
    say("Starting the web server, the worker and the scheduler ...")
    announced = False
    try:
        for child in service:
            child.start()
        while not told_to_stop:
            for child in service:
                child.keep_running()
            if not announced and answers(address):
                announced = True
                announce(address, people)
            time.sleep(0.2)
        say("Stopping ...")
    finally:
        end(service)


def end(service: list[Child]) -> None:
    """Let every process finish what is under way, all at the same time, and be gone."""
    for child in service:
        child.stop()
    deadline = time.monotonic() + STOP_SECONDS
    for child in service:
        child.wait_for_end(deadline)


def answers(address: str) -> bool:
    """Whether somebody listens there."""
    host, port = address.removeprefix("http://").split(":")
    with socket.socket() as client:
        return client.connect_ex((host, int(port))) == 0


def announce(address: str, people: str) -> None:
    """Say where the service is and who can sign in."""
    say(f"\nRavenpost is at  {address}\nIts mails are at {address}/dev/mail\n\n{people}\n\nCtrl-C ends it.\n")


def say(text: str) -> None:
    """Show a line at once, also where the output is a file or a pipe."""
    print(text, flush=True)


def die_with(parent: int) -> Callable[[], None]:
    """Return what a new process does so that the kernel ends it when its parent is gone (PR_SET_PDEATHSIG; Linux)."""

    def prepare() -> None:
        signal.signal(
            signal.SIGTERM, signal.SIG_DFL
        )  # the parent's own handler would swallow it until the program starts
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)
        if os.getppid() != parent:  # it went before the kernel was told
            os._exit(1)

    return prepare


if __name__ == "__main__":
    sys.exit(main())
