"""What changes accounts: signing up, and the tokens of programs."""

import hashlib
import secrets
import unicodedata

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from wtgame.accounts.errors import AddressTaken, BadSignUp
from wtgame.accounts.models import Account, ApiToken


def sign_up(*, email: str, name: str, password: str) -> Account:
    """Make an account; raises BadSignUp for what is not acceptable and AddressTaken where there is one already."""
    account = Account(email=Account.objects.normalize_email(email.strip()), name=clean_name(name))
    try:
        account.clean_fields(exclude={"password"})
        validate_password(password, account)
    except ValidationError as error:
        raise _bad_sign_up(error) from error
    taken = Q(email__iexact=account.email) | Q(name__iexact=account.name)
    if Account.objects.filter(taken).exists():
        raise _taken()
    account.set_password(password)
    try:
        with transaction.atomic():
            account.save(force_insert=True)
    except IntegrityError as error:  # the other one signed up between the look and the insert
        raise _taken() from error
    return account


def clean_name(name: str) -> str:
    """Return a name as it is shown: composed, single blanks; raises BadSignUp for line breaks and invisible controls."""
    composed = " ".join(unicodedata.normalize("NFC", name).split(" ")).strip()
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in composed):
        raise BadSignUp(_("A name is one line of visible letters."), fields={"name": [_("Control characters.")]})
    return composed


def issue_token(*, account: Account, name: str) -> str:
    """Make an API token and return it, in clear text for this one time: 256 random bits, of which a digest is kept."""
    token = secrets.token_urlsafe(32)
    ApiToken.objects.create(account=account, name=name, digest=digest_of(token))
    return token


def revoke_token(*, account: Account, token: str) -> bool:
    """Delete the account's token, and say whether there was such a one."""
    deleted, _each = ApiToken.objects.filter(account=account, digest=digest_of(token)).delete()
    return bool(deleted)


def account_of_token(token: str) -> Account | None:
    """Return the active account whose token this is, or None."""
    found = ApiToken.objects.select_related("account").filter(digest=digest_of(token), account__is_active=True).first()
    if found is None:
        return None
    _note_use(found)
    return found.account


def digest_of(token: str) -> str:
    """Return the SHA-256 of a token in hex."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def _note_use(token: ApiToken) -> None:
    now = timezone.now()
    # To the hour: who looks wants to know whether a token is still in use, and a write a request would cost more than it tells.
    if token.last_used_at is None or (now - token.last_used_at).total_seconds() > 3600:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def _bad_sign_up(error: ValidationError) -> BadSignUp:
    fields = error.message_dict if hasattr(error, "error_dict") else {"password": error.messages}
    words = " ".join(message for messages in fields.values() for message in messages)
    return BadSignUp(words, fields=fields)


def _taken() -> AddressTaken:
    return AddressTaken(_("There is an account with this address or name already."))
