"""The list of games, and the form of a new one."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from wtgame.errors import ServiceError
from wtgame.games import selectors, services
from wtgame.web.forms import NewGameForm
from wtgame.web.people import account_of, signed_in_only
from wtgame.web.refusals import refusal_of

SHOWN = 100


@require_safe
@signed_in_only
def index(request: HttpRequest) -> HttpResponse:
    """List where it is the reader's turn, then the other games, then open ones that wait for players."""
    account = account_of(request)
    to_move = [turn.game for turn in selectors.turns_of(account)[:SHOWN]]
    mine = list(selectors.games_of(account)[:SHOWN])
    waiting = {game.pk for game in to_move}
    own = {game.pk for game in mine}
    lobby = [game for game in selectors.open_games()[:SHOWN] if game.pk not in own]
    others = [game for game in mine if game.pk not in waiting]
    return render(request, "web/games.html", {"to_move": to_move, "others": others, "lobby": lobby})


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in_only
def new(request: HttpRequest) -> HttpResponse:
    """Make a game, and go to its lobby."""
    form = NewGameForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _form_page(request, form, 200 if request.method != "POST" else 422)
    chosen = form.cleaned_data
    try:
        game = services.create_game(
            creator=account_of(request),
            seats=chosen["seats"],
            options=form.options(),
            name=chosen["name"],
            visibility=chosen["visibility"],
            now=timezone.now(),
        )
    except ServiceError as error:
        return _form_page(request, form, error.status, refusal=refusal_of(error))
    return redirect("web:game", game.pk)


def _form_page(request: HttpRequest, form: NewGameForm, status: int, **more: Any) -> HttpResponse:
    return render(request, "web/new_game.html", {"form": form, **more}, status=status)
