"""Reading and writing actions as people do in a mail (section 8).

A reader forgives upper and lower case and surplus blanks, and takes a text that leaves something out (`W3`,
`cast advance_tower`) where only one legal action fits it.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final, NoReturn

from engine.errors import Ambiguous, Illegal, Unreadable
from engine.wandering_towers.actions import ACTS, COSTS, DIRECTIONS, PIECES, Act, read, shown
from engine.wandering_towers.cards import CARDS
from engine.wandering_towers.position import State
from engine.wandering_towers.turn import apply, legal

_BY_LOWER: Final = {text.lower(): act for text, act in ACTS.items()}
_BY_LOWER_CARD: Final = {code.lower(): code for code in CARDS}
_LOWER_PIECES: Final = {name.lower() for name in PIECES}
_SWAP: Final = re.compile(r"cast swap_towers s([0-9]{1,2}) s([0-9]{1,2})")
_LONGEST: Final = 200
_NAMED: Final = 10
"""Choices that the sentence about an ambiguous text names."""

_WRONG_PIECES: Final = ("wrong-piece", "not-yours", "in-keep")
"""Refusals that say nothing about a text that names no piece."""

FORMS: Final = "W3 A2, T4 t5, W3 -, D1 roll, reroll, A2, discard, discard t3, cast advance_wizard A2, end, resign"


def format_action(action: object) -> str:
    """Return an action in notation; raises Unreadable for what is none."""
    return read(action).text


def parse(text: str, state: State, seat: int) -> Act:
    """Return the legal action that a text means; raises Unreadable, Ambiguous or Illegal, quoting the text."""
    if not isinstance(text, str):
        raise Unreadable("bad-notation", f"An action is written as text; this is {shown(text)}.")
    words = _words(text)
    acts = legal(state, seat)
    act = _whole(words, state)
    if act is None:
        return _only_fit(text, words, acts, state, seat)
    if act not in acts:
        _check(text, act, state, seat)
    return act


def _words(text: str) -> list[str]:
    if len(text) > _LONGEST:
        raise Unreadable("bad-notation", f"{shown(text)} is too long for an action; write for example: {FORMS}.")
    return text.lower().split()


def _whole(words: list[str], state: State) -> Act | None:
    """Return the action that the words spell out in full, or None."""
    line = " ".join(words)
    swap = _SWAP.fullmatch(line)
    if swap:
        return _swap(int(swap[1]), int(swap[2]))
    if len(words) == 1 and line in _BY_LOWER_CARD and state.phase.name != "dice":
        return None  # `D1` or `T1` is a card until something is rolled; then it is a piece.
    return _BY_LOWER.get(line)


def _swap(a: int, b: int) -> Act:
    return read({"type": "cast", "spell": "swap_towers", "spaces": [a, b]})


def _only_fit(text: str, words: list[str], acts: Iterable[Act], state: State, seat: int) -> Act:
    """Return the one legal action that begins with the words, where they name at least a card or a spell."""
    line = " ".join(words)
    if not _is_beginning(words):
        _cannot_read(text, words)
    fitting = [act for act in acts if act.text.lower().startswith(line + " ")]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        _say_why_none_fits(text, line, state, seat)
    choices = tuple(act.text for act in fitting)
    more = f" and {len(choices) - _NAMED} more" if len(choices) > _NAMED else ""
    raise Ambiguous("ambiguous", f"{shown(text)} may be {', '.join(choices[:_NAMED])}{more}. Which one?", choices)


def _say_why_none_fits(text: str, line: str, state: State, seat: int) -> NoReturn:
    """Raise what is wrong with the first action that begins with a card or spell and names a fitting piece."""
    for act in (act for written, act in _BY_LOWER.items() if written.startswith(line + " ")):
        try:
            _check(text, act, state, seat)
        except Illegal as error:
            if error.code not in _WRONG_PIECES:
                raise
    raise Illegal("no-such-action", f"{shown(text)} fits no action that is legal for you now.")


def _is_beginning(words: list[str]) -> bool:
    line = " ".join(words)
    return bool(words) and any(text.startswith(line + " ") for text in _BY_LOWER)


def _cannot_read(text: str, words: list[str]) -> NoReturn:
    quoted = shown(text)
    for fits, sentence in _HINTS:
        if words and fits(words):
            raise Unreadable("bad-notation", f"{quoted} cannot be read: {sentence}")
    raise Unreadable("bad-notation", f"{quoted} cannot be read; write for example: {FORMS}.")


_HINTS: Final[tuple[tuple[Callable[[list[str]], Any], str], ...]] = (
    (lambda words: words[:2] == ["cast", "swap_towers"], "name two spaces, as in `cast swap_towers s3 s9`."),
    (
        lambda words: words[:2] == ["cast", "nudge_keep"],
        f"say the direction: {' or '.join(f'`cast nudge_keep {way}`' for way in DIRECTIONS)}.",
    ),
    (
        lambda words: words[0] == "cast" and words[1:2] != [] and words[1] in COSTS,
        "name one piece, a tower (t1 to t9) or a wizard (as A1).",
    ),
    (lambda words: words[0] == "cast", f"the spells are: {', '.join(COSTS)}."),
    (lambda words: words[0] == "discard", "write `discard`, or `discard t3` to move a tower as well."),
    (
        lambda words: words[0] in _BY_LOWER_CARD,
        "after a card comes its piece (as A2 or t5), `-` if it can move none, or `roll` for a dice card.",
    ),
    (lambda words: words[0] in _LOWER_PIECES, "a piece stands alone after a roll; else write the card first: `W3 A2`."),
)


def _check(text: str, act: Act, state: State, seat: int) -> None:
    """Raise what `apply` raises for the action, with the text before it."""
    try:
        apply(state, seat, act, _NoChance())
    except Illegal as error:
        raise Illegal(error.code, f"{shown(text)}: {error.message}", error.rule) from None


class _NoChance:
    """Chance that is never asked: an action is refused before anything is rolled."""

    def die(self, faces: int) -> int:
        raise AssertionError("a refused action asks no chance")

    def shuffle(self, count: int) -> list[int]:
        raise AssertionError("a refused action asks no chance")
