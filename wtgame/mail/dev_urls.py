"""Every address of the service as `make run` serves it: those of production and the mailbox. No other settings use it."""

from typing import Any

from django.urls import URLPattern, URLResolver, include, path

from wtgame import urls
from wtgame.mail.dev_views import show

urlpatterns: list[URLPattern | URLResolver] = [
    path("dev/mail", show, name="dev-mail"),
    path("", include(urls)),
]


def __getattr__(name: str) -> Any:
    """Answer with the service's own, so that its pages for errors (`handler404`) are the same."""
    return getattr(urls, name)
