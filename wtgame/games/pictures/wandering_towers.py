"""Wandering Towers as a picture, from the JSON view alone: what the view doesn't say can't be drawn.

The 16 spaces are the edge of a square of 5 x 5 cells, clockwise from space 0 in the middle of the top, so that the
raven spaces are the middles of the sides. A cell's stack stands on its ground; a row of cells is as high as its highest
stack, so nine towers stay as readable as one and the picture keeps its width. Colours are attributes (a mail keeps no
style sheet); a page may override them by class.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final, NamedTuple

CELL: Final = 104  # width of a space, in units of the picture; three wizards side by side
GAP: Final = 12
EDGE: Final = 12
SIDE: Final = 5  # spaces on each side of the square
WIDTH: Final = 2 * EDGE + SIDE * CELL + (SIDE - 1) * GAP
LEAST_ROW: Final = 92  # height of a row of spaces on which little stands

GROUND: Final = 22
TOWER: Final = 28
KEEP: Final = 50
VISIBLE: Final = 31  # height of a row of wizards that can move
COVERED: Final = 19  # height of a row of wizards under a tower, or of the sign that they are not shown
ABREAST: Final = 3
SEAT_ROW: Final = 42

SEATS: Final = "ABCDEF"
SEAT_COLOURS: Final = ("#a92a22", "#1f5a99", "#2b6f3a", "#85560c", "#74399a", "#37474f")
"""Each carries white letters at a contrast of 5 to 1 or more."""

INK: Final = "#2a2833"
PAPER: Final = "#ece5d5"
SPACE: Final = "#faf7ef"
EARTH: Final = "#d5c9ad"
STONE: Final = "#c9c5bd"
NIGHT: Final = "#4b4763"  # Ravenskeep, and the shields of the raven towers
GLASS: Final = "#2f7d87"


class Box(NamedTuple):
    """A space's cell: its left edge, its top, and its height."""

    x: int
    y: int
    height: int


def draw(view: Mapping[str, Any]) -> str:
    """Return the board of a view as SVG."""
    spaces = view["spaces"]
    boxes, height = _boxes(spaces, view["keep"]["space"], len(view["hands"]))
    parts = [
        _head(view, height),
        f'<rect class="board-paper" width="{WIDTH}" height="{height}" rx="16" fill="{PAPER}"/>',
        *_arrows(boxes),
    ]
    for space, box in zip(spaces, boxes, strict=True):
        parts.append(_space(space, box, _keep_size(view, space["space"])))
    parts.append(_middle(view, boxes))
    return "".join([*parts, "</svg>\n"])


def _head(view: Mapping[str, Any], height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img" aria-labelledby="board-title board-desc" font-family="DejaVu Sans, Verdana, '
        f'sans-serif" font-weight="bold"><title id="board-title">Wandering Towers</title>'
        f'<desc id="board-desc">{escape(view["board"])}</desc>'
    )


# --- where things are ------------------------------------------------------------------------------------------------


def _cell(space: int) -> tuple[int, int]:
    """Return column and row of a space in the square of 5 x 5."""
    side, step = divmod((space + 2) % 16, 4)
    return ((step, 0), (4, step), (4 - step, 4), (0, 4 - step))[side]


