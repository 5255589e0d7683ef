"""A whole state as one line of text, and back: the position string, a blank, one JSON object with sorted keys."""

import json
from typing import Any, Final, TypeVar

from engine.errors import EngineError, Unreadable
from engine.wandering_towers.actions import SEATS, shown
from engine.wandering_towers.cards import CARDS, CARDS_A_TURN, DECK, HAND
from engine.wandering_towers.outcome import LAST_ROUND, reason_to_end, result, seats_in
from engine.wandering_towers.position import (
    MAIN,
    OVER,
    Bottles,
    Phase,
    State,
    places_of,
    read_board,
    tops_of,
    write_board,
)
from engine.wandering_towers.setup import MEMORIES, SEAT_COUNTS, check_spells, terms_of

T = TypeVar("T")


def dump(state: State) -> str:
    """Return the whole state as one line; equal states give equal lines."""
    terms = state.terms
    rest = {
        "bottles": {_letter(seat): bottles._asdict() for seat, bottles in enumerate(state.bottles)},
        "cast_by": _letters(state.cast_by),
        "discard": state.discard,
        "draw": state.draw,
        "hand_discarded": state.hand_discarded,
        "hands": {_letter(seat): hand for seat, hand in enumerate(state.hands)},
        "left": _letters(state.left),
        "memory": terms.memory,
        "mode": terms.mode,
        "phase": phase_fields(state.phase),
        "played": state.played,
        "result": _lettered(result(state)) if state.phase == OVER else None,
        "round": state.round,
        "seats": _letters(range(terms.seats)),
        "spells": terms.spells,
        "start": _letter(terms.start),
        "turn": _letter(state.turn),
    }
    return f"{write_board(state)} {json.dumps(rest, sort_keys=True)}"


def phase_fields(phase: Phase) -> dict[str, Any]:
    """Return the phase as JSON: its name, and for `dice` the card, the number shown and the rolls left."""
    if phase.name != "dice":
        return {"name": phase.name}
    return {"name": "dice", "card": phase.card, "die": phase.die, "rolls_left": phase.rolls_left}


def _letter(seat: int) -> str:
    return SEATS[seat]


def _letters(seats: Any) -> list[str]:
    return [SEATS[seat] for seat in seats]


def _lettered(ended: dict[str, Any]) -> dict[str, Any]:
    lists = {name: _letters(value) for name, value in ended.items() if name in ("winners", "reached")}
    return {**ended, **lists, "ranking": [_letters(group) for group in ended["ranking"]]}


def load(text: str) -> State:
    """Return the state of a dump; raises Unreadable for any text that is none."""
    if not isinstance(text, str):
        raise _bad(f"A position is text; this is {shown(text)}.")
    board, blank, rest = text.partition(" {")
    try:
        return _state(board, _json("{" + rest if blank else ""))
    except Unreadable:
        raise
    except EngineError as error:
        raise Unreadable("bad-position", error.message, error.rule) from None


def _json(text: str) -> dict[str, Any]:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) != len(pairs):
            raise _bad("A name stands twice in one object of the position.")
        return fields

    try:
        fields = json.loads(text, object_pairs_hook=unique)
    except (ValueError, RecursionError):
        # Besides broken JSON: a number too long to be read is a ValueError, deep nesting a RecursionError.
        raise _bad("After the board and a blank there must be one JSON object.") from None
    if not isinstance(fields, dict) or set(fields) != _FIELDS:
        raise _bad(f"The JSON object of a position has exactly these fields: {', '.join(sorted(_FIELDS))}.")
    return fields


_FIELDS: Final = {
    "bottles", "cast_by", "discard", "draw", "hand_discarded", "hands", "left", "memory", "mode", "phase", "played",
    "result", "round", "seats", "spells", "start", "turn",
}  # fmt: skip


def _state(board_text: str, rest: dict[str, Any]) -> State:
    letters = rest["seats"]
    if not isinstance(letters, list) or len(letters) not in SEAT_COUNTS or letters != list(SEATS[: len(letters)]):
        raise _bad('"seats" must be the letters A, B .. of 2 to 6 seats in order.')
    if rest["mode"] != "base":
        raise _bad(f'"mode" is {shown(rest["mode"])}; it must be "base".')
    memory = _one_of(rest, "memory", MEMORIES)
    seats = len(letters)
    spells = tuple(check_spells(_list(rest, "spells")))
    terms = terms_of(seats, _seat(rest["start"], seats), "base", memory, spells)
    board = read_board(board_text)
    state = State(
        terms=terms,
        stacks=board.stacks,
        tops=tops_of(board.stacks),
        places=places_of(terms.names, board.wizards),
        keep=board.keep,
        bottles=tuple(_bottles(value, terms.bottles) for value in _by_seat(rest, "bottles", letters)),
        hands=tuple(_codes(value, "hands") for value in _by_seat(rest, "hands", letters)),
        draw=_codes(rest["draw"], "draw"),
        discard=_codes(rest["discard"], "discard"),
        left=_seats(rest, "left", seats),
        turn=_seat(rest["turn"], seats),
        round=_number(rest["round"], "round", 1, LAST_ROUND),
        played=_codes(rest["played"], "played"),
        hand_discarded=_flag(rest, "hand_discarded"),
        cast_by=_seats(rest, "cast_by", seats),
        phase=_phase(rest["phase"]),
    )
    _check_cards(state)
    _check_turn(state)
    _check_end(state, rest["result"])
    return state


