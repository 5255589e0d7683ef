"""The course of a turn: what a seat may do, what each action does, and how turn, round, game end (sections 2, 7)."""

from collections.abc import Callable
from typing import Final

from engine.chance import Chance
from engine.contract import Event
from engine.errors import Illegal
from engine.wandering_towers.actions import ACTS, SEATS, TOWERS, Act, read, shown
from engine.wandering_towers.cards import CARDS, CARDS_A_TURN, HAND, Card
from engine.wandering_towers.moves import CHOOSES, PLAYS, move_piece, move_tower, piece_acts, tower_acts
from engine.wandering_towers.outcome import reason_to_end, result, seats_in
from engine.wandering_towers.position import MAIN, OVER, Phase, Position, State, Table, reached_goal
from engine.wandering_towers.spells import cast, legal_casts

_FORFEITS: Final = {code: ACTS[f"{code} -"] for code in CARDS}
_ROLLS: Final = {code: ACTS[f"{code} roll"] for code, card in CARDS.items() if card.rolls}
_CHOOSE_NOTHING: Final = ACTS["-"]
_REROLL: Final = ACTS["reroll"]
_DISCARD: Final = ACTS["discard"]
_DISCARD_TOWERS: Final = [ACTS[f"discard t{tower}"] for tower in TOWERS]
_END: Final = ACTS["end"]


def legal(state: State, seat: int) -> tuple[Act, ...]:
    """Return every legal action of the seat: cards, discarding, spells, `end`; () when it is not on turn."""
    if seat != state.turn or state.phase.name == "over":
        return ()
    if state.phase.name == "dice":
        return tuple(_legal_choices(state, seat))
    if _cards_done(state):
        return (*legal_casts(state, seat), _END)
    acts: list[Act] = []
    for code in dict.fromkeys(state.hands[seat]):
        acts += _legal_plays(state, seat, CARDS[code])
    if not state.played:
        acts.append(_DISCARD)
        acts += tower_acts(state, _DISCARD_TOWERS, 1)
    acts += legal_casts(state, seat)
    return tuple(acts)


