"""docs/errors.md lists every code there is, with its status, and no other."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from wtgame.accounts import errors as accounts
from wtgame.api import errors as api
from wtgame.errors import ServiceError
from wtgame.games import errors as games

ROOT = Path(settings.BASE_DIR)
ENGINE_ERRORS = {"Illegal", "Unreadable", "Ambiguous"}


def listed() -> dict[str, str]:
    """Return the codes of the page with the status beside each ("" in the tables of the rules)."""
    page = (ROOT / "docs" / "errors.md").read_text()
    return dict(re.findall(r"^\| `([a-z-]+)` \|(?: (\d{3}) \|)?", page, re.MULTILINE))


def codes_of_the_engine() -> Iterator[str]:
    for path in (ROOT / "engine").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ENGINE_ERRORS:
                code = node.args[0]
                if isinstance(code, ast.Constant):  # else the code of another error, passed on
                    yield code.value


def causes() -> list[type[ServiceError]]:
    modules = (accounts, api, games)
    return [
        cause
        for module in modules
        for cause in vars(module).values()
        if isinstance(cause, type) and issubclass(cause, ServiceError) and cause is not ServiceError
    ]


def test_every_code_is_listed_and_every_listed_code_exists() -> None:
    assert set(listed()) == {cause.code for cause in causes()} | set(codes_of_the_engine())


def test_every_status_on_the_page_is_that_of_the_code() -> None:
    page = listed()
    assert {cause.code: page[cause.code] for cause in causes()} == {cause.code: str(cause.status) for cause in causes()}


def test_no_two_causes_share_a_code() -> None:
    codes = [cause.code for cause in causes()]
    assert len(codes) == len(set(codes))
