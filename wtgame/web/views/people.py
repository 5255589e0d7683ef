"""The first page, signing in, up and out."""

from typing import Any

from django.contrib.auth import login, logout
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from wtgame.accounts import services
from wtgame.accounts.limits import SIGN_UPS_FROM_ADDRESS
from wtgame.errors import ServiceError
from wtgame.games.pictures.sample import sample_view
from wtgame.web.board import inline
from wtgame.web.forms import SignInForm, SignUpForm
from wtgame.web.people import viewer_of
from wtgame.web.refusals import refusal_of


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Say what this is; who is signed in goes on to the games."""
    if viewer_of(request) is not None:
        return redirect("web:games")
    return render(request, "web/home.html", {"board": inline(sample_view())})


class SignIn(LoginView):
    """Sign in by address and password."""

    template_name = "web/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_default_redirect_url(self) -> str:
        """Return the page to go on to when no other was asked for."""
        return reverse("web:games")


@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account and sign it in."""
    form = SignUpForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        status = 200 if request.method != "POST" else 422
        return _sign_up_page(request, form, status)
    if not SIGN_UPS_FROM_ADDRESS.allows(request.META.get("REMOTE_ADDR", "")):
        form.add_error(None, _("Too many people signed up from here. Try again in an hour."))
        return _sign_up_page(request, form, 429)
    try:
        account = services.sign_up(**form.cleaned_data)
    except ServiceError as error:
        return _sign_up_page(request, form, error.status, refusal=refusal_of(error))
    login(request, account, backend="django.contrib.auth.backends.ModelBackend")
    return redirect(_next_of(request) or reverse("web:games"))


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out, and go to the first page."""
    logout(request)
    return redirect("web:home")


def _sign_up_page(request: HttpRequest, form: SignUpForm, status: int, **more: Any) -> HttpResponse:
    return render(request, "web/sign_up.html", {"form": form, "next": _next_of(request), **more}, status=status)


def _next_of(request: HttpRequest) -> str:
    """Return the page of ours to go on to, or nothing; an address elsewhere is none."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if safe else ""
