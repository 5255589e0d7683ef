"""The positions with right answers of `tests/cases`, worked out from the rules apart from this engine."""

import pytest

import engine.wandering_towers as game
from engine.chance import Recorded
from engine.errors import EngineError
from engine.wandering_towers.actions import SEATS
from tests.cases.case_file import (
    Case,
    begin,
    dump,
    load,
    outcome_of,
    read_cases,
    reason_not_covered,
    view_of,
)

CASES = read_cases()
COVERED = [case for case in CASES if not reason_not_covered(case)]

NOT_COVERED = {
    "setup teams of 4": "teams",
    "setup 6 seats, D starts": "free_for_all",
    "setup solo": "solo",
    "piggyback: the question": "piggyback",
    "piggyback: an answer": "piggyback",
    "piggyback: the answer is hidden": "piggyback",
    "piggyback: both move": "piggyback",
    "solo: one card a turn": "solo",
    "solo: won": "solo",
    "solo: lost by the draw pile": "solo",
    "solo with spells: no spell before the card": "solo_spells",
    "solo with spells: the card": "solo_spells",
    "solo with spells: then the spell": "solo_spells",
    "cooperative: every seat moves every wizard": "coop",
    "free-for-all: before the card": "free_for_all",
    "free-for-all: the move is blocked": "free_for_all",
    "free-for-all: any seat's wizard, twice": "free_for_all",
    "free-for-all: cast before the first card": "free_for_all",
    "free-for-all: it counts for that card, so no question": "free_for_all",
    "teams: ask": "teams",
    "teams: the partner gives": "teams",
    "teams: the seat gives back": "teams",
    "teams: once a turn": "teams",
    "teams: one pool": "teams",
    "teams: a pair needs the wizards of both": "teams",
}


def named(*fields: str) -> pytest.MarkDecorator:
    """Return the covered cases that expect one of the fields, each a test of its own."""
    cases = [case for case in COVERED if any(field in case["expect"] for field in fields)]
    return pytest.mark.parametrize("case", cases, ids=lambda case: case["name"])


def test_exactly_these_cases_are_not_covered_yet() -> None:
    assert {case["name"]: reason_not_covered(case) for case in CASES if reason_not_covered(case)} == NOT_COVERED


def test_every_case_is_known_by_its_name() -> None:
    assert len({case["name"] for case in CASES}) == len(CASES) == 96


@named("position", "events", "outcome")
def test_what_an_action_or_a_setup_leads_to(case: Case) -> None:
    if case.get("setup"):
        assert dump(begin(case["setup"])) == case["expect"]["position"]
        return
    chance = Recorded(case["chance"])
    state, events = game.apply(load(case["given"]), SEATS.index(case["seat"]), case["action"], chance)
    chance.finish()
    assert [event["kind"] for event in events] == case["expect"]["events"]
    assert dump(state) == case["expect"]["position"]
    if "outcome" in case["expect"]:
        assert outcome_of(state) == case["expect"]["outcome"]


@named("error")
def test_what_is_refused(case: Case) -> None:
    if case.get("setup"):
        with pytest.raises(EngineError):
            begin(case["setup"])
        return
    state = load(case["given"])
    seat = SEATS.index(case["seat"])
    with pytest.raises(EngineError) as refused:
        game.apply(state, seat, case["action"], Recorded([]))
    assert refused.value.rule
    assert state == load(case["given"])
    assert case["action"] not in game.legal(state, seat)


@pytest.mark.parametrize("case", [case for case in COVERED if case.get("text")], ids=lambda case: case["name"])
def test_text_and_action_say_the_same(case: Case) -> None:
    state, seat = load(case["given"]), SEATS.index(case["seat"])
    assert game.format(case["action"]) == case["text"]
    if case["expect"].get("error"):
        with pytest.raises(EngineError) as refused:
            game.parse(case["text"], state, seat)
        assert case["text"] in refused.value.message
    else:
        assert game.parse(case["text"], state, seat) == case["action"]


@named("legal", "legal_has", "legal_has_not")
def test_what_is_legal(case: Case) -> None:
    state, expect = load(case["given"]), case["expect"]
    texts = sorted(game.format(action) for action in game.legal(state, state.turn))
    if "legal" in expect:
        assert texts == expect["legal"]
    assert set(expect.get("legal_has", [])) <= set(texts)
    assert not set(expect.get("legal_has_not", [])) & set(texts)


@named("views")
def test_what_a_viewer_sees(case: Case) -> None:
    state = load(case["given"])
    for letter, parts in case["expect"]["views"].items():
        view = view_of(state, letter)
        assert {name: view[name] for name in parts} == parts


@named("as")
def test_two_positions_that_look_the_same(case: Case) -> None:
    one, other = load(case["given"]), load(case["expect"]["as"])
    assert one != other
    for letter in case["expect"]["same_for"]:
        assert view_of(one, letter) == view_of(other, letter)


@pytest.mark.parametrize("case", [case for case in COVERED if case["given"]], ids=lambda case: case["name"])
def test_a_position_is_read_and_written_alike(case: Case) -> None:
    assert dump(load(case["given"])) == case["given"]
