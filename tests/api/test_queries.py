"""How many queries an answer costs: few, and no more with more rows."""

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.api.program import Program
from tests.factories import legal, lobby_game, play_on, running_game

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("games", [1, 20])
def test_a_list_of_games_costs_the_same_for_one_and_for_twenty(
    games: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(games):
        lobby_game("Alice", "Bob", seats=3)
    alice = Program("Alice")
    alice.get("/me")
    with django_assert_max_num_queries(5):
        assert len(alice.get("/games").json()["results"]) == games


@pytest.mark.parametrize("moves", [0, 60])
@pytest.mark.parametrize(("part", "most"), [("", 5), ("/position", 5), ("/actions", 5), ("/log?limit=5", 6)])
def test_reading_a_game_costs_the_same_at_any_length(
    part: str, most: int, moves: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    game, alice = play_on(running_game(), moves), Program("Alice")
    alice.get("/me")
    with django_assert_max_num_queries(most):
        assert alice.get(f"/games/{game.id}{part}").status_code == 200


def test_the_turns_cost_the_same_for_one_and_for_ten(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    for _ in range(10):
        running_game()
    alice = Program("Alice")
    alice.get("/me")
    with django_assert_max_num_queries(2):
        assert len(alice.get("/me/turns").json()["results"]) == 10


def test_a_move_costs_few_queries(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    game, alice = running_game(), Program("Alice")
    alice.get("/me")
    body = {"action": legal(game)[0], "expected_seq": 0}
    with django_assert_max_num_queries(12):
        assert alice.move(game, body, Idempotency_Key="k").status_code == 201
