"""The stored log: append-only, the only truth, verifiable, movable, and the same from snapshots as from the start."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction

from engine import export
from tests.factories import NOW, finished_game, fresh, person, play_on, running_game
from wtgame.games import positions, selectors, services
from wtgame.games.errors import Refused, WrongStage
from wtgame.games.models import Game, LogEntry, Seat, Snapshot, Turn


def run(*command: str) -> str:
    out = io.StringIO()
    call_command(*command, stdout=out, stderr=out)
    return out.getvalue()


@pytest.mark.django_db
def test_the_database_refuses_to_change_or_delete_an_entry() -> None:
    game = play_on(running_game(), 3)
    rows = LogEntry.objects.filter(game=game)
    for change in (lambda: rows.filter(seq=1).update(source="me"), lambda: rows.filter(seq=3)._raw_delete("default")):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()
    assert rows.count() == 4


@pytest.mark.django_db
def test_snapshots_are_a_cache_dropping_them_changes_no_answer() -> None:
    game = play_on(running_game(), 120)
    seen = [selectors.view_of(game, viewer) for viewer in (0, 1, None)]
    entries = selectors.log_of(game, None, after=60, limit=30)
    for drop in (False, True):
        positions.forget()
        if drop:
            assert Snapshot.objects.filter(game=game).delete()[0] >= 4
        assert [selectors.view_of(game, viewer) for viewer in (0, 1, None)] == seen
        assert selectors.log_of(game, None, after=60, limit=30) == entries


@pytest.mark.django_db
def test_undo_survives_a_snapshot() -> None:
    game = play_on(running_game(), 40)
    head = selectors.head_of(game)
    Snapshot.objects.filter(game=game).delete()
    positions.write_snapshot(game, head)
    positions.forget()
    assert positions.head_position(game) == head


@pytest.mark.django_db
def test_reading_the_head_costs_the_same_after_many_moves(django_assert_max_num_queries) -> None:
    game = play_on(running_game(), 120)
    positions.forget()
    with django_assert_max_num_queries(2):
        selectors.view_of(game, 0)


@pytest.mark.django_db
def test_pages_of_the_log_join_up_without_gaps() -> None:
    game = play_on(running_game(), 70)
    whole = selectors.log_of(game, 0, limit=1000)
    paged, after = [], -1
    while page := selectors.log_of(game, 0, after=after, limit=7):
        paged += page
        after = page[-1]["seq"]
    assert paged == whole
    assert [line["seq"] for line in whole] == list(range(71))


@pytest.mark.django_db
def test_a_finished_export_verifies_and_any_change_of_it_is_named() -> None:
    game = finished_game()
    lines = list(selectors.export_lines(game))
    assert export.verify_lines(lines).ok
    for seq in (0, 1, len(lines) - 3):
        for name, value in (("at", "2027-03-01T09:00:00.000001Z"), ("source", "x"), ("chance", [1]), ("seat", 1)):
            changed = json.loads(lines[seq + 1])
            if changed[name] == value:
                continue
            changed[name] = value
            report = export.verify_lines([*lines[: seq + 1], json.dumps(changed), *lines[seq + 2 :]])
            assert not report.ok
            assert report.fault["seq"] == seq


@pytest.mark.django_db
def test_kf_06_the_export_of_a_running_game_holds_neither_seed_nor_chance() -> None:
    game = play_on(running_game(), 30)
    text = "\n".join(selectors.export_lines(game))
    header, entries, _outcome = export.read_lines(text.splitlines())
    assert header["seed"] is None
    assert bytes(game.seed).hex() not in text
    assert all(entry.chance is None for entry in entries)
    assert export.verify_lines(text.splitlines()).ok


@pytest.mark.django_db
def test_verify_logs_names_rules_and_fails_on_a_log_that_does_not_fit() -> None:
    game = play_on(running_game(), 20)
    assert f"{game.id} wandering_towers 1: 21 entries" in run("verify_logs")
    Game.objects.filter(pk=game.pk).update(seed=b"another seed".ljust(32))
    with pytest.raises(CommandError, match="1 logs do not fit"):
        run("verify_logs", str(game.id))


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["verify_logs", "rebuild"])
def test_a_game_that_is_not_there_is_an_error(command: str) -> None:
    with pytest.raises(CommandError, match="No such game"):
        run(command, str(person("Alice").pk))


@pytest.mark.django_db
def test_rebuild_makes_again_whatever_was_lost() -> None:
    game = play_on(running_game(), 60)
    right = selectors.view_of(game, 0)
    turn = Turn.objects.get(game=game, ended_at=None)
    Snapshot.objects.filter(game=game).delete()
    Turn.objects.filter(pk=turn.pk).update(ended_at=NOW)
    Turn.objects.create(
        game=game, seat=game.seats.exclude(pk=turn.seat_id).get(), opened_seq=0, since_seq=0, started_at=NOW
    )
    Game.objects.filter(pk=game.pk).update(head_seq=7, head_hash="0" * 64, status="finished", outcome={"winners": [1]})
    said = run("rebuild")
    assert "head_seq was 7 and is 60" in said
    game = fresh(game)
    assert game.status == Game.Status.RUNNING
    assert selectors.view_of(game, 0) == right
    assert Turn.objects.get(game=game, ended_at=None).seat_id == turn.seat_id
    assert "was" not in run("rebuild")


@pytest.mark.django_db
def test_a_game_moves_to_another_host_and_goes_on_there(tmp_path: Path) -> None:
    game = play_on(running_game(), 30)
    file = tmp_path / "game.jsonl"
    file.write_text(run("export_game", str(game.id)))
    lines = file.read_text().splitlines()
    with pytest.raises(WrongStage):
        services.import_game(lines=lines, creator=person("Alice"), now=NOW)
    view = selectors.view_of(game, 1)
    other = person("Bob")
    _forget_game(game)
    run("import_game", str(file), "--creator", person("Alice").email)
    game = fresh(game)
    assert selectors.view_of(game, 1) == view
    assert game.seats.get(index=1).account == other
    assert play_on(game, 5).head_seq == 35
    assert "0 with a fault" in run("verify_logs")


@pytest.mark.django_db
def test_an_export_that_was_changed_is_not_imported() -> None:
    game = play_on(running_game(), 10)
    lines = run("export_game", str(game.id)).splitlines()
    changed = json.loads(lines[5])
    changed["source"] = "mail"
    for broken in ([*lines[:5], json.dumps(changed), *lines[6:]], lines[:4], ["{}"], [], ["\0"], ["[" * 100_000]):
        with pytest.raises(Refused):
            services.import_game(lines=broken, creator=person("Alice"), now=NOW)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[("seats", value) for value in (5, None, [["a"], {}], ["Alice", "Alice"], ["a\0"], ["\ud800"])],
        *[("visibility", value) for value in ("public", [], None, "x" * 50)],
        *[("name", value) for value in ("a\nBcc: x@y", None, "\0", "\ud800", "x" * 81)],
        *[("seed", value) for value in (None, "x", 5, "")],
        *[("game", value) for value in (None, "x", "\ud800")],
    ],
)
def test_kf_18_a_header_that_no_host_writes_is_not_imported(field: str, value: object) -> None:
    game = play_on(running_game(), 2)
    lines = run("export_game", str(game.id)).splitlines()
    header = json.loads(lines[0]) | {field: value}
    _forget_game(game)
    with pytest.raises(Refused):
        services.import_game(lines=[json.dumps(header), *lines[1:]], creator=person("Alice"), now=NOW)
    assert not Game.objects.exists()


def _forget_game(game: Game) -> None:
    """Rename a game out of the way, as if this were another host: its log can't be deleted."""
    from django.db import connection

    from wtgame.games.append_only import INSTALL, REMOVE

    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE" if connection.vendor == "postgresql" else "SELECT 1")
        for statement in REMOVE[connection.vendor]:
            cursor.execute(statement)
        LogEntry.objects.filter(game=game).delete()
        for statement in INSTALL[connection.vendor]:
            cursor.execute(statement)
    Seat.objects.filter(game=game).delete()
    Game.objects.filter(pk=game.pk).delete()
    positions.forget()
