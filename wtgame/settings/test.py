"""Settings of the tests: real PostgreSQL or a real SQLite file, real Redis, all private to the run (`tests/services.py`)."""

import os
from pathlib import Path

from wtgame.settings.base import *  # noqa: F403 - settings build on each other, as Django's own documentation does it
from wtgame.settings.base import MIDDLEWARE
from wtgame.settings.environment import database, required

RUN_DIR = Path(required("RAVENPOST_TEST_DIR", "DIRECTORY, or let `pytest -p tests.services` do so"))
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
TEST_DATABASE = os.environ.get("TEST_DATABASE", "postgresql")
if TEST_DATABASE == "both":  # `make test`: the first worker of the run takes PostgreSQL, the second SQLite
    TEST_DATABASE = ("postgresql", "sqlite")[WORKER % 2]

# A browser's driver keeps an event loop in the thread of the tests, where Django would refuse the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# The real one takes a third of a second on purpose, for every account a test makes.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

DEBUG = False
SECRET_KEY = "a key for tests, which sign nothing that anybody else would ever accept"  # noqa: S105 - no secret
RAVENPOST_URL = "http://testserver"
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]

if TEST_DATABASE == "sqlite":
    DATABASES = {"default": database(f"sqlite:///{RUN_DIR / 'ravenpost.sqlite3'}")}
    # Django's tests would take a database in memory, which knows neither WAL nor writers in several threads.
    DATABASES["default"]["TEST"] = {"NAME": str(RUN_DIR / "test.sqlite3")}
else:
    DATABASES = {"default": database(required("DATABASE_URL", "postgres://USER@HOST/NAME"))}

REDIS_SOCKET = RUN_DIR / "redis.sock"
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": f"unix://{REDIS_SOCKET}?db={WORKER}",
    }
}
CELERY_BROKER_URL = f"redis+socket://{REDIS_SOCKET}?virtual_host={WORKER}"

EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

# Every test client would make it read the static files anew: 39 ms instead of 1.
MIDDLEWARE = [name for name in MIDDLEWARE if not name.startswith("whitenoise.")]
