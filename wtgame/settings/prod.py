"""Settings of a public service: all that differs between hosts comes from the environment, nothing unsafe starts."""

from urllib.parse import urlsplit

import structlog
from django.core.exceptions import ImproperlyConfigured

from wtgame.settings.base import *  # noqa: F403 - settings build on each other, as Django's own documentation does it
from wtgame.settings.environment import database, env, mail, public_address, redis, required, secret_key

if env.str("DEBUG", default="").lower() not in ("", "0", "false", "no", "off"):
    raise ImproperlyConfigured(
        "DEBUG is set, which shows settings and code to everyone. Unset it; for development, "
        "set DJANGO_SETTINGS_MODULE=wtgame.settings.dev"
    )

DEBUG = False
SECRET_KEY = secret_key()
RAVENPOST_URL = public_address(required("RAVENPOST_URL", "https://games.example.org"), "https")
ALLOWED_HOSTS = [urlsplit(RAVENPOST_URL).hostname or ""]
CSRF_TRUSTED_ORIGINS = [RAVENPOST_URL]

DATABASES = {"default": database(required("DATABASE_URL", "postgres://ravenpost:PASSWORD@db.example.org/ravenpost"))}
REDIS_URL = redis(required("REDIS_URL", "redis://redis.example.org:6379/0"))
CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
CELERY_BROKER_URL = REDIS_URL

DEFAULT_FROM_EMAIL = required("MAIL_FROM", "'Ravenpost <games@example.org>'")
vars().update(mail(required("EMAIL_URL", "smtp+tls://USER:PASSWORD@mail.example.org:587")))

# The scheme of a request that a proxy passes on is for the ASGI server to trust: its `forwarded-allow-ips`.
SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = 365 * 24 * 3600
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # HSTS for subdomains: they may hold other services of the host, which are not ours to commit
    "security.W021",  # HSTS preload: an entry in browsers that can't be taken back is the host's decision
]

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {
            "()": structlog.stdlib.ProcessorFormatter,
            "foreign_pre_chain": [
                structlog.stdlib.add_log_level,
                structlog.stdlib.add_logger_name,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                structlog.stdlib.ExtraAdder(),
            ],
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.dict_tracebacks,
                structlog.processors.JSONRenderer(),
            ],
        },
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {"django": {"handlers": ["stderr"], "level": "INFO", "propagate": False}},
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False  # else the worker's own format replaces the JSON
