"""How pieces move: wizards, towers, Ravenskeep, and which of them a card can move (section 3).

Every road to a move (a card, a die, a spell, a discarded hand) goes through `move_wizard` and `move_tower`, which
check the rules themselves. A refusal may leave a table half changed; it is thrown away, and the state is as it was.
"""

from collections.abc import Sequence

from engine.errors import Illegal
from engine.wandering_towers.actions import ACTS, PIECES, SEATS, TOWERS, Act, Piece
from engine.wandering_towers.cards import CARDS
from engine.wandering_towers.position import (
    IN_KEEP,
    RAVEN_SPACES,
    ROOM,
    TOP,
    Bottles,
    Position,
    Table,
    place_name,
    wizards_on,
)


class PieceActs:
    """The actions that differ only in their piece: one for each tower, one for each wizard of each seat."""

    __slots__ = ("towers", "wizards")

    def __init__(self, prefix: str) -> None:
        self.towers: list[Act] = [ACTS[f"{prefix}t{tower}"] for tower in TOWERS]
        self.wizards: list[list[Act]] = [
            [ACTS[prefix + piece.name] for piece in PIECES.values() if piece.seat == seat] for seat in range(len(SEATS))
        ]


PLAYS = {code: PieceActs(f"{code} ") for code in CARDS}
CHOOSES = PieceActs("")


def tower_acts(position: Position, acts: Sequence[Act], steps: int) -> list[Act]:
    """Return the actions of those of the nine towers that may move by `steps` (WT-26)."""
    barred = position.stacks[(position.keep - steps) & 15]
    if not barred:
        return list(acts)
    return [act for tower, act in enumerate(acts, 1) if tower not in barred]


def wizard_acts(position: Position, acts: Sequence[Act], seat: int, steps: int) -> list[Act]:
    """Return the actions of those wizards of a seat that are visible and may move by `steps` (WT-21, WT-23)."""
    tops, places, keep = position.tops, position.places, position.keep
    first = seat * position.terms.wizards
    found = []
    for index in range(first, first + position.terms.wizards):
        space = tops.find(places[index])
        if space >= 0:
            to = (space + steps) & 15
            if to == keep or places.count(tops[to]) < ROOM:
                found.append(acts[index - first])
    return found


def piece_acts(position: Position, acts: PieceActs, seat: int, tower_steps: int, wizard_steps: int) -> list[Act]:
    """Return the actions that move a piece by a card; 0 steps where the card moves no such piece."""
    found = tower_acts(position, acts.towers, tower_steps) if tower_steps else []
    if wizard_steps:
        found += wizard_acts(position, acts.wizards[seat], seat, wizard_steps)
    return found


def move_piece(table: Table, seat: int, piece: Piece, steps: int) -> None:
    """Move a tower, or a wizard of the seat."""
    if piece.tower:
        move_tower(table, seat, piece.tower, steps)
    else:
        move_wizard(table, seat, wizard_index(table, seat, piece), steps)


def wizard_index(position: Position, seat: int, piece: Piece) -> int:
    """Return the index of a wizard that the seat plays; raises Illegal for any other."""
    terms = position.terms
    if piece.seat != seat or piece.number >= terms.wizards:
        own = f"{SEATS[seat]}1 to {SEATS[seat]}{terms.wizards}"
        raise Illegal("not-yours", f"{piece.name} is not yours to move; your wizards are {own}.", "WT-21")
    return seat * terms.wizards + piece.number


def tower_space(position: Position, tower: int) -> int:
    """Return the space on which a tower stands."""
    for space, stack in enumerate(position.stacks):
        if tower in stack:
            return space
    raise AssertionError(f"no tower {tower}")


def tower_destination(position: Position, tower: int, steps: int) -> tuple[int, int]:
    """Return the spaces from and to which a tower would move; raises Illegal where Ravenskeep bars it (WT-26)."""
    space = tower_space(position, tower)
    to = (space + steps) & 15
    if to == position.keep:
        raise Illegal("keep-in-the-way", f"Tower t{tower} would end on space {to}, where Ravenskeep stands.", "WT-26")
    return space, to


def wizard_destination(position: Position, index: int, steps: int) -> tuple[int, int]:
    """Return the spaces from and to which a wizard would move; raises Illegal if it may not (WT-21, WT-23)."""
    space = visible_space(position, index)
    to = (space + steps) & 15
    if to != position.keep:
        check_room(position, to)
    return space, to


def visible_space(position: Position, index: int) -> int:
    """Return the space of a wizard; raises Illegal unless it is visible (WT-21)."""
    place = position.places[index]
    space = position.tops.find(place)
    if space < 0:
        name = position.terms.names[index]
        if place == IN_KEEP:
            raise Illegal("in-keep", f"Wizard {name} is in Ravenskeep and stays there.", "WT-31")
        raise Illegal("covered", f"Wizard {name} is covered by a tower; only visible wizards move.", "WT-21")
    return space


