"""WT-40, WT-41, KF-06, KF-07: a page tells its reader what the view tells, and nothing else."""

import random
from typing import Any

import pytest
from django.test import Client

from engine import wandering_towers
from engine.wandering_towers.position import State
from tests.factories import fresh, play_on, running_game
from tests.web.pages import html_of, signed_in, unminted
from wtgame.games import pictures, selectors
from wtgame.games.models import Game, Snapshot
from wtgame.games.positions import forget

STRICT = {"starting_seat": 0, "memory": "strict", "spells": "all"}


def redealt(state: State, seat: int | None, dice: random.Random) -> State:
    """Return the state with every card that the seat can't know dealt anew."""
    others = [other for other in range(state.terms.seats) if other != seat]
    unknown = [card for other in others for card in state.hands[other]] + list(state.draw)
    dice.shuffle(unknown)
    hands = list(state.hands)
    for other in others:
        count = len(hands[other])
        hands[other], unknown = tuple(sorted(unknown[:count])), unknown[count:]
    return state._replace(hands=tuple(hands), draw=tuple(unknown))


def put(game: Game, state: State) -> None:
    """Let the head be this state for every reader: a snapshot is where readers begin."""
    Snapshot.objects.filter(game=game).delete()
    stored = {"state": wandering_towers.dump(state), "undoable": []}
    Snapshot.objects.create(game=game, seq=game.head_seq, position=stored)
    forget()


@pytest.mark.django_db
@pytest.mark.parametrize("reader", ["Bob", None])
def test_wt_40_cards_that_a_reader_can_not_know_change_nothing_on_the_page(reader: str | None) -> None:
    game = running_game(options=STRICT)
    client: Any = signed_in(reader) if reader else Client()
    state, dice = selectors.head_of(game).state, random.Random(40)  # noqa: S311 - a test that deals the same each time
    pages = set()
    for _ in range(5):
        put(game, redealt(state, 1 if reader else None, dice))
        pages.add(unminted(html_of(client.get(f"/games/{game.pk}/"))))
    assert len(pages) == 1


@pytest.mark.django_db
def test_wt_40_own_cards_do_change_the_page() -> None:
    game, bob = running_game(options=STRICT), signed_in("Bob")
    state, dice = selectors.head_of(game).state, random.Random(40)  # noqa: S311 - a test that deals the same each time
    pages = set()
    for _ in range(5):
        put(game, redealt(state, 0, dice))
        pages.add(unminted(html_of(bob.get(f"/games/{game.pk}/"))))
    assert len(pages) > 1


@pytest.mark.django_db
def test_wt_41_a_strict_picture_names_no_covered_wizard() -> None:
    game = running_game(options=STRICT)
    covered_at_all = False
    for _ in range(15):
        game = play_on(game, 4)
        state = selectors.head_of(game).state
        covered = [
            name
            for name, place in zip(state.terms.names, state.places, strict=True)
            if place < 25 and place not in state.tops
        ]
        picture = pictures.draw(selectors.view_of(fresh(game), 0))
        words = html_of(Client().get(f"/games/{game.pk}/")).split('aria-labelledby="players"')[0]
        covered_at_all = covered_at_all or bool(covered)
        for name in covered:
            assert f">{name}<" not in picture
            assert f"{name} " not in words.split("board in words")[-1]
    assert covered_at_all
