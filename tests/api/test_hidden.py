"""What is hidden stays so in every answer (KF-06): positions, logs, exports, errors."""

import json
from typing import Any

import pytest

from tests.api.program import Program
from tests.factories import fresh, play, running_game
from wtgame.games import selectors
from wtgame.games.models import Game, LogEntry

pytestmark = pytest.mark.django_db

VIEWERS: dict[str | None, int | None] = {"Alice": 0, "Bob": 1, "Charlie": None, None: None}


def answers_to(name: str | None, game: Game) -> dict[str, bytes]:
    """Return all that a viewer can read of a game, and the errors that it can provoke."""
    program = Program(name)
    parts = ("", "/position", "/log?limit=500", "/export", "/actions")
    read = {part: program.get(f"/games/{game.id}{part}").content for part in parts}
    provoked = {
        text: program.move(game, {"notation": text, "expected_seq": fresh(game).head_seq}).content
        for text in ("W", "nonsense", "reroll", "W1 A1", "cast free_wizard A1")
    }
    return read | provoked


def lists_in(value: Any) -> list[list[Any]]:
    """Return every list within JSON."""
    if isinstance(value, dict):
        return [found for inner in value.values() for found in lists_in(inner)]
    if isinstance(value, list):
        return [value] + [found for inner in value for found in lists_in(inner)]
    return []


def every_list(content: bytes) -> list[list[Any]]:
    return [found for line in content.decode().splitlines() for found in lists_in(json.loads(line))]


@pytest.mark.parametrize("name", VIEWERS)
def test_kf_06_no_foreign_hand_and_no_order_of_the_pile(name: str | None) -> None:
    seat, game = VIEWERS[name], running_game()
    for _ in range(6):
        state = selectors.head_of(fresh(game)).state
        hidden = [list(hand) for index, hand in enumerate(state.hands) if index != seat and len(hand) > 1]
        hidden.append(list(state.draw))
        assert hidden
        for what, content in answers_to(name, game).items():
            for found in every_list(content):
                assert not any(found == cards or found == sorted(cards) for cards in hidden), what
        play(game)


@pytest.mark.parametrize("name", VIEWERS)
def test_kf_06_no_seed_and_no_answer_of_chance_while_the_game_runs(name: str | None) -> None:
    game = running_game()
    for _ in range(6):
        play(game)
    seed = bytes(game.seed).hex()
    answers = [
        chance for entry in LogEntry.objects.filter(game=game) for chance in entry.chance if isinstance(chance, list)
    ]
    assert answers
    for what, content in answers_to(name, game).items():
        assert seed.encode() not in content, what
        assert not any(found in answers for found in every_list(content) if len(found) > 3), what


@pytest.mark.parametrize("name", VIEWERS)
def test_a_viewer_reads_its_own_hand_and_only_counts_of_others(name: str | None) -> None:
    hands = Program(name).get(f"/games/{running_game().id}/position").json()["view"]["hands"]
    assert [hand["cards"] is not None for hand in hands] == [index == VIEWERS[name] for index in (0, 1)]
    assert all(hand["count"] for hand in hands)


@pytest.mark.parametrize("name", VIEWERS)
def test_only_the_seat_itself_reads_what_it_drew(name: str | None) -> None:
    game = running_game()
    for _ in range(12):
        play(game)
    entries = Program(name).get(f"/games/{game.id}/log?limit=500").json()["entries"]
    drawn = [event["seat"] for entry in entries for event in entry["events"] if event["kind"] == "drawn"]
    assert set(drawn) <= {VIEWERS[name]}
    assert any(event["kind"] == "drew" for entry in entries for event in entry["events"])
