"""Telling a worker that there is something to do; nothing depends on the hint, for the schedule finds it too."""

from functools import partial

from celery import current_app
from django.db import transaction

DRAIN_OUTBOX = "mail.drain"  # by name: games doesn't know mail


def hint_after_commit() -> None:
    """Wake a worker for the outbox when the transaction is committed; robust: a broker that is gone costs a log line."""
    transaction.on_commit(partial(_hint, DRAIN_OUTBOX), robust=True)


def _hint(task: str) -> None:
    # Old hints say nothing: after ten seconds the schedule has looked.
    current_app.send_task(task, expires=10, ignore_result=True)
