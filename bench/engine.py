"""The rules engine: moves a second beside python-chess, time of `legal`, refolding a log, and thousands of games whole.

Prints one JSON document; exits with 1 when a move is slower than the floor, or a game has a fault. `--quick` plays
fewer games. The figures are taken on one core, in seconds of the processor, without checks in between; the games with
every check run afterwards.
"""

import argparse
import json
import multiprocessing
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess

sys.path.insert(0, str(Path(__file__).parent.parent))

import engine.wandering_towers as game
from engine import log
from engine.chance import Live, Recording
from engine.wandering_towers.position import State
from tests.laws.subject import below, numbers, played
from tests.laws.wandering_towers import WANDERING_TOWERS

FLOOR = 20_000
"""Moves a second that must hold."""

GOAL = 35_000
"""Moves a second that we aim at: python-chess's pace on a machine of its own."""

REFOLD_GOAL = 30_000
SEATS = 4
LONGEST_CHESS = 300
"""Plies after which a game of chess is broken off."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer games, under a minute")
    quick = parser.parse_args().quick
    figures = {**_paces(runs=5 if quick else 15), **_legal(games=5 if quick else 30), **_refold(runs=3 if quick else 9)}
    checked = _checked_games(300 if quick else 10_000)
    ok = figures["moves_a_second"] >= FLOOR and not checked["faults"]
    document = {"bench": "engine", "ok": ok, "floor": FLOOR, "goal": GOAL, **figures, **checked}
    print(json.dumps(document, indent=2))
    return 0 if ok else 1


def _paces(runs: int) -> dict[str, Any]:
    """Play both games at random by turns, so that both meet the same machine; the median of the runs counts."""
    ours, theirs = [], []
    for run in range(runs):
        ours.append(_pace(_play_towers, run))
        theirs.append(_pace(_play_chess, run))
    return {
        "moves_a_second": round(statistics.median(ours)),
        "python_chess_moves_a_second": round(statistics.median(theirs)),
        "to_python_chess": round(statistics.median(ours) / statistics.median(theirs), 2),
        "seats": SEATS,
        "runs": runs,
    }


def _pace(play: Callable[[random.Random, float], int], run: int) -> float:
    """Return moves a second of random play for about half a second."""
    source = numbers(run)
    started = time.process_time()
    moves = play(source, started + 0.5)
    return moves / (time.process_time() - started)


def _play_towers(source: random.Random, until: float) -> int:
    chance, choose, moves = Live(below(source)), source.choice, 0
    options = game.check_options({"spells": "all"}, SEATS)
    while time.process_time() < until:
        state = game.setup(options, SEATS, chance)
        while seats := game.to_act(state):
            seat = seats[0]
            state, _ = game.apply(state, seat, choose(game.legal(state, seat)), chance)
            moves += 1
    return moves


def _play_chess(source: random.Random, until: float) -> int:
    choose, moves = source.choice, 0
    while time.process_time() < until:
        board = chess.Board()
        for _ in range(LONGEST_CHESS):  # draws are not looked for: that alone would take most of the time
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(choose(legal))
            moves += 1
    return moves


def _legal(games: int) -> dict[str, Any]:
    """Time `legal` in each position of some games."""
    times = []
    for number in range(games):
        for step in played(WANDERING_TOWERS, number):
            started = time.process_time()
            game.legal(step.before, step.seat)
            times.append(time.process_time() - started)
    return {"legal_microseconds": round(statistics.median(times) * 1e6, 1)}


def _refold(runs: int) -> dict[str, Any]:
    """Fold a stored log again, each entry checked by the rules, from actions as JSON brings them."""
    entries = _entries()
    paces = []
    for _ in range(runs):
        position = log.first(entries[0], game)
        started = time.process_time()
        for _, after, _ in log.fold(position, entries[1:]):
            position = after
        paces.append((len(entries) - 1) / (time.process_time() - started))
    return {"refold_entries_a_second": round(statistics.median(paces)), "refold_goal": REFOLD_GOAL}


def _entries() -> list[log.Entry]:
    """Return the log of the longest of some games, as it comes from a database."""
    games = [_log_of(seed) for seed in range(5)]
    return max(games, key=len)


def _log_of(seed: int) -> list[log.Entry]:
    source = numbers(seed)
    options = game.check_options({"spells": "all", "starting_seat": 0}, SEATS)
    chance = Recording(Live(below(source)))
    position = log.begin(game, options, SEATS, chance)
    entries = [_sealed(0, None, log.setup_action(game, options, SEATS, b""), chance)]
    while seats := game.to_act(position.state):
        action = source.choice(game.legal(position.state, seats[0]))
        chance = Recording(Live(below(source)))
        position, _ = log.play(position, seats[0], action, chance)
        entries.append(_sealed(position.seq, seats[0], json.loads(json.dumps(action)), chance))
    return entries


def _sealed(seq: int, seat: int | None, action: Any, chance: Recording) -> log.Entry:
    return log.seal(
        b"", "0" * 64, game="", seq=seq, seat=seat, kind="", action=action, chance=chance.answers, at="", source=""
    )


def _checked_games(count: int) -> dict[str, Any]:
    """Play whole games of 2 to 6 seats with spells at random, looking for faults after each move."""
    with multiprocessing.Pool(2) as pool:
        results = pool.map(_checked_game, range(count), chunksize=10)
    found = [fault for _, faults in results for fault in faults]
    moves = [length for length, _ in results]
    return {
        "checked_games": count,
        "checked_moves": sum(moves),
        "longest_game": max(moves),
        "faults": len(found),
        "first_faults": found[:5],
    }


def _checked_game(seed: int) -> tuple[int, list[str]]:
    moves, first, state = 0, None, None
    for step in played(WANDERING_TOWERS, seed):
        first, state, moves = first or step.before, step.after, moves + 1
        faults = [f"game {seed}, move {moves}: {fault}: {game.dump(state)}" for fault in _faults(state, first)]
        if faults:
            return moves, faults
    return moves, [] if state and game.outcome(state) else [f"game {seed} has not ended"]


def _faults(state: State, first: State) -> list[str]:
    return list(WANDERING_TOWERS.faults(state, first))


if __name__ == "__main__":
    sys.exit(main())
