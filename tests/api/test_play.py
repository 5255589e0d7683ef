"""Playing through the API: positions, legal actions, moves, their retries, the log."""

import json
from typing import Any

import pytest

from engine import export
from tests.api.program import Program
from tests.factories import fresh, legal, play_on, running_game
from wtgame.games.models import Game, LogEntry

pytestmark = pytest.mark.django_db


def first_move(game: Game) -> dict[str, Any]:
    return {"action": legal(game)[0], "expected_seq": fresh(game).head_seq}


def test_a_legal_action_is_accepted_as_json_and_as_notation() -> None:
    game, alice = running_game(), Program("Alice")
    listed = alice.get(f"/games/{game.id}/actions").json()
    assert listed["seq"] == 0
    assert listed["actions"]
    as_json = alice.move(game, {"action": listed["actions"][0]["action"], "expected_seq": 0})
    assert as_json.status_code == 201
    assert as_json.json()["seq"] == 1
    assert as_json.json()["notation"] == listed["actions"][0]["notation"]

    other = running_game()
    notation = alice.get(f"/games/{other.id}/actions").json()["actions"][0]["notation"]
    as_text = alice.move(other, {"notation": notation, "expected_seq": 0})
    assert as_text.status_code == 201
    assert as_text.json()["action"]


def test_two_programs_play_a_game_to_its_end() -> None:
    game = running_game()
    programs = {0: Program("Alice"), 1: Program("Bob")}
    for _ in range(60):
        position = programs[0].get(f"/games/{game.id}/position").json()
        if not position["to_act"]:
            break
        mover = programs[position["to_act"][0]]
        actions = mover.get(f"/games/{game.id}/actions").json()["actions"]
        answer = mover.move(game, {"action": actions[0]["action"], "expected_seq": position["seq"]})
        assert answer.status_code == 201, answer.content
    else:
        assert programs[0].move(game, {"notation": "resign", "expected_seq": fresh(game).head_seq}).status_code == 201
    ended = Program().get(f"/games/{game.id}").json()
    assert ended["status"] == "finished"
    assert ended["outcome"]["winners"]


def test_kf_03_a_retry_with_its_key_gets_the_same_answer_and_writes_nothing() -> None:
    game, alice = running_game(), Program("Alice")
    body = first_move(game)
    first = alice.move(game, body, Idempotency_Key="k-1")
    retry = alice.move(game, body, Idempotency_Key="k-1")
    assert (first.status_code, first.content) == (retry.status_code, retry.content)
    assert first.status_code == 201
    assert LogEntry.objects.filter(game=game).count() == 2


def test_kf_03_a_retry_gets_the_same_answer_after_the_game_has_gone_on() -> None:
    game, alice = running_game(), Program("Alice")
    body = first_move(game)
    first = alice.move(game, body, Idempotency_Key="k-1")
    play_on(game, 4)
    assert alice.move(game, body, Idempotency_Key="k-1").content == first.content


def test_kf_03_a_key_with_another_body_is_refused() -> None:
    game, alice = running_game(), Program("Alice")
    alice.move(game, first_move(game), Idempotency_Key="k-1")
    answer = alice.move(game, first_move(game), Idempotency_Key="k-1")
    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency-key-reused")


def test_kf_03_without_a_key_the_second_hears_where_the_head_is() -> None:
    game, alice = running_game(), Program("Alice")
    body = first_move(game)
    assert alice.move(game, body).status_code == 201
    answer = alice.move(game, body)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert answer.json()["head_seq"] == 1
    assert LogEntry.objects.filter(game=game).count() == 2


def test_the_position_is_not_sent_again_while_it_holds() -> None:
    game, alice, bob = running_game(), Program("Alice"), Program("Bob")
    first = alice.get(f"/games/{game.id}/position")
    tag = first.headers["ETag"]
    again = alice.get(f"/games/{game.id}/position", If_None_Match=tag)
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    assert alice.get(f"/games/{game.id}/position", If_None_Match=f'"x", W/{tag}').status_code == 304
    assert bob.get(f"/games/{game.id}/position", If_None_Match=tag).status_code == 200
    play_on(game, 1)
    assert alice.get(f"/games/{game.id}/position", If_None_Match=tag).status_code == 200


def test_answers_are_kept_by_no_shared_cache() -> None:
    answer = Program("Alice").get(f"/games/{running_game().id}/position")
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Cookie"} <= set(answer.headers["Vary"].split(", "))


def test_an_undo_is_a_move() -> None:
    game, alice = running_game(), Program("Alice")
    for action in legal(game):
        answer = alice.move(game, {"action": action, "expected_seq": fresh(game).head_seq})
        if alice.get(f"/games/{game.id}/position").json()["may_undo"]:
            break
        game = running_game()
    undone = alice.move(game, {"action": {"type": "undo"}, "expected_seq": answer.json()["seq"]})
    assert (undone.status_code, undone.json()["notation"]) == (201, "undo")


def test_the_log_comes_in_pages() -> None:
    game, alice = play_on(running_game(), 7), Program("Alice")
    seen: list[int] = []
    after = -1
    while after is not None:
        page = alice.get(f"/games/{game.id}/log?after={after}&limit=3").json()
        seen += [entry["seq"] for entry in page["entries"]]
        after = page["next_after"]
    assert seen == list(range(game.head_seq + 1))


def test_the_export_of_a_finished_game_is_verified_without_the_service() -> None:
    game = running_game()
    play_on(game, 5)
    Program("Alice").move(game, {"notation": "resign", "expected_seq": fresh(game).head_seq})
    answer = Program().get(f"/games/{game.id}/export")
    assert answer.headers["Content-Type"] == "application/jsonl"
    report = export.verify_lines(answer.content.decode().splitlines())
    assert report.ok
    assert report.chance_checked > 0


def test_a_game_that_has_not_started_says_so() -> None:
    alice = Program("Alice")
    game = alice.post("/games", {"seats": 2}).json()
    for part in ("position", "actions", "log", "export"):
        answer = alice.get(f"/games/{game['id']}/{part}")
        assert (answer.status_code, answer.json()["code"]) == (409, "wrong-stage")


def test_reading_changes_nothing() -> None:
    game, alice = play_on(running_game(), 3), Program("Alice")
    before = rows()
    for part in ("", "/position", "/actions", "/log", "/export"):
        assert alice.get(f"/games/{game.id}{part}").status_code == 200
    for at in ("/", "/me", "/me/turns", "/games", "/games?open=1", "/openapi.json"):
        assert alice.get(at).status_code == 200
    assert rows() == before


def rows() -> list[str]:
    return sorted(json.dumps(row, default=str) for row in LogEntry.objects.values())
