"""One move, whichever door it came through: it lands once, or it changes nothing and says why."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.at_once import at_once
from tests.factories import NOW, any_legal, fresh, legal, person, play, play_on, running_game
from wtgame.errors import ServiceError
from wtgame.games import selectors, services
from wtgame.games.errors import Forbidden, KeyReused, NotFound, Refused, Stale, WrongStage
from wtgame.games.models import Game, LogEntry, OutboxRow, Turn

ROUNDS = 200


def submission(game: Game, action: Any, **request: Any) -> Callable[[], services.Accepted]:
    """Return a call that submits the action for whoever is to move now."""
    position = selectors.head_of(fresh(game))
    account = game.seats.get(index=position.game.to_act(position.state)[0]).account
    expected = position.seq
    return lambda: services.submit_move(
        game_id=game.id, account=account, action=action, expected_seq=expected, now=NOW, **request
    )


def counts() -> tuple[int, ...]:
    return (LogEntry.objects.count(), Turn.objects.count(), OutboxRow.objects.count())


@pytest.mark.django_db(transaction=True)
def test_kf_03_two_submits_at_once_land_once_and_the_other_hears_the_head() -> None:
    game = running_game()
    for _ in range(ROUNDS):
        if fresh(game).status != Game.Status.RUNNING:
            game = running_game()
        before = fresh(game).head_seq
        call = submission(game, any_legal(game))
        results = at_once(call, call)
        landed = [result for result in results if isinstance(result, services.Accepted)]
        refused = [result for result in results if isinstance(result, ServiceError)]
        assert [result.seq for result in landed] == [before + 1]
        # The end of the game can overtake the loser too; else it hears where the head is.
        assert [error.status for error in refused] == [409]
        if isinstance(refused[0], Stale):
            assert refused[0].facts["head_seq"] == before + 1
        assert LogEntry.objects.filter(game=game).count() == before + 2


@pytest.mark.django_db(transaction=True)
def test_kf_03_one_key_at_once_makes_one_entry_and_two_equal_answers() -> None:
    game = running_game()
    for number in range(ROUNDS):
        if fresh(game).status != Game.Status.RUNNING:
            game = running_game()
        before = fresh(game).head_seq
        call = submission(game, any_legal(game), idempotency_key=f"key-{number}")
        first, second = at_once(call, call)
        assert isinstance(first, services.Accepted)
        assert first == second
        assert LogEntry.objects.filter(game=game).count() == before + 2


@pytest.mark.django_db
def test_a_retry_gets_the_first_answer_however_far_the_game_has_gone() -> None:
    game = running_game()
    action, alice = legal(game)[0], person("Alice")
    first = play(game, action, idempotency_key="k", expected_seq=0)
    play_on(game, 40)
    play(game, "resign")
    assert fresh(game).status == Game.Status.FINISHED
    assert play(game, action, account=alice, idempotency_key="k", expected_seq=0) == first


@pytest.mark.django_db
def test_kf_03_a_key_with_another_body_is_an_error_and_writes_nothing() -> None:
    game = running_game()
    first, second = legal(game)[:2]
    play(game, first, idempotency_key="k", expected_seq=0)
    before = counts()
    for action, expected_seq in ((second, 0), (first, 1)):
        with pytest.raises(KeyReused):
            play(game, action, account=person("Alice"), idempotency_key="k", expected_seq=expected_seq)
    assert counts() == before


@pytest.mark.django_db
def test_two_seats_may_choose_the_same_key() -> None:
    game = running_game()
    seen = set()
    while len(seen) < 2:
        position = selectors.head_of(fresh(game))
        seat = position.game.to_act(position.state)[0]
        play(game, idempotency_key=None if seat in seen else "k")
        seen.add(seat)
    assert LogEntry.objects.filter(game=game, idempotency_key__endswith=":k").count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("expected_seq", [-1, 0, 2, 10**30])
def test_a_move_made_for_another_position_is_stale_and_writes_nothing(expected_seq: int) -> None:
    game = running_game()
    play(game)
    before = counts()
    with pytest.raises(Stale) as error:
        play(game, account=person("Alice"), expected_seq=expected_seq)
    assert error.value.facts["head_seq"] == 1
    assert counts() == before


@pytest.mark.django_db
def test_who_has_no_seat_moves_nothing() -> None:
    open_game, private_game = running_game(), running_game(visibility="private")
    before = counts()
    with pytest.raises(Forbidden):
        play(open_game, account=person("Charlie"))
    with pytest.raises(NotFound):
        play(private_game, account=person("Charlie"))
    assert counts() == before


@pytest.mark.django_db
def test_out_of_turn_is_refused_and_writes_nothing() -> None:
    game = running_game()
    before = counts()
    with pytest.raises(Refused):
        play(game, account=person("Bob"))
    assert counts() == before


@pytest.mark.django_db
@pytest.mark.parametrize(
    "action",
    [
        {},
        {"type": "play"},
        {"type": "play", "card": "W9", "piece": "A1"},
        {"type": "play", "card": "W1", "piece": "B1"},
        {"type": "play", "card": "W1", "piece": -1},
        {"type": "play", "card": ["W1"], "piece": {"a": 1}},
        {"type": "play", "card": "W1\0", "piece": "\ud800"},
        {"type": True},
        {"type": "undo", "more": 1},
        {"type": "cast", "spell": "swap_towers", "spaces": [-1, 10**40]},
        "W9 A1",
        "",
        "\0",
        "\ud800",
        "x" * 1_000_000,
        "undo",
    ],
)
def test_what_is_no_legal_action_is_refused_with_a_sentence_and_writes_nothing(action: Any) -> None:
    game = running_game()
    before = counts()
    with pytest.raises(Refused) as error:
        play(game, action)
    assert error.value.code
    assert 10 < len(str(error.value.detail)) < 2_000
    assert counts() == before


@pytest.mark.django_db
def test_notation_and_json_make_the_same_entry() -> None:
    game = running_game()
    rules = selectors.head_of(game).game
    action = legal(game)[0]
    accepted = play(game, rules.format(action).lower())
    assert accepted.action == action
    assert LogEntry.objects.get(game=game, seq=1).action == dict(action)


@pytest.mark.django_db
def test_the_turn_passes_with_its_mail_and_the_game_ends_with_mails_to_all() -> None:
    game = running_game()
    assert OutboxRow.objects.filter(game=game, kind="your_turn").values_list("seat__index", "seq").get() == (0, 0)
    for action in [None] * 60 + ["resign"]:
        play(game, action)
        game = fresh(game)
        position = selectors.head_of(game)
        owed = Turn.objects.filter(game=game, ended_at=None).values_list("seat__index", flat=True)
        assert tuple(owed) == position.game.to_act(position.state)
    turns = Turn.objects.filter(game=game)
    mails = OutboxRow.objects.filter(game=game, kind="your_turn")
    assert sorted(mails.values_list("seat", "seq")) == sorted(turns.values_list("seat", "opened_seq"))
    assert set(OutboxRow.objects.filter(game=game, kind="game_over").values_list("seat__index", flat=True)) == {0, 1}
    assert game.outcome == position.game.outcome(position.state)
    with pytest.raises(WrongStage):
        play(game, {"type": "end_turn"}, account=person("Alice"))


@pytest.mark.django_db
def test_wt_93_the_seat_that_resigns_leaves_and_the_other_wins() -> None:
    game = running_game()
    play(game, "resign", account=person("Bob"))
    game = fresh(game)
    assert game.status == Game.Status.FINISHED
    assert game.outcome["winners"] == [0]
    assert not Turn.objects.filter(game=game, ended_at=None).exists()


@pytest.mark.django_db
def test_a_move_costs_a_fixed_number_of_queries(django_assert_max_num_queries: Any) -> None:
    game = play_on(running_game(), 51)
    selectors.head_of(game)  # a process that has played before
    request = {"account": person("Alice"), "action": legal(game)[0], "expected_seq": fresh(game).head_seq}
    request["account"] = game.seats.get(index=Turn.objects.get(game=game, ended_at=None).seat.index).account
    with django_assert_max_num_queries(13):
        services.submit_move(game_id=game.id, now=NOW, idempotency_key="k", **request)


@pytest.mark.django_db
def test_another_seats_leaving_makes_neither_my_move_nor_my_mail_stale() -> None:
    game = running_game("Alice", "Bob", "Charlie")
    action = any_legal(game)
    play(game, "resign", account=person("Charlie"))
    turn = Turn.objects.get(game=game, ended_at=None)
    assert turn.seat.account == person("Alice")
    assert turn.opened_seq == turn.since_seq == 0
    assert play(game, action, account=person("Alice"), expected_seq=0).seq == 2
