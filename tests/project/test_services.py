"""The servers that a test run brings for itself."""

import os
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from tests import services
from wtgame.settings import base


def test_the_wheels_servers_work_where_the_machine_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every other test uses what the machine has, if it has any."""
    monkeypatch.setenv("RAVENPOST_SERVERS", "wheels")
    with services.run_folder() as folder, services.postgresql(folder) as url, services.redis(folder) as redis_socket:
        with psycopg.connect(url) as connection:
            row = connection.execute("SHOW server_version_num").fetchone()
        assert row
        assert int(row[0]) // 10000 >= services.OLDEST_POSTGRESQL
        assert redis_socket.is_socket()
    assert not folder.exists()


RUN = """
import time
from tests import services
with services.run_folder() as folder, services.postgresql(folder), services.redis(folder):
    print(folder, flush=True)
    time.sleep(60)
"""


def test_a_killed_run_leaves_nothing_behind() -> None:
    """Neither a server nor a file, though nobody had the time to clean up."""
    run = subprocess.Popen([sys.executable, "-c", RUN], cwd=base.BASE_DIR, stdout=subprocess.PIPE, text=True)
    assert run.stdout
    folder = Path(run.stdout.readline().strip())
    assert folder.is_dir()
    assert len(processes_of(folder)) >= 3  # two servers, and the one that sweeps
    run.kill()
    run.communicate()
    end = time.monotonic() + 15
    while folder.exists() or processes_of(folder):
        assert time.monotonic() < end, (list(folder.iterdir()), processes_of(folder))
        time.sleep(0.1)


def processes_of(folder: Path) -> list[str]:
    """The commands of the processes that name the folder."""
    commands = []
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                command = Path(entry.path, "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:  # it has ended since
                continue
            if str(folder) in command:
                commands.append(command)
    return commands
