"""What comes as an export is a stranger's file: whatever stands in it, the answer is a report or a sentence."""

import json
from dataclasses import replace
from typing import Any

import pytest

from engine import export, log, registry
from engine.chance import Recording, Seeded
from engine.errors import Unreadable

SEED = bytes(range(32))
AT = "2027-03-01T09:00:00.000000Z"


def lines_with(**changed: Any) -> list[str]:
    """Return an export of one entry, sealed anew after the entry was changed."""
    game = registry.latest("wandering_towers")
    options = game.check_options({}, 2)
    chance = Recording(Seeded(SEED, "g", 0))
    log.begin(game, options, 2, chance)
    body = {
        "game": "g",
        "seq": 0,
        "seat": None,
        "kind": "setup",
        "action": log.setup_action(game, options, 2, SEED),
        "chance": chance.answers,
        "at": AT,
        "source": "service",
    }
    entry = log.seal(SEED, log.FIRST_PREV_HASH, **(body | changed))
    return list(export.write_lines({"game": entry.game, "seed": SEED.hex()}, [entry], None))


def setup_with(**changed: Any) -> dict[str, Any]:
    setup = json.loads(lines_with()[1])["action"] | changed
    return {name: value for name, value in setup.items() if value is not ...}


def test_what_nobody_changed_verifies() -> None:
    assert export.verify_lines(lines_with()).ok


@pytest.mark.parametrize(
    "action",
    [
        {"type": "setup"},
        {},
        setup_with(more=1),
        setup_with(options=[]),
        setup_with(options={}),
        setup_with(options=...),
        setup_with(seats="2"),
        setup_with(seats=True),
        setup_with(seats=10**30),
        setup_with(rules_version=2),
        setup_with(rules={"a": 1}),
        setup_with(commitment="0" * 64),
    ],
)
def test_a_setup_that_is_none_is_named_as_the_fault(action: dict[str, Any]) -> None:
    report = export.verify_lines(lines_with(action=action))
    assert not report.ok
    assert report.fault is not None
    assert report.fault["seq"] == 0


@pytest.mark.parametrize(
    "changed", [{"seat": 0}, {"kind": "action"}, {"chance": []}, {"chance": [[1]]}, {"chance": [0] * 5}]
)
def test_an_entry_0_that_is_none_is_named_as_the_fault(changed: dict[str, Any]) -> None:
    report = export.verify_lines(lines_with(**changed))
    assert not report.ok
    assert report.fault is not None
    assert report.fault["seq"] == 0


@pytest.mark.parametrize("name", ["action", "chance"])
def test_nothing_is_held_back_once_the_seed_is_published(name: str) -> None:
    header, entry, outcome = lines_with()
    assert not export.verify_lines([header, json.dumps(json.loads(entry) | {name: None}), outcome]).ok


@pytest.mark.parametrize(
    "outcome", ['{"outcome":{"winners":[0]}}', '{"outcome":"you win"}', '{"outcome":' + "[" * 900 + "]" * 900 + "}"]
)
@pytest.mark.parametrize("seed", [SEED.hex(), None])
def test_an_outcome_that_the_log_does_not_give_is_a_fault(outcome: str, seed: str | None) -> None:
    header, entry, _outcome = lines_with()
    report = export.verify_lines([json.dumps(json.loads(header) | {"seed": seed}), entry, outcome])
    assert not report.ok
    assert report.outcome is None


@pytest.mark.parametrize("text", ["NaN", "Infinity", "1e999", "1.0", "[" * 100_000, '"', "", "\ud800"])
def test_numbers_and_texts_that_no_log_holds_are_unreadable(text: str) -> None:
    header, entry, _outcome = lines_with()
    with pytest.raises(Unreadable):
        export.verify_lines([header, entry, f'{{"outcome":{text}}}'])


@pytest.mark.parametrize("name", ["game", "at", "source", "kind", "hash", "prev_hash"])
def test_a_surrogate_is_unreadable(name: str) -> None:
    header, entry, outcome = lines_with()
    with pytest.raises(Unreadable):
        export.verify_lines([header, json.dumps(json.loads(entry) | {name: "\ud800"}), outcome])


def test_an_entry_moved_to_another_game_is_a_fault() -> None:
    _header, entries, _outcome = export.read_lines(lines_with())
    moved = export.write_lines({"game": "h", "seed": SEED.hex()}, [replace(entries[0], game="h")], None)
    assert not export.verify_lines(moved).ok
