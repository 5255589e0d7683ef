"""The service for a WSGI server, and for tests that call it without one."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wtgame.settings.prod")

application = get_wsgi_application()
