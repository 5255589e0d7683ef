"""The start of a game: entry 0 of its log, and the first turn."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from engine import log, registry
from engine.chance import Recording, Seeded
from wtgame.accounts.models import Account
from wtgame.games.errors import Forbidden, WrongStage
from wtgame.games.hints import hint_after_commit
from wtgame.games.models import Game
from wtgame.games.positions import instant_text, to_row, write_snapshot
from wtgame.games.selectors import access_game
from wtgame.games.services.turns import open_turns


def start(*, game_id: UUID, actor: Account, now: datetime) -> Game:
    """Set the game up and open the first turn; only the creator may, when every seat is taken."""
    game = access_game(game_id, actor)
    if game.creator_id != actor.pk:
        raise Forbidden(_("Only who made the game starts it."), remedy=_("Ask the creator."))
    with transaction.atomic():
        if not _leave_lobby(game, now):
            raise WrongStage(_("The game has started already."), stage=game.status)
        if game.seats.filter(account=None).exists():
            raise WrongStage(
                _("Not every seat is taken."), remedy=_("Invite more people, or wait for them."), stage=game.status
            )
        _write_setup(game, now)
        hint_after_commit()
    game.refresh_from_db()
    return game


def _leave_lobby(game: Game, now: datetime) -> bool:
    waiting = Game.objects.filter(pk=game.pk, status=Game.Status.LOBBY)
    return bool(waiting.update(status=Game.Status.RUNNING, started_at=now))


def _write_setup(game: Game, now: datetime) -> None:
    rules, seed = registry.game(game.rules, game.rules_version), bytes(game.seed)
    chance = Recording(Seeded(seed, str(game.id), 0))
    position = log.begin(rules, game.options, game.seat_count, chance)
    entry = log.seal(
        seed,
        log.FIRST_PREV_HASH,
        game=str(game.id),
        seq=0,
        seat=None,
        kind="setup",
        action=log.setup_action(rules, game.options, game.seat_count, seed),
        chance=chance.answers,
        at=instant_text(now),
        source="service",
    )
    to_row(game, entry, now).save(force_insert=True)
    Game.objects.filter(pk=game.pk).update(head_seq=0, head_hash=entry.hash)
    write_snapshot(game, position)
    open_turns(game, rules.to_act(position.state), 0, now)