def apply(state: State, seat: int, action: object, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Carry out an action of a seat; raises Unreadable or Illegal, and then nothing has happened."""
    act = read(action)
    if act.type == "resign":
        return _resigned(state, seat)
    if type(seat) is not int or seat != state.turn or state.phase.name == "over":
        _refuse_seat(state, seat)
    table = Table(state)
    _DEEDS[act.type](table, seat, act, chance)
    if not table.bottles[seat].empty and reached_goal(table, seat) and not reached_goal(state, seat):
        table.events.append({"kind": "goal_reached", "seat": seat})
    return table.state(), tuple(table.events)


def _cards_done(position: Position) -> bool:
    return position.hand_discarded or len(position.played) == CARDS_A_TURN


def _legal_plays(state: State, seat: int, card: Card) -> list[Act]:
    if card.rolls:
        return [_ROLLS[card.code]]
    return piece_acts(state, PLAYS[card.code], seat, card.tower, card.wizard) or [_FORFEITS[card.code]]


def _legal_choices(state: State, seat: int) -> list[Act]:
    phase = state.phase
    acts = _choices(state, seat, CARDS[phase.card], phase.die) or [_CHOOSE_NOTHING]
    return [*acts, _REROLL] if phase.rolls_left else acts


def _choices(position: Position, seat: int, card: Card, die: int) -> list[Act]:
    """Return the choices of a piece that a card can move, by the number rolled if there is one (WT-30)."""
    return piece_acts(position, CHOOSES, seat, card.tower and (die or card.tower), card.wizard and (die or card.wizard))


def _refuse_seat(state: State, seat: int) -> None:
    if state.phase == OVER:
        raise Illegal("game-over", "The game is over.", "WT-90")
    if type(seat) is not int or not 0 <= seat < state.terms.seats:
        raise Illegal("no-such-seat", f"There is no seat {shown(seat)} in this game of {state.terms.seats}.", "WT-1")
    if seat in state.left:
        raise Illegal("has-left", f"Seat {SEATS[seat]} has left the game and takes no turn.", "WT-93")
    raise Illegal("not-your-turn", f"It is the turn of seat {SEATS[state.turn]}, not of {SEATS[seat]}.", "WT-10")


# What each action does. A refusal on the way leaves the table half changed, and the state as it was.


def _play(table: Table, seat: int, act: Act, chance: Chance) -> None:
    card = _card_to_play(table, seat, act)
    if card.rolls:
        raise Illegal("roll-first", f"{card.code} is rolled before a piece is chosen: {card.code} roll.", "WT-30")
    _lay_down(table, seat, card)
    _carry_out(table, seat, act, card, 0)
    _go_on(table, seat, chance)


def _roll(table: Table, seat: int, act: Act, chance: Chance) -> None:
    card = _card_to_play(table, seat, act)
    _lay_down(table, seat, card)
    _throw(table, seat, card, card.rolls - 1, chance)


def _reroll(table: Table, seat: int, act: Act, chance: Chance) -> None:
    card = _rolled_card(table)
    if not table.phase.rolls_left:
        raise Illegal("no-roll-left", f"{card.code} has no roll left; choose a piece.", "WT-30")
    _throw(table, seat, card, table.phase.rolls_left - 1, chance)


def _throw(table: Table, seat: int, card: Card, rolls_left: int, chance: Chance) -> None:
    die = chance.die(6)
    table.phase = Phase("dice", card.code, die, rolls_left)
    table.events.append({"kind": "rolled", "seat": seat, "card": card.code, "die": die, "rolls_left": rolls_left})


def _choose(table: Table, seat: int, act: Act, chance: Chance) -> None:
    card = _rolled_card(table)
    die, table.phase = table.phase.die, MAIN
    _carry_out(table, seat, act, card, die)
    _go_on(table, seat, chance)


def _discard_hand(table: Table, seat: int, act: Act, chance: Chance) -> None:
    _check_main(table)
    if table.played or table.hand_discarded:
        raise Illegal("too-late", "A hand is discarded instead of both cards, before either is played.", "WT-13")
    hand = table.hands[seat]
    _set_hand(table, seat, ())
    table.discard += hand
    table.hand_discarded = True
    table.events.append({"kind": "hand_discarded", "seat": seat, "cards": list(hand)})
    if act.piece is not None:
        move_tower(table, seat, act.piece.tower, 1)
    _go_on(table, seat, chance)


def _cast(table: Table, seat: int, act: Act, chance: Chance) -> None:
    _check_main(table)
    cast(table, seat, act)
    _go_on(table, seat, chance)


def _end(table: Table, seat: int, act: Act, chance: Chance) -> None:
    _check_main(table)
    if not _cards_done(table):
        left = CARDS_A_TURN - len(table.played)
        raise Illegal("cards-to-play", f"Cards still to be played in this turn: {left}. It ends after two.", "WT-10")
    _end_turn(table, seat, chance)


_DEEDS: Final[dict[str, Callable[[Table, int, Act, Chance], None]]] = {
    "play": _play,
    "roll": _roll,
    "reroll": _reroll,
    "choose": _choose,
    "discard_hand": _discard_hand,
    "cast": _cast,
    "end_turn": _end,
}


def _check_main(position: Position) -> None:
    if position.phase.name == "dice":
        raise Illegal("inside-a-card", f"{position.phase.card} is rolled; choose a piece for it first.", "WT-14")


def _card_to_play(table: Table, seat: int, act: Act) -> Card:
    _check_main(table)
    card = act.card
    if _cards_done(table):
        raise Illegal("no-card-left", "The cards of this turn are played; end it or cast a spell.", "WT-10")
    hand = table.hands[seat]
    if card.code not in hand:
        raise Illegal("not-in-hand", f"You do not hold {card.code}; your cards are: {', '.join(hand)}.", "WT-10")
    return card


def _rolled_card(position: Position) -> Card:
    if position.phase.name != "dice":
        raise Illegal("nothing-rolled", "Nothing is rolled; a dice card is played with `roll` first.", "WT-30")
    return CARDS[position.phase.card]


def _lay_down(table: Table, seat: int, card: Card) -> None:
    """Put a card of the hand on the discard pile as one of the turn's two."""
    hand = list(table.hands[seat])
    hand.remove(card.code)
    _set_hand(table, seat, tuple(hand))
    table.discard += (card.code,)
    table.played += (card.code,)
    table.events.append({"kind": "played", "seat": seat, "card": card.code})


def _carry_out(table: Table, seat: int, act: Act, card: Card, die: int) -> None:
    """Move the chosen piece, or forfeit; `die` is the number shown, 0 for a card with a number (WT-11, WT-30)."""
    piece = act.piece
    if piece is None:
        _declare(table, seat, card, None, 0)
        _forfeit(table, seat, card, die)
        return
    steps = card.tower if piece.tower else card.wizard
    if not steps:
        moves = "towers" if card.tower else "wizards"
        raise Illegal("wrong-piece", f"{card.code} moves {moves} only, and {piece.name} is none.", "WT-20")
    steps = die or steps
    _declare(table, seat, card, piece.name, steps)
    move_piece(table, seat, piece, steps)


def _declare(table: Table, seat: int, card: Card, piece: str | None, steps: int) -> None:
    table.events.append({"kind": "declared", "seat": seat, "card": card.code, "piece": piece, "steps": steps})


def _forfeit(table: Table, seat: int, card: Card, die: int) -> None:
    acts = _choices(table, seat, card, die)
    if acts:
        choices = ", ".join(act.text for act in acts)
        raise Illegal("not-forfeit", f"{card.code} can be carried out and so it must be: {choices}.", "WT-11")
    table.events.append({"kind": "forfeited", "seat": seat, "card": card.code})


# How turns end.


def _go_on(table: Table, seat: int, chance: Chance) -> None:
    """End the turn if a wizard has entered or nothing is left that the seat could do (WT-16, WT-33, WT-51)."""
    if table.entered or (_cards_done(table) and not legal_casts(table, seat)):
        _end_turn(table, seat, chance)


def _end_turn(table: Table, seat: int, chance: Chance) -> None:
    table.events.append({"kind": "turn_ended", "seat": seat})
    _fill_hand(table, seat, chance)
    _next_turn(table)


def _fill_hand(table: Table, seat: int, chance: Chance) -> None:
    """Draw up to three cards; an empty draw pile is renewed at once, even if the hand is full (WT-15)."""
    hand = table.hands[seat]
    wanted = HAND - len(hand)
    drawn, table.draw = table.draw[:wanted], table.draw[wanted:]
    if not table.draw:
        _reshuffle(table, chance)
        missing = wanted - len(drawn)
        drawn, table.draw = drawn + table.draw[:missing], table.draw[missing:]
    table.events.append({"kind": "drew", "seat": seat, "count": wanted})
    if wanted:
        _set_hand(table, seat, hand + drawn)
        table.events.append({"kind": "drawn", "seat": seat, "cards": list(drawn)})


def _reshuffle(table: Table, chance: Chance) -> None:
    table.draw = tuple(table.discard[index] for index in chance.shuffle(len(table.discard)))
    table.discard = ()
    table.events.append({"kind": "reshuffled", "count": len(table.draw)})


def _set_hand(table: Table, seat: int, hand: tuple[str, ...]) -> None:
    table.hands = (*table.hands[:seat], hand, *table.hands[seat + 1 :])


def _next_turn(table: Table) -> None:
    """Pass the turn on, over seats that have left; with the last of the round the game may end (WT-90, WT-93)."""
    terms = table.terms
    seat, round_ends = table.turn, False
    while True:
        seat = (seat + 1) % terms.seats
        round_ends = round_ends or seat == terms.start
        if seat not in table.left:
            break
    if round_ends and reason_to_end(table):
        _end_game(table)
        return
    table.round += round_ends
    table.turn, table.played, table.hand_discarded, table.cast_by, table.phase = seat, (), False, (), MAIN
    table.events.append({"kind": "turn_began", "seat": seat, "round": table.round})


def _end_game(table: Table) -> None:
    table.phase = OVER
    table.events.append({"kind": "game_over", **result(table)})


def _resigned(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    """Let a seat leave, at any time; an open card of its own is dropped without effect (WT-93)."""
    if state.phase == OVER or type(seat) is not int or not 0 <= seat < state.terms.seats or seat in state.left:
        _refuse_seat(state, seat)
    table = Table(state)
    hand = table.hands[seat]
    table.left += (seat,)
    table.discard += hand
    _set_hand(table, seat, ())
    table.events.append({"kind": "left", "seat": seat, "cards": list(hand)})
    if len(seats_in(table)) == 1:
        _end_game(table)
    elif seat == table.turn:
        _next_turn(table)
    return table.state(), tuple(table.events)
