"""The spells: which casts are legal, and what each does (section 5).

A spell's effect goes through the same moves as a card's, so that it meets the same checks.
"""

from collections.abc import Callable
from typing import Final, NamedTuple
from typing import cast as cast_type

from engine.errors import Illegal
from engine.wandering_towers.actions import ACTS, COSTS, DIRECTIONS, SPACES, Act, Piece
from engine.wandering_towers.moves import (
    PieceActs,
    check_room,
    move_keep,
    move_piece,
    move_tower,
    put_wizard,
    reveal,
    set_bottles,
    swap_tops,
    tower_acts,
    tower_space,
    wizard_acts,
)
from engine.wandering_towers.position import ROOM, TOP, Bottles, Position, Table, wizards_of

STEPS: Final = {"advance_wizard": 1, "headwind_wizard": -1, "advance_tower": 2, "headwind_tower": -2}
"""How far the four spells move their piece clockwise (WT-52 to WT-55)."""

_CASTS: Final = {spell: PieceActs(f"cast {spell} ") for spell in (*STEPS, "free_wizard")}
_SWAPS: Final = {act.spaces: act for act in ACTS.values() if act.spell == "swap_towers"}
_NUDGES: Final = tuple(ACTS[f"cast nudge_keep {direction}"] for direction in DIRECTIONS)


def legal_casts(position: Position, seat: int) -> list[Act]:
    """Return every spell that the seat could cast and pay now, spell by spell (WT-14, WT-50)."""
    full = position.bottles[seat].full
    if not full or seat in position.cast_by:
        return []
    casts: list[Act] = []
    for spell in position.terms.spells:
        if COSTS[spell] <= full:
            casts += _EFFECTS[spell].casts(position, seat, spell)
    return casts


def check_cast(position: Position, seat: int, act: Act) -> None:
    """Raise Illegal unless the spell is on the table and the seat may cast one and pay for it (WT-5, WT-14, WT-50)."""
    spell = act.spell
    if spell not in position.terms.spells:
        table = ", ".join(position.terms.spells)
        raise Illegal("not-on-the-table", f"{spell} is not played with; the spells of this game are: {table}.", "WT-5")
    if seat in position.cast_by:
        raise Illegal("already-cast", "You have cast a spell in this turn; one a turn may be cast.", "WT-14")
    full = position.bottles[seat].full
    if full < COSTS[spell]:
        raise Illegal("too-few-bottles", f"{spell} costs {COSTS[spell]} full bottles; you have {full}.", "WT-50")


def cast(table: Table, seat: int, act: Act) -> None:
    """Cast a spell: check it, pay it and carry it out; raises Illegal where its effect is impossible (WT-50)."""
    check_cast(table, seat, act)
    cost = COSTS[act.spell]
    empty, full, spent = table.bottles[seat]
    set_bottles(table, seat, Bottles(empty, full - cost, spent + cost))
    table.cast_by = (*table.cast_by, seat)
    target = {name: value for name, value in act.items() if name not in ("type", "spell")}
    table.events.append({"kind": "cast", "seat": seat, "spell": act.spell, "cost": cost, **target})
    _EFFECTS[act.spell].carry_out(table, seat, act)


def _wizard_casts(position: Position, seat: int, spell: str) -> list[Act]:
    return wizard_acts(position, _CASTS[spell].wizards[seat], seat, STEPS[spell])


def _tower_casts(position: Position, seat: int, spell: str) -> list[Act]:
    return tower_acts(position, _CASTS[spell].towers, STEPS[spell])


def _move_wizard(table: Table, seat: int, act: Act) -> None:
    piece = _piece(act)
    if piece.tower:
        raise Illegal("wrong-piece", f"{act.spell} moves a wizard; {piece.name} is a tower.", "WT-52")
    move_piece(table, seat, piece, STEPS[act.spell])


def _move_tower(table: Table, seat: int, act: Act) -> None:
    move_tower(table, seat, _tower(act), STEPS[act.spell])


def _swap_casts(position: Position, seat: int, spell: str) -> list[Act]:
    built = [space for space in range(SPACES) if position.stacks[space]]
    return [_SWAPS[a, b] for i, a in enumerate(built) for b in built[i + 1 :]]


def _swap(table: Table, seat: int, act: Act) -> None:
    for space in act.spaces:
        if not table.stacks[space]:
            raise Illegal("no-tower", f"There is no tower on space {space} that could be exchanged.", "WT-56")
    swap_tops(table, *act.spaces)
    table.events.append({"kind": "towers_swapped", "seat": seat, "spaces": list(act.spaces)})


def nudged_to(position: Position, direction: int) -> int:
    """Return where Ravenskeep would be nudged: the nearest other top without wizards, or its own space (WT-57)."""
    for step in range(1, SPACES):
        space = (position.keep + step * direction) & 15
        if position.tops[space] not in position.places:
            return space
    return position.keep


def _nudge_casts(position: Position, seat: int, spell: str) -> list[Act]:
    return [act for act in _NUDGES if nudged_to(position, act.direction) != position.keep]


def _nudge(table: Table, seat: int, act: Act) -> None:
    to = nudged_to(table, act.direction)
    if to == table.keep:
        raise Illegal("nowhere-to-go", "Wizards stand on every other space; Ravenskeep cannot be nudged.", "WT-57")
    move_keep(table, to)


def _free_casts(position: Position, seat: int, spell: str) -> list[Act]:
    # Only the top counts: who is beneath is hidden, so it may not decide what is legal (WT-58).
    full = [stack for stack, top in zip(position.stacks, position.tops, strict=True) if _is_full(position, top)]
    return [act for tower, act in enumerate(_CASTS[spell].towers, 1) if not any(tower in stack for stack in full)]


def _is_full(position: Position, top: int) -> bool:
    return position.places.count(top) >= ROOM


def _free(table: Table, seat: int, act: Act) -> None:
    tower = _tower(act)
    space = tower_space(table, tower)
    check_room(table, space)
    stack = table.stacks[space]
    below = stack[: stack.index(tower)]
    reveal(table, space, below)
    layer = TOP + below[-1] if below else space
    freed = next((index for index in wizards_of(table.terms, seat) if table.places[index] == layer), None)
    name = None if freed is None else table.terms.names[freed]
    table.events.append({"kind": "freed", "seat": seat, "piece": name, "space": space})
    if freed is not None:
        put_wizard(table, seat, freed, space, space)


def _piece(act: Act) -> Piece:
    return cast_type(Piece, act.piece)


def _tower(act: Act) -> int:
    piece = _piece(act)
    if not piece.tower:
        raise Illegal("wrong-piece", f"{act.spell} names a tower; {piece.name} is a wizard.", "WT-54")
    return piece.tower


class _Effect(NamedTuple):
    """What there is to a spell: its legal casts, and its carrying out, which checks what it needs."""

    casts: Callable[[Position, int, str], list[Act]]
    carry_out: Callable[[Table, int, Act], None]


_WIZARD: Final = _Effect(_wizard_casts, _move_wizard)
_TOWER: Final = _Effect(_tower_casts, _move_tower)
_EFFECTS: Final = {
    "advance_wizard": _WIZARD,
    "headwind_wizard": _WIZARD,
    "advance_tower": _TOWER,
    "headwind_tower": _TOWER,
    "swap_towers": _Effect(_swap_casts, _swap),
    "nudge_keep": _Effect(_nudge_casts, _nudge),
    "free_wizard": _Effect(_free_casts, _free),
}