def _boxes(spaces: Sequence[Mapping[str, Any]], keep: int, seats: int) -> tuple[list[Box], int]:
    """Return the cell of each space, and the height of the whole picture."""
    rows = [LEAST_ROW] * SIDE
    for space in spaces:
        row = _cell(space["space"])[1]
        rows[row] = max(rows[row], _height(space, space["space"] == keep) + 8)
    needed = seats * SEAT_ROW + 96 - 2 * GAP
    missing = max(0, needed - sum(rows[1:4]))
    for row in (1, 2, 3):
        rows[row] += -(-missing // 3)
    tops = [EDGE + sum(rows[:row]) + row * GAP for row in range(SIDE)]
    cells = [_cell(space["space"]) for space in spaces]
    boxes = [Box(EDGE + column * (CELL + GAP), tops[row], rows[row]) for column, row in cells]
    return boxes, tops[-1] + rows[-1] + EDGE


def _height(space: Mapping[str, Any], keep: bool) -> int:
    towers = len(space["towers"])
    layers = sum(_layer_height(wizards, top) for wizards, top in _layers(space))
    return GROUND + layers + towers * TOWER + (KEEP if keep else 0)


def _layers(space: Mapping[str, Any]) -> Iterator[tuple[list[str] | None, bool]]:
    """Give the wizards of each layer from the ground up (None: hidden), and whether it is the topmost."""
    layers = [space["wizards"], *(tower["wizards"] for tower in space["towers"])]
    for number, wizards in enumerate(layers, 1):
        yield wizards, number == len(layers)


def _layer_height(wizards: list[str] | None, top: bool) -> int:
    if wizards is None:
        return COVERED
    rows = -(-len(wizards) // ABREAST)
    return rows * (VISIBLE if top else COVERED)


# --- a space and what stands on it -----------------------------------------------------------------------------------


def _space(space: Mapping[str, Any], box: Box, keep: str | None) -> str:
    floor = box.y + box.height - GROUND
    middle = box.x + CELL // 2
    parts = [
        f'<rect class="board-space" x="{box.x}" y="{box.y}" width="{CELL}" height="{box.height}" rx="9" fill="{SPACE}"/>',
        f'<path class="board-earth" d="M{box.x} {floor}h{CELL}v{GROUND - 9}a9 9 0 0 1-9 9h{18 - CELL}a9 9 0 0 1-9-9z" '
        f'fill="{EARTH}"/>',
        _text(middle, floor + 16, str(space["space"]), 14, INK, "board-number"),
    ]
    if space["raven"]:
        parts.append(_shield(box.x + CELL - 18, floor + 11, 0.72))
    parts.append(_stack(space, middle, floor, keep))
    return "".join(parts)


def _stack(space: Mapping[str, Any], x: int, floor: int, keep: str | None) -> str:
    """Return everything on a space from the ground up; `floor` is where the lowest piece stands."""
    parts = []
    towers = [None, *space["towers"]]
    for tower, (wizards, top) in zip(towers, _layers(space), strict=True):
        if tower is not None:
            parts.append(_tower(tower, x, floor))
            floor -= TOWER
        parts.append(_layer(wizards, top, x, floor))
        floor -= _layer_height(wizards, top)
    if keep is not None:
        parts.append(_keep(x, floor, keep))
    return "".join(parts)


def _layer(wizards: list[str] | None, top: bool, x: int, floor: int) -> str:
    if wizards is None:
        return _hidden(x, floor)
    height = VISIBLE if top else COVERED
    parts = []
    for row, names in enumerate(_rows(wizards)):
        left = x - 16 * (len(names) - 1)
        for place, name in enumerate(names):
            spot = (left + 32 * place, floor - row * height)
            parts.append(_wizard(name, *spot) if top else _chip(name, *spot))
    return "".join(parts)


def _rows(wizards: Sequence[str]) -> Iterable[Sequence[str]]:
    return (wizards[start : start + ABREAST] for start in range(0, len(wizards), ABREAST))


def _tower(tower: Mapping[str, Any], x: int, floor: int) -> str:
    """Return a tower as a block with two battlements, 28 high, its id on it and its shield if it bears one."""
    top = floor - TOWER
    block = (
        f'<path d="M{x - 44} {floor - 1}v-{TOWER - 8}h-3v-6h12v3h12v-3h12v3h22v-3h12v3h12v-3h12v6h-3v{TOWER - 8}z" '
        f'fill="{STONE}" stroke="{INK}" stroke-width="1.3" stroke-linejoin="round"/>'
    )
    name = _text(x - (13 if tower["raven"] else 0), top + 22, tower["tower"], 15, INK)
    return block + name + (_shield(x + 17, top + 17, 0.86) if tower["raven"] else "")


def _shield(x: int, y: int, scale: float) -> str:
    """Return a shield with a raven looking left, about 18 x 20 before scaling, around its middle."""
    return (
        f'<g transform="translate({x} {y}) scale({scale})"><path d="M-9-10h18v9q0 8-9 12q-9-4-9-12z" fill="{NIGHT}"/>'
        f'<path d="M-7-3l4-2.6q2-1.6 4 .2q4 1.4 6 8.4l-4-1.2q-2 2.4-4.600.6l-.6 2.4h-1l.2-2.9q-2.600-1.4-2.400-4.600z" '
        f'fill="{SPACE}"/></g>'
    )


def _wizard(name: str, x: int, floor: int) -> str:
    """Return a wizard that can be seen: a robe with its name, and a pointed hat."""
    colour = _colour(name)
    return (
        f'<path d="M{x} {floor - 30}l7 11h5q3 0 3 3v12q0 3-3 3h-24q-3 0-3-3v-12q0-3 3-3h5z" fill="{colour}" '
        f'stroke="{SPACE}" stroke-width="1"/>' + _text(x, floor - 5, name, 14, "#ffffff")
    )


def _chip(name: str, x: int, floor: int) -> str:
    """Return a wizard that is covered or gone in: a flat chip in its seat's colour."""
    colour = _colour(name)
    return (
        f'<rect x="{x - 15}" y="{floor - 17}" width="30" height="15" rx="7" fill="#ffffff" stroke="{colour}" '
        f'stroke-width="1.6"/>' + _text(x, floor - 5, name, 12, colour)
    )


def _hidden(x: int, floor: int) -> str:
    return (
        f'<rect class="board-hidden" x="{x - 30}" y="{floor - 17}" width="60" height="15" rx="7" fill="{EARTH}" '
        f'stroke="{INK}" stroke-dasharray="3 2"/>' + _text(x, floor - 4, "?", 13, INK)
    )


def _keep_size(view: Mapping[str, Any], space: int) -> str | None:
    """Return how many wizards are in Ravenskeep, if this is its space."""
    return str(len(view["keep"]["wizards"])) if space == view["keep"]["space"] else None


def _keep(x: int, floor: int, inside: str) -> str:
    """Return Ravenskeep: two pointed turrets and a gate with the number of wizards that have gone in."""
    return (
        f'<path class="board-keep" d="M{x - 40} {floor - 1}v-30l11-16l11 16v6h6v-5h8v5h8v-5h8v5h6v-6l11-16l11 16v30z" fill="{NIGHT}" '
        f'stroke="{INK}" stroke-width="1.3" stroke-linejoin="round"/>'
        f'<path d="M{x - 13} {floor - 1}v-12q0-9 13-9q13 0 13 9v12z" fill="{SPACE}"/>'
        f'<path d="M{x - 31} {floor - 26}h4v7h-4zM{x + 27} {floor - 26}h4v7h-4z" fill="#f2c14e"/>'
        + _text(x, floor - 5, inside, 14, INK)
    )


def _arrows(boxes: Sequence[Box]) -> Iterator[str]:
    """Give a small arrow from each space to the next, the way everything wanders."""
    for space, box in enumerate(boxes):
        after = boxes[(space + 1) % 16]
        if box.y == after.y:
            way = 1 if after.x > box.x else -1
            x = (box.x + CELL if way > 0 else box.x) + way * 3
            yield f'<path class="board-arrow" d="M{x} {box.y + box.height - 17}l{way * 6} 6l{-way * 6} 6z" fill="{NIGHT}"/>'
        else:
            way = 1 if after.y > box.y else -1
            y = (box.y + box.height if way > 0 else box.y) + way * 3
            middle = box.x + CELL // 2
            yield f'<path class="board-arrow" d="M{middle - 6} {y}l6 {way * 6}l6 {-way * 6}z" fill="{NIGHT}"/>'


# --- the middle: the seats, who has gone in, and the bottles ---------------------------------------------------------


def _middle(view: Mapping[str, Any], boxes: Sequence[Box]) -> str:
    """Return a line for each seat: its letter, its wizards in Ravenskeep, its bottles."""
    top, floor = boxes[13].y, boxes[11].y + boxes[11].height
    seats = len(view["hands"])
    x = EDGE + CELL + GAP
    y = (top + floor - 72 - seats * SEAT_ROW) // 2
    lines = (_seat(view, seat, x, y + 72 + seat * SEAT_ROW) for seat in range(seats))
    return "".join([_raven(WIDTH // 2, y + 30), *lines])


def _raven(x: int, y: int) -> str:
    """Return the ornament of the middle: a raven with a letter in its beak."""
    return (
        f'<g class="board-raven" transform="translate({x} {y})"><path d="M-34-8l13-9q9-7 18 0q19 4 34 29l-12-3l4 9l-13-6'
        f'q-9 7-20 3l-2 10h-3l1-12q-9-6-9-17z" fill="{NIGHT}"/><circle cx="-14" cy="-13" r="2" fill="{SPACE}"/>'
        f'<path d="M-58-10h22v15h-22z" fill="{SPACE}" stroke="{INK}" stroke-width="1.3"/>'
        f'<path d="M-58-10l11 8l11-8" fill="none" stroke="{INK}" stroke-width="1.3"/></g>'
    )


def _seat(view: Mapping[str, Any], seat: int, x: int, y: int) -> str:
    letter = SEATS[seat]
    inside = [name for name in view["keep"]["wizards"] if name.startswith(letter)]
    ring = f' stroke="{INK}" stroke-width="3"' if seat in view["to_act"] else ""
    parts = [
        f'<circle class="board-seat" cx="{x + 18}" cy="{y + 18}" r="14" fill="{SEAT_COLOURS[seat]}"{ring}/>',
        _text(x + 18, y + 23, letter, 15, "#ffffff"),
    ]
    if seat in view["to_act"]:
        parts.append(f'<path class="board-arrow" d="M{x - 6} {y + 12}l7 6l-7 6z" fill="{NIGHT}"/>')
    parts += [_chip(name, x + 58 + 32 * place, y + 27) for place, name in enumerate(inside)]
    parts += [_bottle(kind, x + 222 + 19 * place, y + 4) for place, kind in enumerate(_bottles_of(view, seat))]
    return "".join(parts)


def _bottles_of(view: Mapping[str, Any], seat: int) -> list[str]:
    """Return the seat's bottles, the full ones first; a pair's pool stands beside its first seat."""
    pools = [pool for pool in view["bottles"] if pool["seats"][0] == seat]
    return [kind for pool in pools for kind in ("full", "empty", "spent") for _ in range(pool[kind])]


def _bottle(kind: str, x: int, y: int) -> str:
    """Return a bottle: full is filled, empty is an outline, spent is crossed out."""
    glass = {"full": GLASS, "empty": SPACE, "spent": "none"}[kind]
    shape = (
        f'<path class="bottle-{kind}" d="M{x + 5} {y}h6v8l4 6v11q0 3-3 3h-8q-3 0-3-3v-11l4-6z" fill="{glass}" '
        f'stroke="{GLASS}" stroke-width="1.6" stroke-linejoin="round"/>'
    )
    cross = f'<path class="board-cross" d="M{x + 3} {y + 14}l10 12m0-12l-10 12" stroke="{GLASS}" stroke-width="1.6"/>'
    return shape + (cross if kind == "spent" else "")


# --- letters and colours ---------------------------------------------------------------------------------------------


def _colour(wizard: str) -> str:
    return SEAT_COLOURS[SEATS.index(wizard[0])]


def _text(x: int, y: int, words: str, size: int, colour: str, name: str = "") -> str:
    named = f'class="{name}" ' if name else ""
    return (
        f'<text {named}x="{x}" y="{y}" font-size="{size}" text-anchor="middle" fill="{colour}">{escape(words)}</text>'
    )
