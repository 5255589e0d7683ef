"""A second, plain implementation of moves and spells, to hold the engine against.

The ring is a list of 16 columns, each a list from the ground up of towers (numbers), wizards (names) and "K". It is
written from the rules alone and shares no code with the engine; slow, and without cards, turns or chance.
"""

import re
from copy import deepcopy

Column = list[int | str]
Ring = list[Column]

COSTS = {
    "advance_wizard": 2,
    "headwind_wizard": 2,
    "advance_tower": 1,
    "headwind_tower": 1,
    "swap_towers": 1,
    "nudge_keep": 2,
    "free_wizard": 2,
}
STEPS = {"advance_wizard": 1, "headwind_wizard": -1, "advance_tower": 2, "headwind_tower": -2}


def ring(board: str) -> Ring:
    """Read a position string."""
    columns: Ring = []
    for cell in board.split("/"):
        tokens = re.findall(r"[A-F][0-9]+|[0-9]|K", cell)
        columns.append([int(token) if token.isdigit() else token for token in tokens])
    return columns


def is_tower(item: int | str) -> bool:
    return isinstance(item, int)


def top_wizards(column: Column) -> list[str]:
    """Wizards with no tower above them; Ravenskeep stands on a top without any."""
    found: list[str] = []
    for item in reversed(column):
        if is_tower(item):
            break
        if item != "K":
            found.append(str(item))
    return found


def keep_space(r: Ring) -> int:
    return next(space for space in range(16) if "K" in r[space])


def space_of(r: Ring, piece: int | str) -> int | None:
    return next((space for space in range(16) if piece in r[space]), None)


def qualifies(column: Column, space: int) -> bool:
    if top_wizards(column):
        return False
    towers = [item for item in column if is_tower(item)]
    return towers[-1] in (1, 3, 5, 7, 9) if towers else space in (0, 4, 8, 12)


def enter(r: Ring) -> None:
    """Ravenskeep moves on after a wizard has entered."""
    start = keep_space(r)
    for step in range(1, 16):
        space = (start + step) % 16
        if qualifies(r[space], space):
            r[start].remove("K")
            r[space].append("K")
            return


def arrive(r: Ring, wizard: str, space: int) -> bool:
    """Put a wizard that is off the ring on top of a space; False where there is no room."""
    if "K" in r[space]:
        enter(r)
        return True
    if len(top_wizards(r[space])) == 6:
        return False
    r[space].append(wizard)
    return True


def wizard_moved(r: Ring, wizard: str, steps: int) -> Ring | None:
    """The ring after a wizard's move, or None where it is illegal."""
    r = deepcopy(r)
    space = space_of(r, wizard)
    if space is None or wizard not in top_wizards(r[space]):
        return None
    r[space].remove(wizard)
    return r if arrive(r, wizard, (space + steps) % 16) else None


def tower_moved(r: Ring, tower: int, steps: int) -> tuple[Ring, list[str]] | None:
    """The ring after a tower's move and who was imprisoned, or None where it is illegal."""
    r = deepcopy(r)
    space = space_of(r, tower)
    assert space is not None
    height = r[space].index(tower)
    lifted = r[space][height:]
    to = (space + steps) % 16
    if "K" in r[to]:
        return None
    imprisoned = top_wizards(r[to])
    del r[space][height:]
    r[to] += lifted
    return r, sorted(imprisoned)


def swapped(r: Ring, a: int, b: int) -> Ring | None:
    r = deepcopy(r)
    cuts = []
    for space in (a, b):
        towers = [index for index, item in enumerate(r[space]) if is_tower(item)]
        if not towers:
            return None
        cuts.append(towers[-1])
    top_a, top_b = r[a][cuts[0] :], r[b][cuts[1] :]
    r[a][cuts[0] :], r[b][cuts[1] :] = top_b, top_a
    return r


def nudged(r: Ring, direction: str) -> Ring | None:
    r = deepcopy(r)
    start = keep_space(r)
    for step in range(1, 16):
        space = (start + (step if direction == "cw" else -step)) % 16
        if not top_wizards(r[space]):
            r[start].remove("K")
            r[space].append("K")
            return r
    return None


def freed(r: Ring, seat: str, tower: int) -> Ring | None:
    r = deepcopy(r)
    space = space_of(r, tower)
    assert space is not None
    column = r[space]
    if len(top_wizards(column)) == 6:
        return None
    own = []
    for item in reversed(column[: column.index(tower)]):
        if is_tower(item):
            break
        if str(item)[0] == seat:
            own.append(str(item))
    if own:
        column.remove(min(own))
        assert arrive(r, min(own), space)
    return r


def moved(r: Ring, piece: str, steps: int) -> Ring | None:
    """The ring after a tower or a wizard has moved, or None where it is illegal."""
    if piece[0] == "t":
        result = tower_moved(r, int(piece[1]), steps)
        return result[0] if result else None
    return wizard_moved(r, piece, steps)


def cast(r: Ring, seat: str, action: dict[str, object]) -> Ring | None:
    """The ring after a spell, or None where its effect is illegal."""
    spell = str(action["spell"])
    if spell == "swap_towers":
        a, b = action["spaces"]  # type: ignore[misc]
        return swapped(r, a, b)  # type: ignore[has-type]
    if spell == "nudge_keep":
        return nudged(r, str(action["direction"]))
    piece = str(action["piece"])
    is_wizard_spell = spell in ("advance_wizard", "headwind_wizard")
    if is_wizard_spell != (piece[0] != "t") or (is_wizard_spell and piece[0] != seat):
        return None
    if spell == "free_wizard":
        return freed(r, seat, int(piece[1]))
    return moved(r, piece, STEPS[spell])


def piece_steps(card: str) -> tuple[int, int]:
    """How far a card with a number moves a tower and a wizard; 0 where it moves none."""
    tower = re.search(r"T(\d)", card)
    wizard = re.search(r"W(\d)", card)
    return int(tower[1]) if tower else 0, int(wizard[1]) if wizard else 0


def choices(r: Ring, wizards: list[str], tower_steps: int, wizard_steps: int) -> dict[str, Ring]:
    """Every piece that can move, with the ring after it."""
    found = {}
    for piece, steps in [(f"t{t}", tower_steps) for t in range(1, 10)] + [(w, wizard_steps) for w in wizards]:
        after = moved(r, piece, steps) if steps else None
        if after is not None:
            found[piece] = after
    return found
