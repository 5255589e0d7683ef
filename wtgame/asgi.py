"""The service for an ASGI server: uvicorn in `make run`, gunicorn in production."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wtgame.settings.prod")

application = get_asgi_application()
