"""`python -m engine`: the whole engine from a terminal."""

import io
import json
from pathlib import Path

import pytest

from engine import log
from engine.__main__ import main
from tests.laws.subjects import SUBJECTS
from tests.laws.test_log import Game

START = "K/1[A1 A2 B1]/2[A3 B2 B3]/3[A4 A5 B4]/4[B5]/5/6/7/8/9/-/-/-/-/-/-"


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_random_prints_figures_that_a_seed_repeats(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["random", "--games", "2", "--seats", "3", "--spells", "all", "--seed", "7"]
    assert main(arguments) == 0
    first = json.loads(capsys.readouterr().out)
    assert (first["ok"], first["games"], first["faults"]) == (True, 2, 0)
    assert first["moves"] > first["longest"] > 100
    main(arguments)
    again = json.loads(capsys.readouterr().out)
    assert first.pop("seconds") > 0
    assert again.pop("seconds") > 0
    assert again == first


def test_show_draws_a_position_string(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", START]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 16
    assert lines[0] == "   0* | Ravenskeep"
    assert lines[1] == "   1  | t1* [A1 A2 B1]"
    assert lines[10] == "  10  |"


def test_show_draws_what_a_strict_view_hides(capsys: pytest.CaptureFixture[str]) -> None:
    main(["show", "K/2[?]1[A1]/3/4/5/6/7/8/9/-/-/-/-/-/-/-"])
    assert "   1  | t2 [?] t1* [A1]" in capsys.readouterr().out


def test_show_draws_a_whole_position_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    subject = SUBJECTS["wandering_towers", 1]
    state = Game(subject, 22).position.state
    type_in(monkeypatch, subject.game.dump(state) + "\n")
    assert main(["show", "-"]) == 0
    out = capsys.readouterr().out
    assert "over (goal), won by" in out
    assert " ".join(state.hands[0]) in out


@pytest.mark.parametrize("text", ["", "K", START + "/-", START + " {}", START.replace("K", "Q")])
def test_show_says_what_is_wrong_with_a_text(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", text]) == 2
    assert capsys.readouterr().err


def test_play_asks_until_a_move_is_legal_and_stops_at_the_end_of_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, "?\nnonsense\ndiscard\nresign\n")
    assert main(["play", "--seats", "3", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert "discard t1" in out
    assert "'nonsense' cannot be read" in out
    assert "hand_discarded seat" in out
    assert out.count("Ravenskeep\n") == 3


def test_play_ends_with_the_winner(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "resign\n")
    assert main(["play", "--seats", "2", "--memory", "strict", "--spells", "3"]) == 0
    assert "over (last_left), won by" in capsys.readouterr().out


def test_verify_reports_and_its_status_says_whether_all_fits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = Game(SUBJECTS["wandering_towers", 1], 23).lines()
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join(lines))
    assert main(["verify", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True
    file.write_text("\n".join(lines).replace(log.FIRST_PREV_HASH, "1" * 64, 1))
    assert main(["verify", str(file)]) == 1
    assert json.loads(capsys.readouterr().out)["fault"]["seq"] == 0
    file.write_text("{}")
    assert main(["verify", str(file)]) == 2
    assert main(["verify", str(tmp_path / "nowhere")]) == 2


def test_options_that_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["random", "--seats", "9"]) == 2
    assert main(["random", "--spells", "fireball,swap_towers,nudge_keep"]) == 2
    assert main(["random", "--game", "chess"]) == 2
    assert "2 to 6 seats" in capsys.readouterr().err
