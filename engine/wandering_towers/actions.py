"""The actions of section 8: every one that can be written at all, made once, and the strict reading of JSON into them.

An `Act` is the plain JSON object of the rules, but immutable and hashable, with what it names looked up
beforehand. `read` returns the one `Act` that a JSON object means, so that two ways of writing an action become
one, and refuses everything else.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, NoReturn

from engine.errors import Unreadable
from engine.wandering_towers.cards import CARDS, Card

SEATS = "ABCDEF"
TOWERS: Final = range(1, 10)
MOST_WIZARDS: Final = 5
SPACES: Final = 16
DIRECTIONS: Final = {"cw": 1, "ccw": -1}

COSTS: Final = {
    "advance_wizard": 2,
    "headwind_wizard": 2,
    "advance_tower": 1,
    "headwind_tower": 1,
    "swap_towers": 1,
    "nudge_keep": 2,
    "free_wizard": 2,
}
"""Full bottles that each spell costs, in the order of section 5."""


class Piece(NamedTuple):
    """A tower (`tower` 1 to 9) or a wizard (`tower` 0; `number` counts from 0 within its seat)."""

    name: str
    tower: int
    seat: int
    number: int


class Act(dict[str, Any]):
    """An action as JSON in its one form; `text` is its notation, the other attributes are what it names."""

    __slots__ = ("card", "direction", "piece", "spaces", "spell", "text", "type")

    type: str
    text: str
    card: Card
    """The card of `play` and `roll`; other actions have none."""
    piece: Piece | None
    spell: str
    spaces: tuple[int, int]
    direction: int

    def __init__(self, text: str, fields: dict[str, Any]) -> None:
        super().__init__(fields)
        named = fields.get("piece", fields.get("tower"))
        self.type = fields["type"]
        self.text = text
        if "card" in fields:
            self.card = CARDS[fields["card"]]
        self.piece = PIECES[named] if named is not None else None
        self.spell = fields.get("spell", "")
        self.spaces = tuple(fields.get("spaces", ()))
        self.direction = DIRECTIONS.get(fields.get("direction", ""), 0)

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self.text)

    def __reduce__(self) -> tuple[Any, ...]:
        return read, (dict(self),)

    def __copy__(self) -> "Act":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Act":
        return self

    def _fixed(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("an action does not change; make a dict of it first")

    __setitem__ = __delitem__ = __ior__ = _fixed
    update = pop = popitem = setdefault = clear = _fixed


class _Spaces(list[int]):
    """The two spaces of a swap: a JSON list that every reader of the shared action can rely on."""

    def _fixed(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("an action does not change; make a list of it first")

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _fixed
    append = extend = insert = pop = remove = clear = sort = reverse = _fixed

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (list(self),)


def _pieces() -> Iterator[Piece]:
    for tower in TOWERS:
        yield Piece(f"t{tower}", tower, -1, -1)
    for seat, letter in enumerate(SEATS):
        for number in range(MOST_WIZARDS):
            yield Piece(f"{letter}{number + 1}", 0, seat, number)


PIECES: Final[dict[str, Piece]] = {piece.name: piece for piece in _pieces()}

_BY_PIECE: Final = ("advance_wizard", "headwind_wizard", "advance_tower", "headwind_tower", "free_wizard")
_CAST_FIELDS: Final[dict[str, str]] = {
    **dict.fromkeys(_BY_PIECE, "piece"),
    "swap_towers": "spaces",
    "nudge_keep": "direction",
}
_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "play": ("card", "piece"),
    "roll": ("card",),
    "reroll": (),
    "choose": ("piece",),
    "discard_hand": ("tower",),
    "cast": ("spell",),
    "end_turn": (),
    "resign": (),
}
_UNSAID: Final[dict[tuple[str, str], object]] = {("play", "ride"): None, ("choose", "ride"): None, ("cast", "times"): 1}
"""Fields that may be given with this value and are then left out (section 8)."""


def _every_act() -> Iterator[Act]:
    for piece in (*PIECES, None):
        for code in CARDS:
            yield Act(f"{code} {piece or '-'}", {"type": "play", "card": code, "piece": piece})
        yield Act(piece or "-", {"type": "choose", "piece": piece})
    for code, card in CARDS.items():
        if card.rolls:
            yield Act(f"{code} roll", {"type": "roll", "card": code})
    yield Act("discard", {"type": "discard_hand", "tower": None})
    for tower in TOWERS:
        yield Act(f"discard t{tower}", {"type": "discard_hand", "tower": f"t{tower}"})
    yield from _every_cast()
    yield Act("reroll", {"type": "reroll"})
    yield Act("end", {"type": "end_turn"})
    yield Act("resign", {"type": "resign"})


def _every_cast() -> Iterator[Act]:
    for spell in _BY_PIECE:
        for piece in PIECES:
            yield Act(f"cast {spell} {piece}", {"type": "cast", "spell": spell, "piece": piece})
    for a in range(SPACES):
        for b in range(a + 1, SPACES):
            spaces = _Spaces((a, b))
            yield Act(f"cast swap_towers s{a} s{b}", {"type": "cast", "spell": "swap_towers", "spaces": spaces})
    for direction in DIRECTIONS:
        yield Act(f"cast nudge_keep {direction}", {"type": "cast", "spell": "nudge_keep", "direction": direction})


ACTS: Final[dict[str, Act]] = {act.text: act for act in _every_act()}
"""Every action that can be written, by its notation."""

_BY_FIELDS: Final[dict[tuple[Any, ...], Act]] = {
    tuple(tuple(value) if isinstance(value, list) else value for value in act.values()): act for act in ACTS.values()
}

# All their values are text or null, so that an equal value is of the same type (true would equal 1).
_BY_ITEMS: Final = {frozenset(act.items()): act for act in ACTS.values() if not act.spaces}


def read(action: object) -> Act:
    """Return the action that a JSON object means; raises Unreadable for everything that is none."""
    if type(action) is Act:
        return action
    act = _as_written(action)
    return act if act is not None else _read_field_by_field(action)


def _as_written(action: object) -> Act | None:
    """Return the action that is written exactly so; None where it is not, or holds a list (swap_towers)."""
    try:
        return _BY_ITEMS.get(frozenset(action.items())) if type(action) is dict else None
    except TypeError:
        return None


def _read_field_by_field(action: object) -> Act:
    if not isinstance(action, Mapping):
        raise Unreadable("bad-action", f'An action is an object with "type"; this is {shown(action)}.')
    fields = dict(action)
    kind = _one_of(fields.pop("type", None), "type", _FIELDS)
    wanted = _FIELDS[kind]
    if kind == "cast":
        spell = _one_of(fields.get("spell"), "spell", _CAST_FIELDS)
        wanted = ("spell", _CAST_FIELDS[spell])
    _check_fields(kind, fields, wanted)
    values = tuple(_READERS[name](kind, fields[name]) for name in wanted)
    act = _BY_FIELDS.get((kind, *values))
    if act is None:  # the only action of which each field can be read and the whole not
        raise Unreadable("bad-action", f"{values[0]} has no die to roll; play it with a piece.", "WT-30")
    return act


def shown(value: object) -> str:
    """Return a value that came from outside as a few safe characters, for a message that quotes it."""
    if isinstance(value, str):
        return ascii(value if len(value) <= 40 else value[:40] + "...")
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value) if abs(value) < 10**9 else "a very large number"
    kinds = {float: "a number with a point", list: "a list", tuple: "a list", dict: "an object"}
    return kinds.get(type(value), "something else")


def _one_of(value: object, field: str, choices: Mapping[str, object]) -> str:
    if isinstance(value, str) and value in choices:
        return value
    raise Unreadable("bad-action", f'"{field}" is {shown(value)}; it must be one of: {", ".join(choices)}.')


def _check_fields(kind: str, fields: dict[Any, Any], wanted: tuple[str, ...]) -> None:
    for name in wanted:
        if name not in fields:
            raise Unreadable("bad-action", f'An action of type "{kind}" needs "{name}".')
    for name, value in fields.items():
        if name not in wanted and not _may_be_said(kind, name, value):
            raise Unreadable("bad-action", f'An action of type "{kind}" has no {shown(name)} of {shown(value)} here.')


def _may_be_said(kind: str, name: object, value: object) -> bool:
    unsaid = _UNSAID.get((kind, name), ...) if isinstance(name, str) else ...
    return type(value) is type(unsaid) and value == unsaid


def _card(kind: str, value: object) -> str:
    return _one_of(value, "card", CARDS)


def _piece(kind: str, value: object) -> str | None:
    if value is None and kind != "cast":
        return None
    if isinstance(value, str) and value in PIECES:
        return value
    raise Unreadable("bad-action", f'"piece" is {shown(value)}; it must be a tower (t1 to t9) or a wizard (as A1).')


def _tower(kind: str, value: object) -> str | None:
    if value is None or (isinstance(value, str) and value in PIECES and PIECES[value].tower):
        return value
    raise Unreadable("bad-action", f'"tower" is {shown(value)}; it must be null or a tower (t1 to t9).')


def _spaces(kind: str, value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != 2 or any(type(space) is not int for space in value):
        raise Unreadable("bad-action", f'"spaces" is {shown(value)}; it must be a list of two spaces, as [3, 9].')
    for space in value:
        if not 0 <= space < SPACES:
            raise Unreadable("bad-action", f"Space {shown(space)} does not exist; spaces are 0 to 15.")
    if value[0] == value[1]:
        raise Unreadable("bad-action", f"Space {value[0]} is named twice; swap_towers needs two spaces.", "WT-56")
    return tuple(sorted(value))


def _spell(kind: str, value: object) -> str:
    return _one_of(value, "spell", _CAST_FIELDS)


def _direction(kind: str, value: object) -> str:
    return _one_of(value, "direction", DIRECTIONS)


_READERS: Final = {
    "card": _card,
    "piece": _piece,
    "tower": _tower,
    "spell": _spell,
    "spaces": _spaces,
    "direction": _direction,
}
