"""The service under the demo: `python -m wtgame.run` with a folder, a database and ports of its own."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path

from wtgame.run import die_with

HOST = "127.0.0.1"
ROOT = Path(__file__).resolve().parents[1]
OTHERS = ("DATABASE_URL", "RAVENPOST_URL", "SECRET_KEY", "REDIS_URL", "MAIL_FROM")
"""Variables that would lead the demo to somebody's service."""

STOP_SECONDS = 20


class Failed(Exception):
    """The demo can't go on; the message says why."""


def free_ports(count: int) -> list[int]:
    """Return ports that nobody listens on."""
    probes = [socket.create_server((HOST, 0)) for _ in range(count)]
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


class Stack:
    """Web server, worker and beat, started and ended together."""

    def __init__(self, folder: Path, port: int, mail_port: int) -> None:
        self.port = port
        self.database = folder / "ravenpost.sqlite3"
        self.log = folder / "service.log"
        self._env = {name: value for name, value in os.environ.items() if name not in OTHERS} | {
            "RAVENPOST_VAR": str(folder),
            "PORT": str(port),
            "EMAIL_URL": f"smtp://{HOST}:{mail_port}",
            "DJANGO_SETTINGS_MODULE": "wtgame.settings.dev",
        }
        self._service: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        self._known = threading.Event()
        self._is_up = False

    def start(self) -> None:
        """Start the service and wait until it says that it is there; raises Failed if it ends instead."""
        self._service = subprocess.Popen(
            [sys.executable, "-m", "wtgame.run"],
            cwd=ROOT,
            env=self._env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=die_with(os.getpid()),
        )
        self._reader = threading.Thread(target=self._keep_log, args=[self._service.stdout], daemon=True)
        self._reader.start()
        self._known.wait()
        if not self._is_up:
            raise Failed("the service ended while it started")

    def _keep_log(self, lines: Iterable[str]) -> None:
        with self.log.open("w") as log:
            for line in lines:
                log.write(line)
                log.flush()
                if line.startswith("Ravenpost is at"):
                    self._is_up = True
                    self._known.set()
        self._known.set()

    def stop(self) -> int | None:
        """End the service, letting it finish what is under way, and return its exit status."""
        if self._service is None:
            return None
        self._service.send_signal(signal.SIGTERM)
        try:
            self._service.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._service.kill()
            self._service.wait()
        if self._reader:
            self._reader.join(STOP_SECONDS)
        return self._service.returncode

    def run(self, *command: str) -> tuple[int, str]:
        """Run a Python program beside the service, and return its exit status and what it printed."""
        done = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=self._env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout.strip()

    def tail(self, lines: int = 30) -> str:
        """Return the last lines of the service's log."""
        return "\n".join(self.log.read_text().splitlines()[-lines:]) if self.log.exists() else ""
