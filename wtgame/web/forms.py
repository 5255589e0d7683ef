"""What people fill in; whether it is right the services say."""

from typing import Any, Final

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _

from wtgame.accounts.limits import may_sign_in
from wtgame.games.models import Game

SPELLS: Final[dict[str, Any]] = {
    "first_game": "first_game",
    "all": "all",
    "random-3": {"random": 3},
    "random-5": {"random": 5},
}
"""The choices of spells on the form, and what each is as an option of the game."""


class SignInForm(AuthenticationForm):
    """Address and password."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _("No account has this address and password. Passwords tell capital letters from small ones."),
        "too_often": _("Too many tries to sign in. Wait a minute, then try again."),
    }

    def clean(self) -> dict[str, Any]:
        """Look at the password only as often as the limits allow."""
        address = self.request.META.get("REMOTE_ADDR", "") if self.request else ""
        if not may_sign_in(address, self.cleaned_data.get("username", "")):
            raise forms.ValidationError(self.error_messages["too_often"], code="too_often")
        return super().clean()


class SignUpForm(forms.Form):
    """A new account."""

    name = forms.CharField(
        label=_("Name"),
        max_length=60,
        help_text=_("Others at the table see it."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    email = forms.EmailField(
        label=_("Address"),
        help_text=_("Your turns are mailed to it; nobody else sees it."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=_("Ten letters or more, and not one that everybody takes."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class NewGameForm(forms.Form):
    """A game and its options."""

    name = forms.CharField(label=_("Name of the game"), max_length=80)
    seats = forms.TypedChoiceField(
        label=_("Players"), coerce=int, choices=[(str(n), str(n)) for n in range(2, 7)], initial="2"
    )
    memory = forms.ChoiceField(
        label=_("Covered wizards"),
        choices=[("open", _("are shown")), ("strict", _("are hidden: remember them"))],
        initial="open",
    )
    spells = forms.ChoiceField(
        label=_("Spells"),
        choices=[
            ("first_game", _("the two of a first game")),
            ("random-3", _("three at random")),
            ("random-5", _("five at random")),
            ("all", _("all")),
        ],
        initial="first_game",
    )
    visibility = forms.ChoiceField(
        label=_("Who may come"), choices=Game.Visibility.choices, initial=Game.Visibility.PRIVATE
    )

    def options(self) -> dict[str, Any]:
        """Return the options as the rules know them."""
        return {"memory": self.cleaned_data["memory"], "spells": SPELLS[self.cleaned_data["spells"]]}
