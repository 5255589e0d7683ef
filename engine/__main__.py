"""The whole engine from a terminal: `python -m engine play | random | show | verify`."""

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from engine import registry
from engine.chance import Chance, Live, Seeded
from engine.contract import Game
from engine.errors import Ambiguous, EngineError
from engine.export import verify_lines
from engine.wandering_towers import drawing

DRAWINGS: dict[str, Callable[[dict[str, Any]], str]] = {"wandering_towers": drawing.draw}
"""How each game's view is drawn as text."""

BOARDS: dict[str, Callable[[str], str]] = {"wandering_towers": drawing.draw_board}
"""How a board alone, as its position string, is drawn as text."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command; returns its exit status: 0 fine, 1 a fault was found, 2 it can't be done."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.command(options)
    except (EngineError, OSError, UnicodeDecodeError) as error:
        print(error, file=sys.stderr)
        return 2
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    play = commands.add_parser("play", help="play at one terminal, writing moves in notation")
    random = commands.add_parser("random", help="let random players play and hunt faults; prints JSON")
    for command in (play, random):
        command.add_argument("--seats", type=int, default=4, help="how many play (4)")
        command.add_argument(
            "--spells", default="first_game", help="first_game, all, a number at random, or names a,b,c"
        )
        command.add_argument("--memory", default="open", help="open or strict")
        command.add_argument("--seed", help="makes all chance repeatable")
    random.add_argument("--games", type=int, default=10, help="how many games (10)")
    show = commands.add_parser("show", help="draw a position string, or a dump of a whole position")
    show.add_argument("position", metavar="POSITION", help="the text, or - to read it from standard input")
    verify = commands.add_parser("verify", help="check an exported game; prints JSON")
    verify.add_argument("file", metavar="FILE", help="the export, JSON Lines")
    for command in (play, random, show):
        command.add_argument("--game", default="wandering_towers", help="name of the game (wandering_towers)")
    for command, run in ((play, _play), (random, _random), (show, _show), (verify, _verify)):
        command.set_defaults(command=run)
    return parser


def _options(options: argparse.Namespace) -> dict[str, Any]:
    spells: Any = options.spells
    if spells.isdecimal():
        spells = {"random": int(spells[:9])}
    elif "," in spells:
        spells = spells.split(",")
    return {"memory": options.memory, "spells": spells}


def _chance(seed: str | None, name: str, seq: int) -> Chance:
    return Live() if seed is None else Seeded(seed.encode(), name, seq)


def _play(options: argparse.Namespace) -> int:
    game = registry.latest(options.game)
    checked = game.check_options(_options(options), options.seats)
    state, seq = game.setup(checked, options.seats, _chance(options.seed, "play", 0)), 0
    while seats := game.to_act(state):
        seat, seq = seats[0], seq + 1
        print("", DRAWINGS[game.name](game.view(state, seat)), sep="\n")
        try:
            action = _ask(game, state, seat)
        except EOFError:
            print()
            return 0
        state, events = game.apply(state, seat, action, _chance(options.seed, "play", seq))
        for event in game.events_for(events, None):
            print(" ", event.pop("kind"), ", ".join(f"{name} {value}" for name, value in event.items()))
    print("", DRAWINGS[game.name](game.view(state, None)), sep="\n")
    return 0


def _ask(game: Game[Any], state: Any, seat: int) -> Any:
    """Ask until a legal action is written; `?` lists them all. Raises EOFError when nobody answers any more."""
    while True:
        text = input(f"{'ABCDEF'[seat]} moves (? lists the moves): ")
        if text.strip() == "?":
            print(", ".join(game.format(action) for action in game.legal(state, seat)))
            continue
        try:
            return game.parse(text, state, seat)
        except Ambiguous as error:
            print(f"Which one? {', '.join(error.choices)}")
        except EngineError as error:
            print(error)


def _random(options: argparse.Namespace) -> int:
    game = registry.latest(options.game)
    checked = game.check_options(_options(options), options.seats)
    seed = options.seed or "random"
    lengths, faults, began = [], 0, time.perf_counter()
    for number in range(options.games):
        moves, fault = _random_game(game, checked, options.seats, Seeded(seed.encode(), "random", number))
        lengths.append(moves)
        if fault:
            faults += 1
            print(f"game {number} of seed {seed}, move {moves}: {fault}", file=sys.stderr)
    figures = {
        "games": len(lengths),
        "moves": sum(lengths),
        "longest": max(lengths, default=0),
        "seconds": round(time.perf_counter() - began, 3),
        "faults": faults,
    }
    print(json.dumps({"ok": not faults, "game": game.name, "version": game.version, "seed": seed, **figures}))
    return 1 if faults else 0


def _random_game(game: Game[Any], checked: Any, seats: int, chance: Chance) -> tuple[int, str]:
    """Play a game at random; returns how many moves it had and, if it broke, where: a text that can be loaded."""
    state, moves = game.setup(checked, seats, chance), 0
    while on_turn := game.to_act(state):
        text = game.dump(state)
        if game.load(text) != state:
            return moves, f"the dump does not load to the same position: {text}"
        seat = on_turn[chance.die(len(on_turn)) - 1]
        actions = game.legal(state, seat)
        if not actions:
            return moves, f"a seat is to act and has no legal action: {text}"
        action = actions[chance.die(len(actions)) - 1]
        try:
            state, _ = game.apply(state, seat, action, chance)
        except EngineError as error:
            return moves, f"{game.format(action)} is legal and refused ({error}): {text}"
        moves += 1
    return moves, "" if game.outcome(state) else f"nobody is to act and there is no outcome: {game.dump(state)}"


def _show(options: argparse.Namespace) -> int:
    game = registry.latest(options.game)
    text = sys.stdin.read().strip() if options.position == "-" else options.position.strip()
    if " {" not in text:
        print(BOARDS[game.name](text))
        return 0
    state = game.load(text)
    view = game.view(state, None)
    view["hands"] = [game.view(state, seat)["hands"][seat] for seat in range(len(view["hands"]))]
    print(DRAWINGS[game.name](view))
    return 0


def _verify(options: argparse.Namespace) -> int:
    with open(options.file, encoding="utf-8") as lines:  # noqa: PTH123 - a path as the caller wrote it
        report = verify_lines(lines)
    print(json.dumps(asdict(report)))
    return 0 if report.ok else 1


if __name__ == "__main__":
    sys.exit(main())
