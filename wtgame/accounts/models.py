"""People's accounts and API tokens."""

from typing import ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from uuid6 import uuid7


class Accounts(BaseUserManager["Account"]):
    """Accounts are found by address, whatever its case."""

    def get_by_natural_key(self, username: str | None) -> "Account":
        return self.get(email__iexact=username)

    def create_user(self, *, email: str, name: str, password: str | None) -> "Account":
        account = self.model(email=self.normalize_email(email), name=name)
        account.set_password(password)
        account.save()
        return account


class Account(AbstractBaseUser):
    """A person, who signs in with an address and is known to others by name."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    email = models.EmailField(_("address"), unique=True)
    name = models.CharField(_("name"), max_length=60, unique=True)
    language = models.CharField(max_length=10, default="en")
    time_zone = models.CharField(max_length=60, default="UTC")
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    objects = Accounts()

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("email"), name="account_email_any_case"),
            models.UniqueConstraint(Lower("name"), name="account_name_any_case"),
        ]

    def __str__(self) -> str:
        return self.name


class ApiToken(models.Model):
    """A program's key to an account; only the SHA-256 of its 256 random bits is kept."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(null=True)
