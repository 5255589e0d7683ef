"""Settings that hold everywhere; dev, prod and test add what differs."""

from pathlib import Path
from typing import Any

from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _

from wtgame.settings.environment import env

BASE_DIR = Path(__file__).resolve().parents[2]
# Everything a running service writes on this machine.
VAR_DIR = Path(env.str("RAVENPOST_VAR", default=str(BASE_DIR / "var"))).resolve()

# --- applications ----------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "wtgame.accounts",
    "wtgame.games",
    "wtgame.mail",
    "wtgame.api",
    "wtgame.web",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "wtgame.urls"
ASGI_APPLICATION = "wtgame.asgi.application"
WSGI_APPLICATION = "wtgame.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ],
        },
    },
]

# --- people ----------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.Account"
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("email", "name")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
SESSION_COOKIE_AGE = 180 * 24 * 3600  # seconds; a game by mail lasts for months
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"  # a link in a mail finds its reader signed in; a foreign form doesn't
CSRF_COOKIE_SAMESITE = "Lax"

# --- language and time -----------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]  # each further language comes with its catalogue
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- files -----------------------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"

# --- limits and headers ----------------------------------------------------------------------------------------------

DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024  # bytes; the largest request is a move with its answers, well under 10 kB
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
FILE_UPLOAD_MAX_MEMORY_SIZE = DATA_UPLOAD_MAX_MEMORY_SIZE
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

# --- the API ---------------------------------------------------------------------------------------------------------

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "wtgame.api.authentication.BearerToken",  # the first names what a 401 asks for
        "wtgame.api.authentication.PageSession",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["wtgame.api.json_body.StrictJsonParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "wtgame.api.problems.answer",
    "URL_FORMAT_OVERRIDE": None,  # else `?format=` chooses a renderer, or answers 404
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Ravenpost",
    "DESCRIPTION": "Board games played slowly: by web, by mail, through programs.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,  # else fields with a default count as sent in every request
    "ENABLE_DJANGO_DEPLOY_CHECK": False,  # tests run the check that fails on warnings
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "wtgame.api.openapi.add_components",
    ],
}

# --- mail ------------------------------------------------------------------------------------------------------------

DEFAULT_FROM_EMAIL = "Ravenpost <ravenpost@localhost>"
EMAIL_TIMEOUT = 20  # seconds; without one, a silent server holds a worker for ever

# --- work behind the scenes ------------------------------------------------------------------------------------------

CELERY_TIMEZONE = "UTC"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TASK_IGNORE_RESULT = True  # what a task did is in the database
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# What is due is a row in the database; a message is only a hint to look. A hint that can't be given must cost a request
# next to nothing, so nothing about it is tried again or waited for.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_TIMEOUT = 1  # seconds
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
    "socket_timeout": 1,
    "socket_connect_timeout": 1,
    "max_retries": 0,
    "retry_on_timeout": False,
}
# The schedule is code and its intervals are seconds, so beat has nothing to remember in a file.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    # Expires: workers that come back after a pause should look once, not once for every five seconds they were away.
    "drain the outbox": {"task": "mail.drain", "schedule": 5.0, "options": {"expires": 5.0}},
}
