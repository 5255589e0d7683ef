"""pytest plugin (`-p tests.databases`): one run, both databases.

With TEST_DATABASE=both, as `make test` sets it, xdist gives every test to each of its two workers: the first works on
PostgreSQL, the second on SQLite (`wtgame/settings/test.py`). A test that touches no database runs on one of them.
"""

import os
from typing import Any
from zlib import crc32

import pytest

BOTH = os.environ.get("TEST_DATABASE") == "both"


@pytest.hookimpl(trylast=True)  # after the random order is made
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deal out what touches no database, and let browsers be last."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if BOTH and worker:
        other = [
            item for item in items if not touches_database(item) and crc32(item.nodeid.encode()) % 2 != int(worker[2:])
        ]
        config.hook.pytest_deselected(items=other)
        items[:] = [item for item in items if item not in set(other)]
    # A browser's driver leaves its event loop in the thread, and `asyncio.run` refuses to work beside it.
    items.sort(key=lambda item: "playwright" in getattr(item, "fixturenames", ()))


def touches_database(item: pytest.Item) -> bool:
    """Whether the test asks for a database, by mark, by fixture or as a Django test case."""
    from django.test import TransactionTestCase

    fixtures = {"db", "transactional_db", "live_server"}
    return (
        item.get_closest_marker("django_db") is not None
        or not fixtures.isdisjoint(getattr(item, "fixturenames", ()))
        or issubclass(getattr(item, "cls", None) or object, TransactionTestCase)
    )


@pytest.hookimpl(tryfirst=True)  # before the terminal shows it
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Name the database beside the test, which otherwise fails twice under one name."""
    worker = getattr(report, "node", None)  # xdist's controller knows who sent it
    if BOTH and worker:
        database = "PostgreSQL" if worker.gateway.id == "gw0" else "SQLite"
        report.nodeid = f"{report.nodeid} on {database}"


@pytest.fixture(scope="session", autouse=True)
def _emptying_sqlite() -> None:
    """Let Django empty SQLite's tables after a test with real transactions.

    It deletes row by row, which the triggers of append-only tables rightly refuse; PostgreSQL's TRUNCATE fires none.
    """
    from django.db import connection

    if connection.vendor != "sqlite":
        return
    operations: Any = type(connection.ops)
    original = operations.execute_sql_flush

    def without_triggers(self: Any, sql_list: list[str]) -> None:
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
        drop = [f"DROP TRIGGER {self.quote_name(name)}" for name, _ in triggers]
        original(self, [*drop, *sql_list, *(create for _, create in triggers)])

    operations.execute_sql_flush = without_triggers
