#!/usr/bin/env python3
"""Django's door: `python manage.py COMMAND`."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run the command; a setting that is missing or unsafe ends it with the sentence that says what to set."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wtgame.settings.dev")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"{os.environ['DJANGO_SETTINGS_MODULE']}: {error}")


if __name__ == "__main__":
    main()
