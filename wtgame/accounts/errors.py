"""What the services of accounts refuse."""

from django.utils.translation import gettext_lazy as _

from wtgame.errors import ServiceError


class BadSignUp(ServiceError):
    """The sign-up is not acceptable; `fields` tells for each field what is wrong with it."""

    code = "bad-sign-up"
    status = 422
    title = _("The sign-up is not acceptable")
    remedy = _("Mend the fields named and send it again.")


class AddressTaken(ServiceError):
    """There is an account with this address or name already."""

    code = "account-exists"
    status = 409
    title = _("There is such an account already")
    remedy = _("Sign in, or choose another name or address.")
