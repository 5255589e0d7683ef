"""What the creator of a game may choose, and the first position (section 1)."""

from collections.abc import Mapping
from typing import Any, Final

from engine.chance import Chance
from engine.contract import Options
from engine.errors import Illegal, Unreadable
from engine.wandering_towers.actions import COSTS, SPACES, TOWERS, shown
from engine.wandering_towers.cards import DECK, HAND
from engine.wandering_towers.position import IN_KEEP, MAIN, TOP, Bottles, State, Terms, tops_of, wizard_names

SEAT_COUNTS: Final = (2, 3, 4, 5, 6)
WIZARDS_EACH: Final = {2: 5, 3: 4, 4: 4, 5: 3, 6: 3}
BOTTLES_EACH: Final = {2: 6, 3: 5, 4: 5, 5: 4, 6: 4}
MEMORIES: Final = ("open", "strict")
SPELLS: Final = tuple(COSTS)
FIRST_GAME: Final = ("advance_wizard", "advance_tower")
FEWEST_SPELLS: Final = 3
_PLACED: Final = (3, 3, 3, 2, 2, 2, 1, 1, 1)
"""Wizards placed on the start towers, from space 1 on."""

_DEFAULTS: Final[dict[str, Any]] = {"mode": "base", "memory": "open", "starting_seat": None, "spells": "first_game"}


def check_options(options: Options, seats: int) -> dict[str, Any]:
    """Return the options with every default filled in; `spells` becomes a list of names or {"random": N}.

    `mode` is "base"; `memory` "open" or "strict" (WT-41); `starting_seat` a seat, or null to draw it (WT-1);
    `spells` "first_game", "all", {"random": N} or a list of names (WT-5).
    """
    if type(seats) is not int or seats not in SEAT_COUNTS:
        raise Illegal("bad-seats", f"Wandering Towers is played by 2 to 6 seats, not {shown(seats)}.", "WT-1")
    if not isinstance(options, Mapping):
        raise Unreadable("bad-option", f"Options are an object; this is {shown(options)}.")
    for name in options:
        if name not in _DEFAULTS:
            raise Unreadable("bad-option", f"There is no option {shown(name)}; there are: {', '.join(_DEFAULTS)}.")
    chosen = {**_DEFAULTS, **options}
    _check_mode(chosen["mode"])
    _check_choice("memory", chosen["memory"], MEMORIES)
    _check_starting_seat(chosen["starting_seat"], seats)
    return {**chosen, "spells": _checked_spells(chosen["spells"])}


def _check_mode(mode: object) -> None:
    if mode == "base":
        return
    if mode in ("solo", "solo_spells", "coop", "coop_spells", "free_for_all", "teams"):
        raise Illegal("not-playable-yet", f'The mode "{mode}" is not playable yet; choose "base".')
    raise Unreadable("bad-option", f'"mode" is {shown(mode)}; it must be "base".')


def _check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in choices:
        raise Unreadable("bad-option", f'"{name}" is {shown(value)}; it must be one of: {", ".join(choices)}.')


def _check_starting_seat(seat: object, seats: int) -> None:
    if seat is not None and (type(seat) is not int or not 0 <= seat < seats):
        raise Unreadable("bad-option", f'"starting_seat" is {shown(seat)}; it must be null or 0 to {seats - 1}.')


def _checked_spells(spells: object) -> list[str] | dict[str, int]:
    if isinstance(spells, str):
        named = {"first_game": FIRST_GAME, "all": SPELLS}
        _check_choice("spells", spells, tuple(named))
        return list(named[spells])
    if isinstance(spells, dict):
        return _checked_random(spells)
    if not isinstance(spells, list):
        raise Unreadable("bad-option", f'"spells" is {shown(spells)}; it must be a list of names.', "WT-5")
    return check_spells(spells)


def _checked_random(spells: dict[str, Any]) -> dict[str, int]:
    count = spells.get("random")
    if set(spells) != {"random"} or type(count) is not int or not FEWEST_SPELLS <= count <= len(SPELLS):
        wanted = f'{{"random": N}} with N from {FEWEST_SPELLS} to {len(SPELLS)}'
        raise Unreadable("bad-option", f'"spells" at random are written {wanted}.', "WT-5")
    return {"random": count}


def check_spells(spells: list[Any]) -> list[str]:
    """Return the named spells if a game may be played with them (WT-5)."""
    for spell in spells:
        if spell == "piggyback":
            raise Illegal("not-playable-yet", "The spell piggyback is not playable yet; leave it out.", "WT-59")
        _check_choice("spells", spell, SPELLS)
    if len(set(spells)) != len(spells):
        raise Illegal("bad-spells", "A spell is named twice; each lies on the table once.", "WT-5")
    if len(spells) < FEWEST_SPELLS and set(spells) != set(FIRST_GAME):
        first = " and ".join(FIRST_GAME)
        raise Illegal("bad-spells", f"A game has {first}, or any 3 or more spells; {len(spells)} were named.", "WT-5")
    return list(spells)


def setup(options: Options, seats: int, chance: Chance) -> State:
    """Return the first position, asking chance for starting seat, spells, deck, in this order (WT-1 to WT-5)."""
    start = options["starting_seat"]
    if start is None:
        start = chance.die(seats) - 1
    spells = options["spells"]
    if isinstance(spells, dict):
        drawn = chance.shuffle(len(SPELLS))[: spells["random"]]
        spells = [SPELLS[index] for index in sorted(drawn)]
    deck = tuple(DECK[index] for index in chance.shuffle(len(DECK)))
    return first_position(terms_of(seats, start, options["mode"], options["memory"], tuple(spells)), deck)


def terms_of(seats: int, start: int, mode: str, memory: str, spells: tuple[str, ...]) -> Terms:
    """Return what is settled for a game of so many seats (table of section 1)."""
    each = WIZARDS_EACH[seats]
    return Terms(seats, start, mode, memory, spells, each, BOTTLES_EACH[seats], wizard_names(seats, each))


def first_position(terms: Terms, deck: tuple[str, ...]) -> State:
    """Place towers and wizards, and deal the shuffled deck, given from the top (WT-3, WT-4)."""
    order = [(terms.start + step) % terms.seats for step in range(terms.seats)]
    stacks = tuple((space,) if space in TOWERS else () for space in range(SPACES))
    return State(
        terms=terms,
        stacks=stacks,
        tops=tops_of(stacks),
        places=_placed(terms, order),
        keep=0,
        bottles=(Bottles(terms.bottles, 0, 0),) * terms.seats,
        hands=tuple(deck[HAND * order.index(seat) :][:HAND] for seat in range(terms.seats)),
        draw=deck[HAND * terms.seats :],
        discard=(),
        left=(),
        turn=terms.start,
        round=1,
        played=(),
        hand_discarded=False,
        cast_by=(),
        phase=MAIN,
    )


def _placed(terms: Terms, order: list[int]) -> bytes:
    """Return the wizards' places: seat by seat, each its next one, tower after tower (WT-3)."""
    places = bytearray([IN_KEEP]) * (terms.seats * terms.wizards)
    free = [TOP + tower for tower, wizards in enumerate(_PLACED, 1) for _ in range(wizards)]
    turns = [(number, seat) for number in range(terms.wizards) for seat in order]
    for place, (number, seat) in zip(free, turns, strict=False):
        places[seat * terms.wizards + number] = place
    return bytes(places)
