"""A game that runs or has ended: the board as the viewer may see it, the moves to choose from, the log."""

import json
import re
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from wtgame.accounts.models import Account
from wtgame.errors import ServiceError
from wtgame.games import selectors, services
from wtgame.games.models import Game
from wtgame.web import board, choices, sentences
from wtgame.web.people import account_of, signed_in_only, viewer_of
from wtgame.web.refusals import Refusal, refusal_of, refused_as_page, unreadable
from wtgame.web.views import lobby

LOG_SHOWN = 20  # entries; earlier ones by a link


@never_cache  # going back in the browser should show the board as it is now
@require_http_methods(["GET", "HEAD", "POST"])
@refused_as_page
def page(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show a game; by POST, make a move and come back to it."""
    if request.method == "POST":
        return _act(request, game_id)
    return _shown(request, selectors.access_game(game_id, viewer_of(request)))


@require_safe
@signed_in_only
@refused_as_page
def resign(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Ask whether the reader means to leave the game."""
    account = account_of(request)
    game = selectors.access_game(game_id, account)
    if game.status != Game.Status.RUNNING or selectors.seat_of(game, account) is None:
        return redirect("web:game", game_id)
    return render(request, "web/resign.html", {"game": game, "head": game.head_seq, "key": uuid4().hex})


@require_safe
@refused_as_page
def export(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Give the log as JSON Lines, which `python -m engine verify` checks."""
    game = selectors.access_game(game_id, viewer_of(request))
    text = "".join(f"{line}\n" for line in selectors.export_lines(game))
    answer = HttpResponse(text, content_type="application/jsonl")
    answer["Content-Disposition"] = f'attachment; filename="{game.pk}.jsonl"'
    return answer


@signed_in_only
def _act(request: HttpRequest, game_id: UUID) -> HttpResponse:
    account = account_of(request)
    game = selectors.access_game(game_id, account)
    try:
        action, expected_seq = _action_of(request), int(request.POST.get("expected_seq", ""))
    except (ValueError, RecursionError):  # JSON nested beyond all measure is no move either
        return _shown(request, game, unreadable(_("It names no move, or no position that the move is for.")))
    try:
        accepted = services.submit_move(
            game_id=game_id,
            account=account,
            action=action,
            expected_seq=expected_seq,
            idempotency_key=request.POST.get("key") or None,
            source="web",
            now=timezone.now(),
        )
    except ServiceError as error:
        return _shown(request, selectors.access_game(game_id, account), refusal_of(error))
    messages.success(request, _("Your move %(move)s is in the log.") % {"move": accepted.notation})
    return redirect("web:game", game_id)


def _action_of(request: HttpRequest) -> dict[str, Any] | str:
    """Return the action of a button (JSON) or of the text field (notation); raises ValueError for neither."""
    button = request.POST.get("action")
    if button is None:
        text = request.POST.get("text", "")
        if not text.strip():
            raise ValueError("no move")
        return text
    action = json.loads(button)
    if not isinstance(action, dict):
        raise ValueError("no action")
    return action


def _shown(request: HttpRequest, game: Game, refusal: Refusal | None = None) -> HttpResponse:
    if game.status == Game.Status.LOBBY:
        return lobby.page(request, game, refusal)
    shown = _game_page(game, viewer_of(request), _before(request, game))
    shown |= {"refusal": refusal, "typed": request.POST.get("text", "")[:200] if refusal else ""}
    return render(request, "web/game.html", shown, status=refusal.status if refusal else 200)


def _before(request: HttpRequest, game: Game) -> int:
    """Return the seq before which the log is shown, from the address; the newest entries by default."""
    text = request.GET.get("before", "")
    return min(int(text), game.head_seq + 1) if re.fullmatch(r"[0-9]{1,9}", text) else game.head_seq + 1


def _game_page(game: Game, account: Account | None, before: int) -> dict[str, Any]:
    """Return what the page of a game shows to an account."""
    seat = selectors.seat_of(game, account)
    view = selectors.view_of(game, seat)
    legal = [] if seat is None else selectors.legal_of(game, seat)
    running = game.status == Game.Status.RUNNING
    return {
        "game": game,
        "seat": seat,
        "letter": None if seat is None else sentences.SEATS[seat],
        "view": view,
        "head": game.head_seq,
        "key": uuid4().hex,
        "board": board.inline(view),
        "board_words": board.in_words(view),
        "hand": _hand(view, seat),
        "players": _players(game, view),
        "spells": [(spell["spell"], spell["cost"], choices.SPELLS[spell["spell"]]) for spell in view["spells"]],
        "groups": choices.grouped(legal, view),
        "my_turn": running and seat in view["to_act"],
        "may_undo": selectors.may_undo(game, seat),
        "may_resign": running and seat is not None and seat not in view["left"],
        "result": _result(game, view),
        **_log(game, seat, before),
    }


def _hand(view: dict[str, Any], seat: int | None) -> list[tuple[str, str]]:
    """Return the viewer's own cards, each with what it does."""
    hands = [hand["cards"] for hand in view["hands"] if seat in hand["seats"] and hand["cards"] is not None]
    return [(card, choices.card_words(card)) for cards in hands for card in cards]


def _players(game: Game, view: dict[str, Any]) -> list[dict[str, Any]]:
    bottles = {seat: pool for pool in view["bottles"] for seat in pool["seats"]}
    hands = {seat: hand["count"] for hand in view["hands"] for seat in hand["seats"]}
    return [
        {
            "seat": seat,
            "name": seat.account.name if seat.account else "",
            "bottles": bottles[seat.index],
            "cards": hands[seat.index],
            "inside": sum(name.startswith(seat.letter) for name in view["keep"]["wizards"]),
            "to_act": seat.index in view["to_act"],
            "left": seat.index in view["left"],
        }
        for seat in selectors.seats_of(game)
    ]


def _result(game: Game, view: dict[str, Any]) -> dict[str, Any] | None:
    outcome = view["outcome"]
    if outcome is None:
        return None
    names = {seat.index: seat for seat in selectors.seats_of(game)}
    ranking, place = [], 1
    for group in outcome["ranking"]:
        ranking += [(place, names[index]) for index in group]
        place += len(group)
    return {"reason": sentences.reason(outcome), "ranking": ranking}


def _log(game: Game, seat: int | None, before: int) -> dict[str, Any]:
    after = max(before - 1 - LOG_SHOWN, -1)
    entries = selectors.log_of(game, seat, after, max(before - 1 - after, 0))
    lines = [
        {
            "seq": entry["seq"],
            "letter": "" if entry["seat"] is None else sentences.SEATS[entry["seat"]],
            "seat": entry["seat"],
            "notation": entry["notation"],
            "sentences": sentences.sentences(entry["events"]),
        }
        for entry in reversed(entries)
    ]
    return {"log": lines, "earlier": after + 1 if after >= 0 else None, "log_is_newest": before > game.head_seq}
