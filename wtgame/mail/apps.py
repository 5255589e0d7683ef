"""The application's name for Django."""

from django.apps import AppConfig


class MailConfig(AppConfig):
    name = "wtgame.mail"
