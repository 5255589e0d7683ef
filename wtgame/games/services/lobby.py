"""Before the start: making a game, inviting to it, joining it."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from engine import registry
from engine.errors import EngineError
from wtgame.accounts.models import Account
from wtgame.games.errors import Forbidden, Refused, SeatTaken, WrongStage
from wtgame.games.hints import hint_after_commit
from wtgame.games.models import Game, OutboxRow, Seat
from wtgame.games.selectors import access_game, read_invitation


def create_game(
    *,
    creator: Account,
    seats: int,
    options: Mapping[str, Any],
    now: datetime,
    rules: str = "wandering_towers",
    name: str = "",
    visibility: str = Game.Visibility.PRIVATE,
) -> Game:
    """Make a game in its lobby, the creator on seat A; raises Refused for options that the rules don't know."""
    if visibility not in Game.Visibility.values:
        raise Refused(_("Visibility is one of: private, open."), remedy=_("Choose one of them."))
    try:
        game_rules = registry.latest(rules)
        checked = game_rules.check_options(options, seats)
    except EngineError as error:
        raise Refused.by(error) from error
    with transaction.atomic():
        game = Game.objects.create(
            name=_clean_title(name) or _("Game of %(name)s") % {"name": creator.name},
            rules=game_rules.name,
            rules_version=game_rules.version,
            options=checked,
            seat_count=seats,
            visibility=visibility,
            creator=creator,
            created_at=now,
            seed=secrets.token_bytes(32),
        )
        taken_by = {0: creator}
        Seat.objects.bulk_create(Seat(game=game, index=i, account=taken_by.get(i)) for i in range(seats))
    return game


def invite(*, game_id: UUID, actor: Account, email: str, now: datetime) -> Seat:
    """Offer a free seat to an address, which gets a mail; only the creator may, and only in the lobby."""
    game = access_game(game_id, actor)
    if game.creator_id != actor.pk:
        raise Forbidden(_("Only who made the game invites to it."), remedy=_("Ask the creator."))
    address = _clean_address(email)
    with transaction.atomic():
        _require_lobby(game)
        if game.seats.filter(invited_email__iexact=address).exists():
            raise SeatTaken(_("%(email)s is invited already.") % {"email": address})
        seat = game.seats.filter(account=None, invited_email="").order_by("index").first()
        if seat is None:
            raise SeatTaken(_("Every seat is taken or offered."), remedy=_("Make a game with more seats."))
        seat.invited_email = address
        seat.save(update_fields=["invited_email"])
        OutboxRow.objects.create(game=game, seat=seat, kind=OutboxRow.Kind.INVITATION, seq=-1, due_at=now)
        hint_after_commit()
    return seat


def join(*, game_id: UUID, account: Account, now: datetime, invitation: str | None = None) -> Seat:
    """Take a free seat: the one that an invitation's token names, or any unoffered one of an open game."""
    if invitation is not None:
        offered = read_invitation(invitation)
        if offered.game_id != game_id:
            raise Forbidden(_("The invitation is for another game."))
        return _take(offered.game, Seat.objects.filter(pk=offered.pk, invited_email=offered.invited_email), account)
    game = access_game(game_id, account)
    if game.visibility != Game.Visibility.OPEN:
        raise Forbidden(_("This game is only for those invited."), remedy=_("Use the link in the invitation's mail."))
    return _take(game, Seat.objects.filter(game=game, invited_email=""), account)


def _take(game: Game, offered: QuerySet[Seat], account: Account) -> Seat:
    try:
        with transaction.atomic():
            _require_lobby(game)
            # Looked up behind the lock: a seat may have been taken, or offered to somebody, a moment ago.
            seat = offered.filter(account=None).order_by("index").first()
            if seat is not None:
                seat.account = account
                seat.save(update_fields=["account"])
                return seat
    except IntegrityError as error:
        raise SeatTaken(_("You have a seat in this game already.")) from error
    raise SeatTaken(_("The seat is taken."), remedy=_("Look for another game in the lobby."))


def _require_lobby(game: Game) -> None:
    # Locked, so that nobody sits down while the game starts without him.
    stage = Game.objects.select_for_update().values_list("status", flat=True).get(pk=game.pk)
    if stage != Game.Status.LOBBY:
        raise WrongStage(_("The game has started already."), stage=stage)


def _clean_title(name: str) -> str:
    title = " ".join(name.split())
    if len(title) > 80 or not title.isprintable():
        raise Refused(_("A game's name is one line of at most 80 visible letters."), remedy=_("Shorten the name."))
    return title


def _clean_address(email: str) -> str:
    address = email.strip()
    try:
        validate_email(address)
    except ValidationError as error:
        raise Refused(_("%(email)r is not an address of mail.") % {"email": address}, remedy=_("Mend it.")) from error
    return address
