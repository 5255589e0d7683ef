"""Taking back: until something is rolled, drawn, revealed or decided by another, and never past it."""

import pytest

from tests.factories import fresh, legal, mover, person, play, running_game
from wtgame.games import selectors
from wtgame.games.errors import Refused
from wtgame.games.models import Game, LogEntry, OutboxRow, Turn


def wizard_move(game: Game) -> dict:
    """Return a wizard's move that keeps the turn going, which shows nothing hidden."""
    for action in legal(game):
        if action["type"] == "play" and str(action["piece"] or "").startswith("A"):
            return dict(action)
    return {}


def undoable_game() -> tuple[Game, dict]:
    """Return a game in which seat A may begin with a wizard's move; deals that offer none are dealt again."""
    while True:
        game = running_game()
        action = wizard_move(game)
        if action:
            return game, action


@pytest.mark.django_db
def test_an_undone_action_gives_back_the_position_and_stays_in_the_log() -> None:
    game, action = undoable_game()
    before = selectors.view_of(fresh(game), 0)
    play(game, action)
    assert selectors.may_undo(fresh(game), 0)
    play(game, "undo")
    assert selectors.view_of(fresh(game), 0) == before
    assert list(LogEntry.objects.filter(game=game).order_by("seq").values_list("kind", flat=True)) == [
        "setup",
        "action",
        "undo",
    ]
    assert not selectors.may_undo(fresh(game), 0)


@pytest.mark.django_db
def test_kf_05_undo_leaves_the_same_seat_to_act_without_another_mail() -> None:
    game, action = undoable_game()
    turn = Turn.objects.get(game=game, ended_at=None)
    for move in (action, "undo", action):
        play(game, move, account=person("Alice"))
        assert mover(game) == person("Alice")
        assert Turn.objects.get(game=game, ended_at=None).pk == turn.pk
        assert [row.game.pk for row in selectors.turns_of(person("Alice"))] == [game.pk]
        assert not selectors.turns_of(person("Bob")).exists()
    assert OutboxRow.objects.filter(game=game, kind="your_turn").count() == 1
    assert Turn.objects.get(pk=turn.pk).deadline_at == turn.deadline_at


@pytest.mark.django_db
def test_kf_04_nothing_is_taken_back_after_the_turn_has_passed() -> None:
    game = running_game()
    while mover(game) == person("Alice"):
        play(game)
    for name in ("Alice", "Bob"):
        with pytest.raises(Refused) as error:
            play(game, {"type": "undo"}, account=person(name))
        assert error.value.code == "nothing-to-undo"


@pytest.mark.django_db
def test_kf_04_nothing_is_taken_back_after_a_roll() -> None:
    while True:
        game = running_game()
        rolls = [action for action in legal(game) if action["type"] == "roll"]
        if rolls:
            break
    play(game, rolls[0])
    assert not selectors.may_undo(fresh(game), 0)
    with pytest.raises(Refused):
        play(game, "undo", account=person("Alice"))
