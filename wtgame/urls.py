"""Every address of the service: the API under /api/, pages everywhere else."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