def check_room(position: Position, space: int) -> None:
    """Raise Illegal if six wizards stand on top of a space (WT-23)."""
    top = position.tops[space]
    if position.places.count(top) >= ROOM:
        raise Illegal("no-room", f"Space {space} is full: {ROOM} wizards stand on {place_name(top)}.", "WT-23")


def move_wizard(table: Table, seat: int, index: int, steps: int) -> None:
    """Move a visible wizard; into Ravenskeep if it ends there (WT-22, WT-31)."""
    space, to = wizard_destination(table, index, steps)
    put_wizard(table, seat, index, space, to)


def put_wizard(table: Table, seat: int, index: int, space: int, to: int) -> None:
    """Put a wizard on top of a space, or into Ravenskeep, which then moves on (WT-22, WT-31, WT-32)."""
    name = table.terms.names[index]
    table.events.append({"kind": "wizard_moved", "seat": seat, "piece": name, "from": space, "to": to})
    places = bytearray(table.places)
    enters = to == table.keep
    places[index] = IN_KEEP if enters else table.tops[to]
    table.places = bytes(places)
    if enters:
        table.entered = True
        table.events.append({"kind": "entered", "seat": seat, "piece": name, "space": to})
        move_keep(table, next_keep_space(table))


def next_keep_space(position: Position) -> int:
    """Return where Ravenskeep goes after a wizard has entered: its own space if no other qualifies (WT-32)."""
    for step in range(1, 16):
        space = (position.keep + step) & 15
        stack = position.stacks[space]
        raven = stack[-1] & 1 if stack else space in RAVEN_SPACES
        if raven and position.tops[space] not in position.places:
            return space
    return position.keep


def move_keep(table: Table, to: int) -> None:
    """Move Ravenskeep alone to the top of a space."""
    table.events.append({"kind": "keep_moved", "from": table.keep, "to": to})
    table.keep = to


def move_tower(table: Table, seat: int, tower: int, steps: int) -> None:
    """Move a tower and all above it; covering visible wizards fills a bottle of the seat (WT-24 to WT-28)."""
    space, to = tower_destination(table, tower, steps)
    stack = table.stacks[space]
    height = stack.index(tower)
    below, lifted = stack[:height], stack[height:]
    reveal(table, space, below)
    landing = table.tops[to]
    carries_keep = space == table.keep
    _restack(table, space, below, to, table.stacks[to] + lifted)
    if carries_keep:
        table.keep = to
    table.events.append(
        {
            "kind": "tower_moved",
            "seat": seat,
            "piece": f"t{tower}",
            "from": space,
            "to": to,
            "towers": list(lifted),
            "keep": carries_keep,
        }
    )
    _imprison(table, seat, to, landing)


def reveal(table: Table, space: int, below: tuple[int, ...]) -> None:
    """Tell what the lifted towers of a space stood on, also when nobody was there (WT-28, WT-42)."""
    place = TOP + below[-1] if below else space
    table.events.append(
        {
            "kind": "revealed",
            "space": space,
            "tower": f"t{below[-1]}" if below else None,
            "wizards": wizards_on(table, place),
            "was_hidden": table.terms.memory == "strict",
        }
    )


def _restack(table: Table, space: int, stack: tuple[int, ...], other: int, other_stack: tuple[int, ...]) -> None:
    stacks, tops = list(table.stacks), bytearray(table.tops)
    stacks[space], stacks[other] = stack, other_stack
    tops[space] = TOP + stack[-1] if stack else space
    tops[other] = TOP + other_stack[-1] if other_stack else other
    table.stacks, table.tops = tuple(stacks), bytes(tops)


def _imprison(table: Table, seat: int, space: int, place: int) -> None:
    """Tell who was visible on a place that is now covered, and fill one bottle for it (WT-27)."""
    wizards = wizards_on(table, place)
    if not wizards:
        return
    table.events.append({"kind": "imprisoned", "seat": seat, "space": space, "wizards": wizards, "count": len(wizards)})
    empty, full, spent = table.bottles[seat]
    if empty:
        set_bottles(table, seat, Bottles(empty - 1, full + 1, spent))
        table.events.append({"kind": "bottle_filled", "seat": seat, "full": full + 1})


def set_bottles(table: Table, seat: int, bottles: Bottles) -> None:
    """Change the bottles of one seat."""
    table.bottles = (*table.bottles[:seat], bottles, *table.bottles[seat + 1 :])


def swap_tops(table: Table, space: int, other: int) -> None:
    """Exchange the topmost towers of two spaces, each with all above it (WT-56)."""
    stack, other_stack = table.stacks[space], table.stacks[other]
    reveal(table, space, stack[:-1])
    reveal(table, other, other_stack[:-1])
    _restack(table, space, stack[:-1] + other_stack[-1:], other, other_stack[:-1] + stack[-1:])
    if table.keep in (space, other):
        table.keep = space + other - table.keep
