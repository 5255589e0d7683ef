"""The engine against a second, plain implementation, in positions reached at random."""

from collections.abc import Iterator
from typing import Any

import engine.wandering_towers as game
from engine.wandering_towers.actions import ACTS, SEATS
from engine.wandering_towers.position import State, write_board
from tests.engine.wandering_towers import naive
from tests.laws.subject import Step, some_steps
from tests.laws.wandering_towers import WANDERING_TOWERS


def steps(games: int, every: int) -> Iterator[Step]:
    return some_steps(WANDERING_TOWERS, games, every, seed=500)


def wizards(state: State, seat: int) -> list[str]:
    return [f"{SEATS[seat]}{number}" for number in range(1, state.terms.wizards + 1)]


def expected(state: State) -> set[str]:
    """Every legal action of the seat on turn by the rules alone, in notation."""
    seat, ring = state.turn, naive.ring(write_board(state))
    if state.phase.name == "dice":
        card, die = state.phase.card, state.phase.die
        tower_steps, wizard_steps = (die if kind in card or card == "D1" else 0 for kind in "TW")
        found = set(naive.choices(ring, wizards(state, seat), tower_steps, wizard_steps)) or {"-"}
        return found | ({"reroll"} if state.phase.rolls_left else set())
    texts = set(expected_casts(state, ring))
    if state.hand_discarded or len(state.played) == 2:
        return texts | {"end"}
    for card in state.hands[seat]:
        if "D" in card:
            texts.add(f"{card} roll")
        else:
            pieces = set(naive.choices(ring, wizards(state, seat), *naive.piece_steps(card))) or {"-"}
            texts |= {f"{card} {piece}" for piece in pieces}
    if not state.played:
        texts |= {"discard"} | {f"discard {piece}" for piece in naive.choices(ring, [], 1, 0)}
    return texts


def expected_casts(state: State, ring: naive.Ring) -> Iterator[str]:
    if state.cast_by:
        return
    for text, act in ACTS.items():
        spell = act.get("spell")
        payable = spell in state.terms.spells and naive.COSTS[spell] <= state.bottles[state.turn].full
        if payable and naive.cast(ring, SEATS[state.turn], act) is not None:
            yield text


def test_legal_actions_are_those_of_the_plain_implementation() -> None:
    for step in steps(games=20, every=12):
        assert {action.text for action in game.legal(step.before, step.before.turn)} == expected(step.before)


def ring_after(step: Step) -> naive.Ring | None:
    """The ring that an action leads to; None for one that moves nothing."""
    state, action = step.before, step.action
    ring = naive.ring(write_board(state))
    if action["type"] == "cast":
        return naive.cast(ring, SEATS[step.seat], dict(action))
    piece = action.get("piece") or action.get("tower")
    if piece is None:
        return None
    if action["type"] == "discard_hand":
        return naive.moved(ring, piece, 1)
    card = action.get("card")
    tower_steps, wizard_steps = naive.piece_steps(card) if card else (state.phase.die, state.phase.die)
    return naive.moved(ring, piece, tower_steps if piece[0] == "t" else wizard_steps)


def test_what_moves_ends_where_the_plain_implementation_puts_it() -> None:
    moves = 0
    for step in steps(games=40, every=3):
        after = ring_after(step)
        if after is not None:
            assert ordered(naive.ring(write_board(step.after))) == ordered(after), step
            moves += 1
    assert moves > 2000


def ordered(ring: naive.Ring) -> list[list[Any]]:
    """The ring with the wizards of each layer sorted; towers and Ravenskeep stay in their order."""
    result = []
    for column in ring:
        layers: list[Any] = [[]]
        for item in column:
            if naive.is_tower(item) or item == "K":
                layers += [item, []]
            else:
                layers[-1].append(item)
        result.append([sorted(layer) if isinstance(layer, list) else layer for layer in layers])
    return result


def test_wt_27_who_is_imprisoned_and_which_bottle_is_filled() -> None:
    imprisonments = 0
    for step in steps(games=40, every=3):
        tower = next((event for event in step.events if event["kind"] == "tower_moved"), None)
        if tower:
            distance = (tower["to"] - tower["from"]) % 16
            ring = naive.ring(write_board(step.before))
            result = naive.tower_moved(ring, int(tower["piece"][1]), distance)
            assert result is not None
            told = next((event["wizards"] for event in step.events if event["kind"] == "imprisoned"), [])
            assert told == result[1]
            spent = sum(event["cost"] for event in step.events if event["kind"] == "cast")
            empty, full, gone = step.before.bottles[step.seat]
            fills = int(bool(told) and empty > 0)
            assert step.after.bottles[step.seat] == (empty - fills, full - spent + fills, gone + spent)
            imprisonments += fills
    assert imprisonments > 100
