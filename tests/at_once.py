"""Calls that meet: threads that begin together, each with a connection of its own."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from wtgame.errors import ServiceError


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run the calls in threads that begin together; return what each returned or raised, in order."""
    results: list[Any] = [None] * len(calls)
    barrier = threading.Barrier(len(calls))

    def run(index: int, call: Callable[[], Any]) -> None:
        try:
            barrier.wait()
            results[index] = call()
        except ServiceError as error:
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
