"""Every address of the service: the API under /api/, pages everywhere else."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/", include("wtgame.api.urls")),
    path("", include("wtgame.web.urls")),
]
