"""The Celery application: workers and beat start from here, web processes publish hints through it."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wtgame.settings.prod")

app = Celery("ravenpost")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
