"""The known people (Alice and Bob have seats, Charlie is a stranger) and games for them in one line."""

from datetime import UTC, datetime
from typing import Any

from engine.contract import Action
from wtgame.accounts.models import Account
from wtgame.games import selectors, services
from wtgame.games.models import Game

NOW = datetime(2027, 3, 1, 9, 0, tzinfo=UTC)
PASSWORD = "a long pass phrase"


def person(name: str) -> Account:
    """Return the account of somebody known by name, made at the first call."""
    found = Account.objects.filter(name=name).first()
    return found or Account.objects.create_user(email=f"{name.lower()}@example.org", name=name, password=PASSWORD)


def lobby_game(*names: str, seats: int = 0, **chosen: Any) -> Game:
    """Return a game in its lobby: the first person made it, the others have joined; seats beyond them are free."""
    creator, *others = map(person, names)
    options = chosen.pop("options", {"starting_seat": 0})
    wanted = seats or len(names)
    game = services.create_game(
        creator=creator, seats=wanted, options=options, now=NOW, **({"visibility": "open"} | chosen)
    )
    for account in others:
        services.join(game_id=game.id, account=account, now=NOW)
    return game


def running_game(*names: str, **chosen: Any) -> Game:
    """Return a game that has just started, Alice (seat A, to move) against Bob unless others are named."""
    people = names or ("Alice", "Bob")
    visibility = chosen.pop("visibility", "open")
    game = lobby_game(*people, **chosen)
    Game.objects.filter(pk=game.pk).update(visibility=visibility)
    return services.start(game_id=game.id, actor=person(people[0]), now=NOW)


def fresh(game: Game) -> Game:
    """Return the game as it is in the database now."""
    return Game.objects.get(pk=game.pk)


def mover(game: Game) -> Account:
    """Return who is to move."""
    position = selectors.head_of(fresh(game))
    seat = position.game.to_act(position.state)[0]
    return game.seats.get(index=seat).account


def legal(game: Game) -> list[Action]:
    """Return the legal actions of the seat to move, hand discards last."""
    position = selectors.head_of(fresh(game))
    actions = position.game.legal(position.state, position.game.to_act(position.state)[0])
    return sorted(actions, key=lambda action: action["type"] == "discard_hand")


def any_legal(game: Game) -> Action:
    """Return a legal action that is no hand discard where there is another: play without a plan, and it ends soon."""
    actions = legal(game)
    eager = [action for action in actions if action["type"] != "discard_hand"] or actions
    return eager[int(fresh(game).head_hash[:8], 16) % len(eager)]


def play(game: Game, action: Action | str | None = None, **request: Any) -> services.Accepted:
    """Submit an action (else `any_legal`) of whoever is to move, or of `account`."""
    account = request.pop("account", None) or mover(game)
    expected_seq = request.pop("expected_seq", fresh(game).head_seq)
    chosen = any_legal(game) if action is None else action
    return services.submit_move(
        game_id=game.id, account=account, action=chosen, expected_seq=expected_seq, **({"now": NOW} | request)
    )


def play_on(game: Game, moves: int) -> Game:
    """Play so many actions, or to the end of the game."""
    for _ in range(moves):
        if fresh(game).status != Game.Status.RUNNING:
            break
        play(game)
    return fresh(game)


def finished_game(*names: str, moves: int = 60) -> Game:
    """Return a game that ran for some moves and ended when the seat to move resigned."""
    game = play_on(running_game(*names), moves)
    while game.status == Game.Status.RUNNING:
        play(game, "resign")
        game = fresh(game)
    return game
