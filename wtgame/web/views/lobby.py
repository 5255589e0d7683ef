"""A game before its start: who sits where, inviting, joining, starting."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from wtgame.accounts.limits import INVITATIONS_BY_ACCOUNT
from wtgame.accounts.models import Account
from wtgame.errors import ServiceError
from wtgame.games import selectors, services
from wtgame.games.models import Game
from wtgame.web.people import account_of, signed_in_only, viewer_of
from wtgame.web.refusals import Refusal, refusal_of, refused_as_page


def page(request: HttpRequest, game: Game, refusal: Refusal | None = None) -> HttpResponse:
    """Show the lobby, and what was refused if something was."""
    account = viewer_of(request)
    seats = list(selectors.seats_of(game))
    seated = account is not None and any(seat.account_id == account.pk for seat in seats)
    free = any(seat.account_id is None and not seat.invited_email for seat in seats)
    shown = {
        "game": game,
        "seats": seats,
        "is_host": account is not None and game.creator_id == account.pk,
        "may_join": account is not None and not seated and free and game.visibility == Game.Visibility.OPEN,
        "all_seated": all(seat.account_id for seat in seats),
        "refusal": refusal,
        "typed": request.POST.get("email", "")[:254] if refusal else "",
    }
    return render(request, "web/lobby.html", shown, status=refusal.status if refusal else 200)


@require_POST
@signed_in_only
@refused_as_page
def invite(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Offer a seat to an address."""
    account, email = account_of(request), request.POST.get("email", "")
    if not INVITATIONS_BY_ACCOUNT.allows(str(account.pk)):
        messages.warning(request, _("That is as many invitations as go out in an hour. Try again later."))
        return redirect("web:game", game_id)
    try:
        services.invite(game_id=game_id, actor=account, email=email, now=timezone.now())
    except ServiceError as error:
        return _lobby_again(request, game_id, account, error)
    messages.success(request, _("The invitation goes out to %(address)s.") % {"address": email.strip()})
    return redirect("web:game", game_id)


@require_POST
@signed_in_only
@refused_as_page
def join(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Take a free seat."""
    account = account_of(request)
    return _done(request, game_id, account, partial(services.join, game_id=game_id, account=account))


@require_POST
@signed_in_only
@refused_as_page
def start(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Start the game."""
    account = account_of(request)
    return _done(request, game_id, account, partial(services.start, game_id=game_id, actor=account))


def _done(request: HttpRequest, game_id: UUID, account: Account, change: Callable[..., object]) -> HttpResponse:
    """Make a change of the game and show its page, or the lobby with what was refused."""
    try:
        change(now=timezone.now())
    except ServiceError as error:
        return _lobby_again(request, game_id, account, error)
    return redirect("web:game", game_id)


def _lobby_again(request: HttpRequest, game_id: UUID, account: Account, error: ServiceError) -> HttpResponse:
    """Show the lobby with what was refused; a game that has started meanwhile is shown by its own page."""
    game = selectors.access_game(game_id, account)
    if game.status != Game.Status.LOBBY:
        messages.warning(request, str(error.detail))
        return redirect("web:game", game_id)
    return page(request, game, refusal_of(error))
