"""The application's name for Django."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "wtgame.accounts"
