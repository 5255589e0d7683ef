"""Settings of `make run`: one machine, one SQLite file, no server to install; everything it writes is under var/."""

from wtgame.settings.base import *  # noqa: F403 - settings build on each other, as Django's own documentation does it
from wtgame.settings.base import VAR_DIR
from wtgame.settings.environment import database, env, mail, public_address

DEBUG = True
SECRET_KEY = env.str("SECRET_KEY", default="django-insecure-only-for-a-service-that-nobody-else-can-reach")
RAVENPOST_URL = public_address(
    env.str("RAVENPOST_URL", default=f"http://127.0.0.1:{env.str('PORT', default='8000')}"), "http", "https"
)
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]"]

DATABASES = {"default": database(env.str("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'ravenpost.sqlite3'}"))}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = VAR_DIR / "mail"
ROOT_URLCONF = "wtgame.mail.dev_urls"  # the service's addresses and /dev/mail, where the folder is shown

WHITENOISE_USE_FINDERS = True  # static files from where they are written, without collectstatic

BROKER_DIR = VAR_DIR / "broker"
CELERY_BROKER_URL = "filesystem://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "data_folder_in": str(BROKER_DIR / "messages"),
    "data_folder_out": str(BROKER_DIR / "messages"),
    "processed_folder": str(BROKER_DIR / "processed"),
    "control_folder": str(BROKER_DIR / "control"),
    "polling_interval": 0.1,  # seconds; the default of 1 is felt
}
# The broker doesn't make its folders; one that isn't there lands in the current directory.
for folder in (EMAIL_FILE_PATH, BROKER_DIR / "messages", BROKER_DIR / "processed", BROKER_DIR / "control"):
    folder.mkdir(parents=True, exist_ok=True)

if env.str("EMAIL_URL", default=""):  # a mail server instead of the folder, which stays what /dev/mail shows
    vars().update({**mail(env.str("EMAIL_URL")), "EMAIL_FILE_PATH": EMAIL_FILE_PATH})
