"""The ninety movement cards: what each moves, how far, and how many there are (section 1)."""

from typing import NamedTuple

DIE = -1
"""In place of a number of spaces: as many as the die shows."""


class Card(NamedTuple):
    """One kind of card; `tower` and `wizard` are the spaces each may be moved, 0 where the card moves none."""

    code: str
    tower: int
    wizard: int
    rolls: int
    """How often the die may be rolled; 0 for a card with a number."""
    copies: int
    """How many of the 90 cards are of this kind."""


def _cards() -> tuple[Card, ...]:
    wizard_and_tower = [card for n in range(1, 6) for card in (Card(f"W{n}", 0, n, 0, 4), Card(f"T{n}", n, 0, 0, 4))]
    same = [Card(f"T{n}W{n}", n, n, 0, 3) for n in range(1, 5)]
    mixed = [Card(f"T{t}W{w}", t, w, 0, 6) for t, w in ((5, 1), (4, 2), (2, 4), (1, 5))]
    dice = [
        Card("D1", DIE, DIE, 1, 6),
        Card("TD2", DIE, 0, 2, 3),
        Card("WD2", 0, DIE, 2, 3),
        Card("TD3", DIE, 0, 3, 1),
        Card("WD3", 0, DIE, 3, 1),
    ]
    return (*wizard_and_tower, *same, *mixed, *dice)


CARDS: dict[str, Card] = {card.code: card for card in _cards()}
"""Every kind of card by its code."""

DECK: tuple[str, ...] = tuple(card.code for card in CARDS.values() for _ in range(card.copies))
"""The codes of all 90 cards, kind by kind; a shuffle of the deck is an order of these."""

HAND = 3
"""Cards in a full hand."""

CARDS_A_TURN = 2
"""Cards that a seat plays in a turn (WT-10)."""