def _one_of(rest: dict[str, Any], name: str, choices: tuple[str, ...]) -> str:
    value = rest[name]
    if not isinstance(value, str) or value not in choices:
        raise _bad(f'"{name}" is {shown(value)}; it must be one of: {", ".join(choices)}.')
    return value


def _list(rest: dict[str, Any], name: str) -> list[Any]:
    if not isinstance(rest[name], list):
        raise _bad(f'"{name}" is {shown(rest[name])}; it must be a list.')
    value: list[Any] = rest[name]
    return value


def _flag(rest: dict[str, Any], name: str) -> bool:
    if not isinstance(rest[name], bool):
        raise _bad(f'"{name}" is {shown(rest[name])}; it must be true or false.')
    return bool(rest[name])


def _number(value: Any, name: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise _bad(f'"{name}" is {shown(value)}; it must be a number from {least} to {most}.')
    return value


def _seat(value: Any, seats: int) -> int:
    if not isinstance(value, str) or len(value) != 1 or value not in SEATS[:seats]:
        raise _bad(f"{shown(value)} is no seat of this game; its seats are A to {SEATS[seats - 1]}.")
    return SEATS.index(value)


def _seats(rest: dict[str, Any], name: str, seats: int) -> tuple[int, ...]:
    found = tuple(_seat(value, seats) for value in _list(rest, name))
    if len(set(found)) != len(found):
        raise _bad(f'A seat stands twice in "{name}".')
    return found


def _by_seat(rest: dict[str, Any], name: str, letters: list[str]) -> list[Any]:
    value = rest[name]
    if not isinstance(value, dict) or sorted(value) != letters:
        raise _bad(f'"{name}" must have one entry for each seat.')
    return [value[letter] for letter in letters]


def _bottles(value: Any, total: int) -> Bottles:
    if not isinstance(value, dict) or set(value) != set(Bottles._fields):
        raise _bad('The bottles of a seat are written {"empty": .., "full": .., "spent": ..}.')
    bottles = Bottles(**{name: _number(count, name, 0, total) for name, count in value.items()})
    if sum(bottles) != total:
        raise _bad(f"A seat has {sum(bottles)} bottles; in this game each has {total}.")
    return bottles


def _codes(value: Any, name: str) -> tuple[str, ...]:
    if not isinstance(value, list) or any(not isinstance(code, str) or code not in CARDS for code in value):
        raise _bad(f'"{name}" must be a list of cards by their codes.')
    return tuple(value)


def _phase(value: Any) -> Phase:
    if value == {"name": "main"}:
        return MAIN
    if value == {"name": "over"}:
        return OVER
    if not isinstance(value, dict) or set(value) != set(Phase._fields) or value["name"] != "dice":
        raise _bad('"phase" must be "main", "over", or "dice" with its card, die and rolls_left.')
    card = _one_of(value, "card", tuple(code for code, card in CARDS.items() if card.rolls))
    rolls_left = _number(value["rolls_left"], "rolls_left", 0, CARDS[card].rolls - 1)
    return Phase("dice", card, _number(value["die"], "die", 1, 6), rolls_left)


def _check_cards(state: State) -> None:
    held = [code for hand in state.hands for code in hand]
    if sorted((*held, *state.draw, *state.discard)) != sorted(DECK):
        raise _bad("Hands, draw pile and discard pile together must be the 90 cards.")
    if not state.draw:
        raise _bad("The draw pile is empty; it is renewed the moment it becomes empty.", "WT-15")
    for seat, hand in enumerate(state.hands):
        if len(hand) not in _hand_sizes(state, seat):
            raise _bad(f"Seat {SEATS[seat]} holds {len(hand)} cards, which cannot be.", "WT-15")


def _hand_sizes(state: State, seat: int) -> tuple[int, ...]:
    if seat in state.left:
        return (0,)
    if seat != state.turn:
        return (HAND,)
    unfilled = 0 if state.hand_discarded else HAND - len(state.played)
    return (unfilled, HAND) if state.phase == OVER else (unfilled,)


def _check_turn(state: State) -> None:
    if len(state.played) > CARDS_A_TURN or (state.hand_discarded and state.played):
        raise _bad("In a turn two cards are played, or the hand is discarded.", "WT-10")
    if any(seat != state.turn for seat in state.cast_by):
        raise _bad("A seat has cast in another seat's turn.", "WT-14")
    if state.phase.name == "dice" and state.played[-1:] != (state.phase.card,):
        raise _bad("The card that is rolled must be the last one played.", "WT-30")
    discard = list(state.discard)
    if state.phase != OVER and any(state.played.count(code) > discard.count(code) for code in state.played):
        raise _bad("A card that was played is not on the discard pile.", "WT-40")


def _check_end(state: State, ended: Any) -> None:
    if len(state.left) >= state.terms.seats:
        raise _bad("All seats have left; the last one in wins and does not leave.", "WT-93")
    if state.phase == OVER:
        if not reason_to_end(state) or ended != _lettered(result(state)):
            raise _bad('"result" is not what the position comes to, or there is no reason to end.', "WT-91")
    elif ended is not None or len(seats_in(state)) == 1 or state.turn in state.left:
        raise _bad("The game goes on, so there is no result and the seat on turn is in the game.", "WT-93")


def _bad(message: str, rule: str = "") -> Unreadable:
    return Unreadable("bad-position", message, rule)
