"""The worker's door to the outbox."""

from celery import shared_task
from django.utils import timezone

from wtgame.mail import send


@shared_task(name="mail.drain", ignore_result=True)
def drain() -> None:
    """Send what is due; harmless at any time, in any number, and whether or not there is anything to send."""
    fates = send.drain(clock=timezone.now)
    if fates.total() == send.BATCH:
        drain.delay()  # more may be waiting; bounded runs let a worker be stopped between them
