"""The picture of a board: from the view alone, well-formed, the same for the same view."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import wandering_towers
from engine.chance import Seeded
from engine.wandering_towers.position import State
from wtgame.games import pictures

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"


def played(seed: int, seats: int, memory: str, plies: int) -> State:
    """Return a position that chance has played."""
    options = wandering_towers.check_options({"memory": memory, "spells": "all"}, seats)
    source = Seeded(seed.to_bytes(4, "big"), "picture", 0)
    state = wandering_towers.setup(options, seats, source)
    for _ in range(plies):
        seats_to_act = wandering_towers.to_act(state)
        if not seats_to_act:
            break
        actions = wandering_towers.legal(state, seats_to_act[0])
        action = actions[source.die(len(actions)) - 1]
        state, _events = wandering_towers.apply(state, seats_to_act[0], action, source)
    return state


positions = st.builds(
    played,
    seed=st.integers(0, 2**32 - 1),
    seats=st.integers(2, 6),
    memory=st.sampled_from(["open", "strict"]),
    plies=st.integers(0, 120),
)


def texts(picture: str) -> list[str]:
    """Return every text of a picture, in its order."""
    return [element.text or "" for element in ElementTree.fromstring(picture).iter(f"{SVG}text")]  # noqa: S314 - ours


def visible(view: dict[str, Any]) -> Iterator[str]:
    """Give every name that a view shows on the board or in Ravenskeep."""
    for space in view["spaces"]:
        yield from space["wizards"] or []
        for tower in space["towers"]:
            yield tower["tower"]
            yield from tower["wizards"] or []
    yield from view["keep"]["wizards"]


@settings(max_examples=60, deadline=None)
@given(positions)
def test_a_picture_is_well_formed_and_shows_each_piece_of_the_view_once(state: State) -> None:
    view = wandering_towers.view(state, 0)
    picture = pictures.draw(view)
    shown = texts(picture)
    pieces = [text for text in shown if re.fullmatch(r"t\d|[A-F]\d", text)]
    assert sorted(pieces) == sorted(visible(view))
    layers = [
        layer for space in view["spaces"] for layer in (space["wizards"], *(t["wizards"] for t in space["towers"]))
    ]
    assert shown.count("?") == layers.count(None)
    assert all(re.fullmatch(r"[A-Za-z0-9]+|\?", text) for text in shown)


@settings(max_examples=20, deadline=None)
@given(positions)
def test_the_same_view_gives_the_same_bytes(state: State) -> None:
    view = wandering_towers.view(state, None)
    assert pictures.draw(view) == pictures.draw(json.loads(json.dumps(view)))


@settings(max_examples=40, deadline=None)
@given(positions)
def test_everything_stands_inside_the_picture(state: State) -> None:
    root = ElementTree.fromstring(pictures.draw(wandering_towers.view(state, 0)))  # noqa: S314 - ours
    width, height = int(root.attrib["width"]), int(root.attrib["height"])
    for element in root.iter(f"{SVG}text"):
        assert 0 < int(element.attrib["x"]) < width
        assert 0 < int(element.attrib["y"]) < height


def test_nine_towers_on_one_space_with_wizards_between_do_not_overlap() -> None:
    rest = wandering_towers.dump(played(1, 6, "open", 0)).partition(" {")[2]
    stack = "1[A1 B1 C1 D1 E1 F1]2[A2]3[B2 C2]4[A3 C3 D2 F2]5[D3]6[E2 E3]7[F3]8[B3]9K"
    state = wandering_towers.load(f"-/-/-/{stack}{'/-' * 12} {{{rest}")
    root = ElementTree.fromstring(pictures.draw(wandering_towers.view(state, 0)))  # noqa: S314 - ours
    spots = [(element.attrib["x"], element.attrib["y"]) for element in root.iter(f"{SVG}text")]
    assert len(spots) == len(set(spots))
    towers = [int(e.attrib["y"]) for e in root.iter(f"{SVG}text") if re.fullmatch(r"t\d", e.text or "")]
    assert all(lower - upper >= 28 for lower, upper in pairwise(towers))


def test_a_picture_escapes_what_it_writes() -> None:
    view = wandering_towers.view(played(1, 2, "open", 0), None)
    view["board"] = "<script>&"
    view["spaces"][1]["towers"][0]["tower"] = "<b>"
    picture = pictures.draw(view)
    assert "<script>" not in picture
    assert ElementTree.fromstring(picture).find(f"{SVG}desc").text == "<script>&"  # type: ignore[union-attr]  # noqa: S314


def test_a_picture_has_a_title_and_a_description() -> None:
    root = ElementTree.fromstring(pictures.draw(wandering_towers.view(played(1, 2, "open", 0), None)))  # noqa: S314
    assert root.attrib["role"] == "img"
    assert [root[0].tag, root[1].tag] == [f"{SVG}title", f"{SVG}desc"]


def test_the_picture_of_the_readme_is_the_one_that_the_command_draws(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("draw_board")
    assert capsys.readouterr().out == (ROOT / "docs" / "board.svg").read_text()


def test_the_command_draws_a_position_and_says_what_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    state = played(3, 3, "strict", 10)
    call_command("draw_board", wandering_towers.dump(state))
    assert capsys.readouterr().out == pictures.draw(wandering_towers.view(state, None))
    with pytest.raises(CommandError):
        call_command("draw_board", "nonsense")
