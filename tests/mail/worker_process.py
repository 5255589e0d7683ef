"""A worker in a process of its own: drains the tests' database once. Arguments: database, SMTP port, instant."""

import sys
from datetime import datetime

import django

if __name__ == "__main__":
    django.setup()

    from django.conf import settings
    from django.db import connection

    from wtgame.mail import send

    database, port, at = sys.argv[1:]
    connection.settings_dict["NAME"] = database
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", int(port)
    send.drain(clock=lambda: datetime.fromisoformat(at))
