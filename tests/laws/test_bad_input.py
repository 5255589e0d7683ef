"""Whatever comes from outside is answered by a typed error with a sentence, and changes nothing."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.chance import Live
from engine.errors import EngineError, Unreadable
from tests.laws.subject import Subject, beginning, below, numbers, played
from tests.laws.subjects import every_game

ODD_TEXT = st.one_of(
    st.text(max_size=8),
    st.sampled_from(["", "\0", "A1\0", "\ud800", "t1 ", "T1", "a1", "1", "-1", "null", "ｔ1", "t١", "x" * 100_000]),
)
JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.sampled_from([10**400, -(10**400), 2**63, 1.0, float("nan"), float("inf")]),
        st.floats(),
        ODD_TEXT,
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(ODD_TEXT, inner, max_size=4)),
    max_leaves=6,
)
often = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def deep(levels: int) -> Any:
    value: Any = []
    for _ in range(levels):
        value = [value]
    return value


def says_something(error: EngineError) -> None:
    """A refusal has a code, and a sentence that can be written down and sent anywhere."""
    assert error.code
    assert error.code == error.code.lower()
    assert 10 < len(error.message.encode("ascii", "strict")) < 1500
    assert error.message.rstrip().endswith((".", "?", "`"))


def middle(subject: Subject, seed: int = 7) -> Any:
    """A position some way into a game."""
    return next(step.after for index, step in enumerate(played(subject, seed)) if index == 30)


@st.composite
def spoiled(draw: st.DrawFn, actions: tuple[Any, ...]) -> Any:
    """An action with a field taken away, added or changed."""
    action = json.loads(json.dumps(actions[draw(st.integers(0, len(actions) - 1))]))
    name = draw(st.one_of(st.sampled_from([*action, "times", "ride", "seat"]), ODD_TEXT))
    if draw(st.booleans()):
        action.pop(name, None)
    else:
        action[name] = draw(JSON)
    return action


def answers(subject: Subject, state: Any, action: Any) -> None:
    before = subject.game.dump(state)
    for seat in range(-1, subject.game.view(state, None)["seats"] + 1):
        try:
            after, _ = subject.game.apply(state, seat, action, Live(below(numbers(1))))
        except EngineError as error:
            says_something(error)
        else:
            text = subject.game.format(action)
            assert subject.game.load(subject.game.dump(after)) == after
            assert text == "resign" or subject.game.parse(text, state, seat) in subject.game.legal(state, seat)
    assert subject.game.dump(state) == before


@every_game
def test_any_json_as_an_action(subject: Subject) -> None:
    state = middle(subject)

    @often
    @given(JSON)
    def check(action: Any) -> None:
        answers(subject, state, action)

    check()
    for action in (
        deep(5000),
        10**5000,
        {"type": 10**5000},
        {"type": deep(5000)},
        {"type": "play", "card": {}, "piece": []},
        {1: 2},
        {None: "type"},
    ):
        answers(subject, state, action)


@every_game
def test_a_spoiled_action(subject: Subject) -> None:
    state = middle(subject)

    @often
    @given(spoiled(subject.universe))
    def check(action: Any) -> None:
        answers(subject, state, action)

    check()


@every_game
def test_true_is_no_number_and_an_action_is_not_changed_by_reading(subject: Subject) -> None:
    state = middle(subject)
    for action in subject.universe[::9]:
        plain = json.loads(json.dumps(action))
        for name, value in plain.items():
            for wrong in (True, 1, 1.0, [value], {name: value}, f"{value}\0", f" {value}"):
                answers(subject, state, {**plain, name: wrong})
                if isinstance(value, list):
                    answers(subject, state, {**plain, name: [wrong, wrong]})
        given_ = deepcopy(plain)
        answers(subject, state, given_)
        assert given_ == plain


@every_game
def test_any_json_as_options(subject: Subject) -> None:
    source = numbers(2)

    @often
    @given(JSON, st.sampled_from(["mode", "memory", "spells", "starting_seat", "other"]), JSON)
    def check(whole: Any, name: str, value: Any) -> None:
        good, seats = subject.options(source)
        for options, count in ((whole, seats), ({**good, name: value}, seats), (good, value)):
            try:
                checked = subject.game.check_options(options, count)
            except EngineError as error:
                says_something(error)
            else:
                assert subject.game.check_options(checked, count) == checked
                state = subject.game.setup(checked, count, Live(below(source)))
                assert subject.game.load(subject.game.dump(state)) == state

    check()


@every_game
def test_any_text_as_notation(subject: Subject) -> None:
    state = middle(subject)
    seat = subject.game.to_act(state)[0]
    words = sorted({word for action in subject.universe for word in subject.game.format(action).split()})

    @often
    @given(st.one_of(ODD_TEXT, st.lists(st.one_of(st.sampled_from(words), ODD_TEXT), max_size=5).map(" ".join)))
    def check(text: str) -> None:
        for reader in (seat, seat + 1, -1):
            try:
                action = subject.game.parse(text, state, reader)
            except EngineError as error:
                says_something(error)
            else:
                assert action in subject.game.legal(state, reader) or action == {"type": "resign"}

    check()
    for nothing in (None, 3, b"W3 A2", deep(5000)):
        with pytest.raises(Unreadable):
            subject.game.parse(nothing, state, seat)  # type: ignore[arg-type]


def loads_or_refuses(subject: Subject, text: str) -> None:
    """A text is refused as unreadable, or is a position that is written in one way and can be played."""
    game = subject.game
    try:
        state = game.load(text)
    except Unreadable as error:
        says_something(error)
        return
    assert game.load(game.dump(state)) == state
    assert not list(subject.faults(state, state))


@every_game
def test_a_dump_with_characters_changed(subject: Subject) -> None:
    texts = [subject.game.dump(step.after) for step in played(subject, 11)][::40]

    @settings(often, max_examples=600)
    @given(st.sampled_from(texts), st.data())
    def check(text: str, data: st.DataObject) -> None:
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 5)))
        middle_ = data.draw(st.one_of(ODD_TEXT, st.text('-/[]{}?K0123456789ABCDEFTW ",:', max_size=6)))
        loads_or_refuses(subject, text[:start] + middle_[:50] + text[end:])

    check()


@every_game
def test_a_dump_with_a_value_changed(subject: Subject) -> None:
    texts = [subject.game.dump(step.after) for step in played(subject, 12)][::40]
    texts.append(subject.game.dump(beginning(subject, numbers(13))))

    @settings(often, max_examples=600)
    @given(st.sampled_from(texts), st.data())
    def check(text: str, data: st.DataObject) -> None:
        board, _, rest = text.partition(" {")
        fields = json.loads("{" + rest)
        name = data.draw(st.sampled_from(sorted(fields)))
        value = data.draw(st.one_of(JSON, st.sampled_from([*fields.values()]), changed(fields[name])))
        try:
            spoiled_text = f"{board} {json.dumps({**fields, name: value})}"
        except ValueError:
            return  # a number too long to be written
        loads_or_refuses(subject, spoiled_text)

    check()


def changed(value: Any) -> st.SearchStrategy[Any]:
    """The same value with one thing in it other than it was."""
    if isinstance(value, dict) and value:
        return st.sampled_from(sorted(value)).flatmap(
            lambda name: st.one_of(JSON, changed(value[name])).map(lambda inner: {**value, name: inner})
        )
    if isinstance(value, list) and value:
        return st.integers(0, len(value) - 1).flatmap(
            lambda index: st.one_of(JSON, st.sampled_from(value)).map(
                lambda inner: [*value[:index], inner, *value[index + 1 :]]
            )
        )
    return st.sampled_from([0, 1, 2, 99, True, "A", "W1", None, []])


@every_game
@pytest.mark.parametrize("text", ["", " ", "{}", "K", "-/" * 15 + "-", "\0", "\ud800", None, 5, b"K", "[" * 100_000])
def test_what_is_no_dump_at_all(subject: Subject, text: Any) -> None:
    with pytest.raises(Unreadable):
        subject.game.load(text)


@every_game
def test_a_dump_with_deep_or_huge_json(subject: Subject) -> None:
    board = subject.game.dump(middle(subject)).partition(" {")[0]
    for rest in ("[" * 100_000, '{"a":' * 50_000, "{" + "9" * 5000 + "}", '{"round": ' + "9" * 5000 + "}"):
        with pytest.raises(Unreadable):
            subject.game.load(f"{board} {rest}")


@every_game
def test_what_is_no_action_is_not_formatted(subject: Subject) -> None:
    for action in (None, {}, {"type": "undo"}, {"type": "play"}, [], "W3 A2"):
        with pytest.raises(Unreadable):
            subject.game.format(action)  # type: ignore[arg-type]
