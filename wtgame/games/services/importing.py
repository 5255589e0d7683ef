"""Taking a game from another host: its export, verified, becomes a game here."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from engine import export, log
from engine.errors import EngineError
from wtgame.accounts.models import Account
from wtgame.games.errors import Refused, WrongStage
from wtgame.games.models import Game, LogEntry, Seat
from wtgame.games.positions import instant_text, to_row
from wtgame.games.services.rebuild import rebuild


def import_game(*, lines: Iterable[str], creator: Account, now: datetime) -> Game:
    """Store an exported game under its own id, each seat taken by the account of the same name, if there is one.

    The export must hold the seed and verify from end to end, else raises Refused; WrongStage where the game is here.
    """
    text = list(lines)
    try:
        report = export.verify_lines(text)
        header, entries, _outcome = export.read_lines(text)
    except EngineError as error:
        raise Refused.by(error) from error
    if not _fits_here(header, entries):
        raise Refused(_("The header or an entry holds what no export of Ravenpost does."), remedy=_("Export it again."))
    if report.fault is not None:
        raise Refused(_("Entry %(seq)s does not fit: %(what)s") % report.fault, remedy=_("Export the game again."))
    if header.get("seed") is None:
        raise Refused(_("The export has no seed."), remedy=_("Export it with `manage.py export_game` on its host."))
    with transaction.atomic():
        game = _store(header, entries, creator)
        rebuild(game_id=game.pk, now=now)
    game.refresh_from_db()
    return game


def _fits_here(header: dict[str, Any], entries: list[log.Entry]) -> bool:
    """Say whether what the verification does not look at is as we write it: ids, instants, names, short words."""
    try:
        instants = [instant_text(datetime.fromisoformat(entry.at)) for entry in entries]
        game = str(UUID(entries[0].game))
    except (ValueError, OverflowError):
        return False
    return (
        instants == [entry.at for entry in entries]
        and game == entries[0].game
        and all(_is_line(entry.source, 10) for entry in entries)
        and _is_line(header.get("name"), 80)
        and header.get("visibility") in list(Game.Visibility)
        and _are_names(header.get("seats"))
    )


def _is_line(text: object, longest: int) -> bool:
    return isinstance(text, str) and text.isprintable() and len(text) <= longest


def _are_names(found: object) -> bool:
    if not isinstance(found, list):
        return False
    names = [name for name in found if name is not None]
    return all(_is_line(name, 60) for name in names) and len(set(names)) == len(names)


def _store(header: dict[str, Any], entries: list[log.Entry], creator: Account) -> Game:
    setup, started_at = entries[0].action, datetime.fromisoformat(entries[0].at)
    game_id = UUID(entries[0].game)
    if Game.objects.filter(pk=game_id).exists():
        raise WrongStage(_("Game %(game)s is here already.") % {"game": game_id}, remedy=_("Nothing is to be done."))
    game = Game.objects.create(
        id=game_id,
        name=header["name"],
        rules=setup["rules"],
        rules_version=setup["rules_version"],
        options=setup["options"],
        seat_count=setup["seats"],
        visibility=header["visibility"],
        status=Game.Status.RUNNING,
        creator=creator,
        created_at=started_at,
        started_at=started_at,
        seed=bytes.fromhex(header["seed"]),
    )
    _seat_people(game, header["seats"])
    LogEntry.objects.bulk_create(
        (to_row(game, entry, datetime.fromisoformat(entry.at)) for entry in entries), batch_size=500
    )
    return game


def _seat_people(game: Game, names: list[str | None]) -> None:
    accounts = {account.name: account for account in Account.objects.filter(name__in=[name for name in names if name])}
    padded = [*names, *[None] * game.seat_count][: game.seat_count]
    Seat.objects.bulk_create(
        Seat(game=game, index=index, account=accounts.get(name or "")) for index, name in enumerate(padded)
    )
