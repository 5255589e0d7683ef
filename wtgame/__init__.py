"""Ravenpost, the Django project: people, games, mail, API and pages around the rules engine."""

from wtgame.celery import app as celery_app

__all__ = ["celery_app"]
