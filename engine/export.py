"""The export of a game: JSON Lines (a header, the entries, the outcome), and its verification with nothing else at hand.

The header of a finished game holds the seed. With it every hash, roll and shuffle is derived again. While a game
runs the seed and what chance answered are left out, and only the links of the chain can be checked.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from typing import Any

from engine import log, registry
from engine.chance import Recording, Seeded
from engine.errors import EngineError, Unreadable

FORMAT = "ravenpost/1"
_ENTRY_TYPES: dict[str, type | tuple[type, ...]] = {
    "game": str,
    "seq": int,
    "seat": (int, type(None)),
    "kind": str,
    "action": (dict, type(None)),
    "chance": (list, type(None)),
    "at": str,
    "source": str,
    "prev_hash": str,
    "hash": str,
}
_SETUP_TYPES = {"type": str, "rules": str, "rules_version": int, "seats": int, "options": dict, "commitment": str}


@dataclass(frozen=True, slots=True)
class Report:
    """What a verification found; `fault` names the first entry that does not fit and why, or is None."""

    ok: bool
    entries: int
    chance_checked: int
    outcome: dict[str, Any] | None
    head_hash: str
    note: str = ""
    fault: dict[str, Any] | None = None


class _Fault(Exception):
    def __init__(self, seq: int | None, what: str) -> None:
        super().__init__(what)
        self.seq = seq


def write_lines(header: dict[str, Any], entries: Iterable[log.Entry], outcome: dict[str, Any] | None) -> Iterator[str]:
    """Give the lines of an export, each without its line break."""
    yield _line({"format": FORMAT, **header})
    for entry in entries:
        yield _line(asdict(entry))
    yield _line({"outcome": outcome})


def read_lines(lines: Iterable[str]) -> tuple[dict[str, Any], list[log.Entry], dict[str, Any] | None]:
    """Return header, entries and outcome of an export; raises Unreadable, naming the line."""
    objects = [_object(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not objects or objects[0].get("format") != FORMAT:
        raise Unreadable("bad-export", f'The first line must be a header with "format": "{FORMAT}".')
    if len(objects) < 3 or list(objects[-1]) != ["outcome"]:
        raise Unreadable("bad-export", 'The last line must be {"outcome": ...}, after at least one entry.')
    return objects[0], [_entry(fields_) for fields_ in objects[1:-1]], objects[-1]["outcome"]


def verify_lines(lines: Iterable[str]) -> Report:
    """Fold an export again, deriving each hash, roll and shuffle; raises Unreadable for what is no export."""
    header, entries, outcome = read_lines(lines)
    checked, note = 0, ""
    try:
        _check_links(header, entries)
        if header.get("seed") is None:
            _check_unfinished(entries, outcome)
            note = "The seed is not published: hashes, moves and chance can be checked when the game has ended."
        else:
            checked = _check_fold(header, entries, outcome)
    except _Fault as fault:
        found = {"seq": fault.seq, "what": str(fault)}
        return Report(False, len(entries), checked, None, entries[-1].hash, fault=found)
    return Report(True, len(entries), checked, outcome, entries[-1].hash, note)


def _check_links(header: dict[str, Any], entries: list[log.Entry]) -> None:
    prev_hash = log.FIRST_PREV_HASH
    for seq, entry in enumerate(entries):
        if entry.seq != seq:
            raise _Fault(seq, f"Entry {seq} was expected and {entry.seq} came.")
        if entry.game != header.get("game"):
            raise _Fault(seq, f"The entry belongs to game {entry.game}.")
        if entry.prev_hash != prev_hash:
            raise _Fault(seq, "The entry is not chained to the one before.")
        prev_hash = entry.hash


def _check_unfinished(entries: list[log.Entry], outcome: dict[str, Any] | None) -> None:
    if outcome is not None:
        raise _Fault(entries[-1].seq, "A game that has ended publishes its seed, and this one has none.")
    try:
        _setup_of(entries[0])
    except Unreadable as error:
        raise _Fault(0, error.message) from error


def _check_fold(header: dict[str, Any], entries: list[log.Entry], outcome: dict[str, Any] | None) -> int:
    seed, position, checked = _seed(header), None, 0
    for entry in entries:
        if entry.action is None or entry.chance is None:
            raise _Fault(entry.seq, "With the seed published, action and chance must be there too.")
        if log.seal(seed, entry.prev_hash, **_body(entry)) != entry:
            raise _Fault(entry.seq, "The hash does not fit what the entry says.")
        chance = Recording(Seeded(seed, entry.game, entry.seq))
        try:
            position = _start(entry, seed, chance) if position is None else _next(position, entry, chance)
        except EngineError as error:
            raise _Fault(entry.seq, error.message) from error
        if chance.answers != entry.chance:
            raise _Fault(entry.seq, "The recorded chance is not what the seed gives.")
        checked += len(chance.answers)
    if position is not None and position.game.outcome(position.state) != outcome:
        raise _Fault(entries[-1].seq, "The outcome is not that of the last position.")
    return checked


def _start(entry: log.Entry, seed: bytes, chance: Recording) -> log.Position:
    setup = _setup_of(entry)
    if setup["commitment"] != log.commitment(seed):
        raise Unreadable("bad-seed", "The seed is not the one that entry 0 committed to.")
    game = registry.game(setup["rules"], setup["rules_version"])
    options = game.check_options(setup["options"], setup["seats"])
    if options != setup["options"]:
        raise Unreadable("bad-entry", "The options of entry 0 are not complete.")
    return log.begin(game, options, setup["seats"], chance)


def _setup_of(entry: log.Entry) -> dict[str, Any]:
    setup = dict(entry.action or {})
    wrong = {name for name, kind in _SETUP_TYPES.items() if type(setup.get(name)) is not kind}
    if entry.kind != "setup" or entry.seat is not None or wrong or set(setup) != set(_SETUP_TYPES):
        raise Unreadable("bad-entry", f"Entry 0 must be a setup with {', '.join(sorted(_SETUP_TYPES))}.")
    return setup


def _next(position: log.Position, entry: log.Entry, chance: Recording) -> log.Position:
    if entry.seat is None or entry.kind != log.kind_of(entry.action):
        raise Unreadable("bad-entry", f"Entry {entry.seq} is of kind {entry.kind!r} and does not fit its action.")
    return log.play(position, entry.seat, entry.action, chance)[0]


def _seed(header: dict[str, Any]) -> bytes:
    try:
        return bytes.fromhex(header["seed"])
    except (TypeError, ValueError):
        raise _Fault(None, "The seed in the header is not hexadecimal.") from None


def _body(entry: log.Entry) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in _ENTRY_TYPES if name not in ("prev_hash", "hash")}


def _line(fields_: dict[str, Any]) -> str:
    return json.dumps(fields_, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        found = json.loads(line, parse_float=_refuse_number, parse_constant=_refuse_number)
    except (ValueError, RecursionError) as error:
        raise Unreadable("bad-export", f"Line {number} is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise Unreadable("bad-export", f"Line {number} must be a JSON object.")
    return found


def _refuse_number(text: str) -> None:
    raise ValueError(f"{text[:20]} is no whole number, and a log holds no other")


def _entry(found: dict[str, Any]) -> log.Entry:
    names = {field.name for field in fields(log.Entry)}
    wrong = {name for name in names if not isinstance(found.get(name, ...), _ENTRY_TYPES[name])}
    if set(found) != names or wrong or isinstance(found["seq"], bool) or isinstance(found["seat"], bool):
        raise Unreadable("bad-export", f"An entry must have exactly the fields {', '.join(sorted(names))}.")
    if not all(text.isascii() for text in found.values() if isinstance(text, str)):
        raise Unreadable("bad-export", "Ids, instants, kinds, sources and hashes are written in ASCII.")
    return log.Entry(**found)
