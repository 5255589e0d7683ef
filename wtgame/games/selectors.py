"""Reading games: what exists, who may know of it, and what a viewer may see."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.core import signing
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from engine import export, log
from engine.contract import Action, Viewer
from engine.contract import Game as Rules
from engine.contract import Seat as SeatIndex
from wtgame.accounts.models import Account
from wtgame.games.errors import BadInvitation, NotFound, WrongStage
from wtgame.games.models import Game, Seat, Turn
from wtgame.games.positions import entries_of, head_position, position_at, to_entry

INVITATION_LASTS = 30 * 24 * 3600  # seconds
_INVITATION_SALT = "games.invitation"


def access_game(game_id: UUID, account: Account | None) -> Game:
    """Return a game that the account (None: nobody signed in) may know of, through which all reading goes.

    Open games are for everybody, private ones for who made them or sits at them; else raises NotFound.
    """
    game = Game.objects.filter(_visible_to(account), pk=game_id).first()
    if game is None:
        raise NotFound(_("There is no game %(game)s that you may see.") % {"game": game_id})
    return game


def games_of(account: Account) -> QuerySet[Game]:
    """Return the games that the account made or sits at, newest first."""
    return Game.objects.filter(Q(creator=account) | Q(pk__in=_seated(account))).order_by("-created_at", "-pk")


def open_games() -> QuerySet[Game]:
    """Return the open games that wait for players, newest first."""
    waiting = Game.objects.filter(status=Game.Status.LOBBY, visibility=Game.Visibility.OPEN)
    return waiting.order_by("-created_at", "-pk")


def turns_of(account: Account) -> QuerySet[Turn]:
    """Return the account's open turns, longest waiting first, with game and seat."""
    turns = Turn.objects.filter(seat__account=account, ended_at=None)
    return turns.select_related("game", "seat").order_by("started_at", "pk")


def seats_of(game: Game) -> QuerySet[Seat]:
    """Return the game's seats in order of play, with their accounts."""
    return Seat.objects.filter(game=game).select_related("account").order_by("index")


def seat_of(game: Game, account: Account | None) -> SeatIndex | None:
    """Return the seat of the account in this game, or None: it watches."""
    if account is None:
        return None
    return Seat.objects.filter(game=game, account=account).values_list("index", flat=True).first()


def head_of(game: Game) -> log.Position:
    """Return the position of a game that has started; raises WrongStage before."""
    if game.head_seq < 0:
        raise WrongStage(
            _("The game has not started."), remedy=_("Wait until its creator starts it."), stage=game.status
        )
    return head_position(game)


def head_tag(game: Game, viewer: Viewer) -> str:
    """Return an entity tag (RFC 9110 section 8.8.3) of what the viewer sees of the head."""
    who = "spectator" if viewer is None else str(viewer)
    return f'"{game.head_seq}-{game.head_hash[:24]}-{who}"'


def view_of(game: Game, viewer: Viewer) -> dict[str, Any]:
    """Return the head as the viewer may see it."""
    position = head_of(game)
    return position.game.view(position.state, viewer)


def legal_of(game: Game, seat: SeatIndex) -> list[dict[str, Any]]:
    """Return the seat's legal actions, each as JSON and in notation; none when it is not to act."""
    position = head_of(game)
    actions = position.game.legal(position.state, seat)
    return [{"action": dict(action), "notation": position.game.format(action)} for action in actions]


def may_undo(game: Game, seat: SeatIndex | None) -> bool:
    """Say whether the seat may take its latest action back."""
    return game.status == Game.Status.RUNNING and log.may_undo(head_of(game), seat)


def log_of(game: Game, viewer: Viewer, after: int = -1, limit: int = 100) -> list[dict[str, Any]]:
    """Return the entries behind `after`, at most `limit`, as the viewer was shown them when they happened."""
    head_of(game)
    rows = list(entries_of(game).filter(seq__gt=max(after, -1))[:limit])
    entries = [to_entry(row) for row in rows]
    if not entries:
        return []
    shown = []
    if entries[0].seq == 0:
        shown.append(_shown_setup(entries.pop(0)))
    if entries:
        position = position_at(game, entries[0].seq - 1)
        shown += [
            _shown(position.game, entry, events, viewer) for entry, _position, events in log.fold(position, entries)
        ]
    return shown


def export_lines(game: Game, *, whole: bool = False) -> Iterator[str]:
    """Give the lines of the game's export (`engine.export`), without line breaks.

    While it runs, what is secret is left out; `whole` keeps it in, for the host alone.
    """
    head_of(game)
    published = whole or game.status == Game.Status.FINISHED
    # Up to the head as it was read with the game: what lands meanwhile belongs to the next export.
    rows = entries_of(game).filter(seq__lte=game.head_seq)
    entries = (to_entry(row) for row in rows.iterator(chunk_size=500))
    header = {
        "game": str(game.id),
        "name": game.name,
        "rules": game.rules,
        "rules_version": game.rules_version,
        "seats": [seat.account.name if seat.account else None for seat in seats_of(game)],
        "visibility": game.visibility,
        "seed": bytes(game.seed).hex() if published else None,
    }
    public = entries if published else (_redacted(head_of(game).game, entry) for entry in entries)
    return export.write_lines(header, public, game.outcome)


def notation_of(rules: Rules[Any], action: Action) -> str:
    """Return an action in notation, an undo too."""
    return "undo" if action == log.UNDO else rules.format(action)


def invitation_token(seat: Seat) -> str:
    """Return the signed token that lets its holder take the seat offered to an address."""
    return signing.dumps([seat.pk, seat.invited_email], salt=_INVITATION_SALT)


def read_invitation(token: str) -> Seat:
    """Return the seat that a token offers; raises BadInvitation for what is forged, too old or withdrawn."""
    try:
        seat_id, email = signing.loads(token, salt=_INVITATION_SALT, max_age=INVITATION_LASTS)
        offered = Q(pk=int(seat_id), invited_email=str(email).replace("\0", ""))
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise BadInvitation(_("The invitation can't be read or is too old.")) from error
    seat = Seat.objects.select_related("game", "account").filter(offered).first()
    if seat is None or not email:
        raise BadInvitation(_("The invitation was withdrawn."))
    return seat


def _visible_to(account: Account | None) -> Q:
    everybody = Q(visibility=Game.Visibility.OPEN)
    if account is None:
        return everybody
    return everybody | Q(creator=account) | Q(pk__in=_seated(account))


def _seated(account: Account) -> QuerySet[Seat, UUID]:
    return Seat.objects.filter(account=account).values_list("game_id", flat=True)


def _shown_setup(entry: log.Entry) -> dict[str, Any]:
    return _line(entry) | {"action": entry.action, "notation": "", "events": []}


def _shown(rules: Rules[Any], entry: log.Entry, events: Any, viewer: Viewer) -> dict[str, Any]:
    action = None if entry.seat is None else log.action_for(rules, entry.action, entry.seat, viewer)
    return _line(entry) | {
        "action": action,
        "notation": "" if action is None else notation_of(rules, action),
        "events": log.events_for(rules, events, viewer),
    }


def _line(entry: log.Entry) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "seat": entry.seat,
        "kind": entry.kind,
        "at": entry.at,
        "prev_hash": entry.prev_hash,
        "hash": entry.hash,
    }


def _redacted(rules: Rules[Any], entry: log.Entry) -> log.Entry:
    if entry.seat is None:
        return replace(entry, chance=None)  # type: ignore[arg-type]
    return replace(entry, chance=None, action=log.action_for(rules, entry.action, entry.seat, None))  # type: ignore[arg-type]
