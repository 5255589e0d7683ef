"""Before the start: who may make, see, join, invite to and start a game."""

import pytest
from django.core import signing

from tests.at_once import at_once
from tests.factories import NOW, fresh, lobby_game, person, running_game
from wtgame.errors import ServiceError
from wtgame.games import selectors, services
from wtgame.games.errors import BadInvitation, Forbidden, NotFound, Refused, SeatTaken, WrongStage
from wtgame.games.models import Game, LogEntry, OutboxRow, Seat


def invited(game: Game, email: str = "bob@example.org") -> Seat:
    return services.invite(game_id=game.id, actor=person("Alice"), email=email, now=NOW)


@pytest.mark.django_db
def test_an_invitation_is_a_mail_and_its_token_takes_the_seat_once() -> None:
    game = lobby_game("Alice", seats=2, visibility="private")
    seat = invited(game)
    assert OutboxRow.objects.get(game=game).kind == "invitation"
    token = selectors.invitation_token(seat)
    with pytest.raises(Forbidden, match="another game"):
        services.join(game_id=lobby_game("Alice", seats=2).id, account=person("Bob"), invitation=token, now=NOW)
    assert services.join(game_id=game.id, account=person("Bob"), invitation=token, now=NOW).index == 1
    for name in ("Bob", "Charlie"):
        with pytest.raises(SeatTaken):
            services.join(game_id=game.id, account=person(name), invitation=token, now=NOW)
    assert selectors.access_game(game.id, person("Bob")) == game


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["", "x", "WzEsImEiXQ:1:2", "\0", "a" * 10_000])
def test_a_forged_invitation_is_refused(token: str) -> None:
    game = lobby_game("Alice", seats=2, visibility="private")
    with pytest.raises(BadInvitation):
        services.join(game_id=game.id, account=person("Bob"), invitation=token, now=NOW)


@pytest.mark.django_db
def test_only_the_creator_invites_and_starts() -> None:
    game = lobby_game("Alice", "Bob")
    for call in (
        lambda: services.start(game_id=game.id, actor=person("Bob"), now=NOW),
        lambda: services.invite(game_id=game.id, actor=person("Charlie"), email="x@example.org", now=NOW),
    ):
        with pytest.raises(Forbidden):
            call()
    assert fresh(game).status == Game.Status.LOBBY


@pytest.mark.django_db
def test_a_game_starts_once_and_only_with_every_seat_taken() -> None:
    game = lobby_game("Alice", seats=2)
    with pytest.raises(WrongStage, match="Not every seat"):
        services.start(game_id=game.id, actor=person("Alice"), now=NOW)
    assert fresh(game).status == Game.Status.LOBBY
    assert not LogEntry.objects.exists()
    services.join(game_id=game.id, account=person("Bob"), now=NOW)
    services.start(game_id=game.id, actor=person("Alice"), now=NOW)
    with pytest.raises(WrongStage):
        services.start(game_id=game.id, actor=person("Alice"), now=NOW)
    assert LogEntry.objects.filter(game=game).count() == 1
    with pytest.raises(WrongStage):
        services.join(game_id=game.id, account=person("Charlie"), now=NOW)


@pytest.mark.django_db
def test_a_private_game_is_hidden_from_strangers_and_an_open_one_is_not() -> None:
    private, public = running_game(visibility="private"), running_game()
    for account in (person("Charlie"), None):
        assert selectors.access_game(public.id, account) == public
        with pytest.raises(NotFound):
            selectors.access_game(private.id, account)
    for name in ("Alice", "Bob"):
        assert selectors.access_game(private.id, person(name)) == private


@pytest.mark.django_db
def test_nobody_sits_twice_and_a_full_game_takes_nobody() -> None:
    game = lobby_game("Alice", "Bob", seats=3)
    with pytest.raises(SeatTaken):
        services.join(game_id=game.id, account=person("Bob"), now=NOW)
    services.join(game_id=game.id, account=person("Charlie"), now=NOW)
    with pytest.raises(SeatTaken):
        services.join(game_id=game.id, account=person("Dora"), now=NOW)


@pytest.mark.django_db
@pytest.mark.parametrize("email", ["", "x", "a@b", "x@example.org\nBcc: y@example.org", "a" * 400 + "@example.org"])
def test_what_is_no_address_is_not_invited(email: str) -> None:
    game = lobby_game("Alice", seats=2)
    with pytest.raises(Refused):
        invited(game, email)
    assert not OutboxRow.objects.exists()


@pytest.mark.django_db
def test_an_address_is_invited_once_and_no_more_than_seats_are_free() -> None:
    game = lobby_game("Alice", seats=2)
    invited(game)
    for email in ("BOB@example.org", "charlie@example.org"):
        with pytest.raises(SeatTaken):
            invited(game, email)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "chosen",
    [
        {"seats": 1},
        {"seats": 7},
        {"seats": -1},
        {"options": {"mode": "chess"}},
        {"options": {"memory": 1}},
        {"options": {"no such": 1}},
        {"options": {"spells": {"random": 9}}},
        {"rules": "chess"},
        {"visibility": "secret"},
        {"name": "x" * 81},
        {"name": "a\0b"},
    ],
)
def test_options_that_do_not_fit_are_refused_and_make_no_game(chosen: dict) -> None:
    with pytest.raises(ServiceError) as error:
        services.create_game(creator=person("Alice"), now=NOW, **({"seats": 2, "options": {}} | chosen))
    assert error.value.status == 422
    assert not Game.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_seat_goes_to_who_joins_or_to_who_is_invited_never_to_both() -> None:
    alice, charlie = person("Alice"), person("Charlie")
    for number in range(20):
        game = lobby_game("Alice", seats=2)
        at_once(
            lambda game=game: services.join(game_id=game.id, account=charlie, now=NOW),
            lambda game=game, number=number: services.invite(
                game_id=game.id, actor=alice, email=f"d{number}@example.org", now=NOW
            ),
        )
        seat = game.seats.get(index=1)
        assert (seat.account is None) != (seat.invited_email == "")
        assert OutboxRow.objects.filter(game=game).count() == bool(seat.invited_email)


@pytest.mark.django_db
@pytest.mark.parametrize("payload", [5, None, [1], [1, 2, 3], ["x", "y"], "ab", {"a": 1}, [{}, []], [True, ""]])
def test_a_token_that_is_signed_and_holds_something_else_is_refused(payload: object) -> None:
    lobby_game("Alice", seats=2)
    with pytest.raises(BadInvitation):
        selectors.read_invitation(signing.dumps(payload, salt="games.invitation"))
