"""The application's name for Django."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "wtgame.games"
