"""Settings from the environment: what is missing or unsafe stops the start and says what to set."""

import os
import subprocess
import sys

import pytest

from wtgame.settings import base

GOOD = {
    "SECRET_KEY": "Xk3v9Qm2Zp7Lr5Tn8Wb4Jd6Hf1Gs0Yc-Ea_Uo.Ii~Rr!Nn@Tt#Vv",
    "DATABASE_URL": "postgres://ravenpost:secret@db.example.org/ravenpost",
    "REDIS_URL": "redis://redis.example.org:6379/0",
    "RAVENPOST_URL": "https://games.example.org",
    "EMAIL_URL": "smtp+tls://user:secret@mail.example.org:587",
    "MAIL_FROM": "Ravenpost <games@example.org>",
}


def check(settings: str = "prod", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Django's checks for a deployment with nothing but this in the environment."""
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "INFO"],
        cwd=base.BASE_DIR,
        env={"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": f"wtgame.settings.{settings}", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_complete_environment_passes_the_checks_of_a_deployment() -> None:
    """Not even a warning is left over."""
    done = check(**GOOD)
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


@pytest.mark.parametrize("name", sorted(GOOD))
def test_a_missing_setting_stops_the_start(name: str) -> None:
    """One line says what to set, with an example and without a trace."""
    done = check(**{key: value for key, value in GOOD.items() if key != name})
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert f"{name} is not set. Set it in the environment, for example {name}=" in done.stderr


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DEBUG", "true", "Unset it"),
        ("SECRET_KEY", "short", "50 random characters"),
        ("SECRET_KEY", "django-insecure-Xk3v9Qm2Zp7Lr5Tn8Wb4Jd6Hf1Gs0Yc-Ea_Uo.Ii", "50 random characters"),
        ("RAVENPOST_URL", "http://games.example.org", "https://"),
        ("RAVENPOST_URL", "https://games.example.org/club", "nothing behind it"),
        ("RAVENPOST_URL", "games.example.org", "https://"),
        ("DATABASE_URL", "mysql://u:hidden@db/x", "postgres://"),
        ("DATABASE_URL", "hidden", "postgres://"),
        ("EMAIL_URL", "carrier-pigeon://hidden@loft", "smtp+tls://"),
        ("REDIS_URL", "memory://hidden", "redis://"),
    ],
)
def test_an_unsafe_setting_stops_the_start(name: str, value: str, said: str) -> None:
    """The line names the setting and what would be right, and repeats no password."""
    done = check(**GOOD, **{name: value}) if name not in GOOD else check(**{**GOOD, name: value})
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert name in done.stderr
    assert said in done.stderr
    assert "hidden" not in done.stderr


def test_sqlite_waits_for_its_turn_instead_of_failing() -> None:
    """WAL, and write transactions that take the lock at their start; the tests' own SQLite is opened the same way."""
    from wtgame.settings.environment import database

    options = database("sqlite:////var/lib/ravenpost.sqlite3")["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "WAL" in options["init_command"]
