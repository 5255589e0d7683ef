"""What every test may ask for."""

import os
import shutil
from typing import Any

import pytest
from django.core.cache import cache

CHROMIUM = "/usr/bin/chromium"


@pytest.fixture(autouse=True)
def _nothing_counted_yet() -> None:
    """Begin with empty counters: the limits of sign-in hold over tests too."""
    cache.clear()


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """How to start the system's chromium, quietly, as root too."""
    program = shutil.which("chromium") or CHROMIUM
    if not os.access(program, os.X_OK):
        raise RuntimeError(
            "There is no chromium to run this journey in. Install it: apt-get install --no-install-recommends "
            "chromium fonts-dejavu"
        )
    quiet = ["--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
    return {"executable_path": program, "args": ["--no-sandbox", "--disable-gpu", *quiet]}
