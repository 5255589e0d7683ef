"""A log folds to the same hashes, positions and outcome: again, from its export, and in another process."""

import json
import subprocess
import sys
from typing import Any

import pytest

from engine import export, log
from engine.chance import Recording, Seeded
from engine.errors import Illegal
from tests.laws.subject import Subject, numbers, viewers_of
from tests.laws.subjects import every_game

SEED = b"a seed that is published when the game has ended"


class Game:
    """A whole game at random with its log, every seventh action taken back where it may be."""

    def __init__(self, subject: Subject, seed: int) -> None:
        self.source, self.name = numbers(seed), f"game {seed}"
        options, seats = subject.options(self.source)
        checked = subject.game.check_options(options, seats)
        chance = self.chance(0)
        self.position = log.begin(subject.game, checked, seats, chance)
        self.entries: list[log.Entry] = []
        self.undone = 0
        self.append(None, "setup", log.setup_action(subject.game, checked, seats, SEED), chance)
        while subject.game.to_act(self.position.state):
            self.go_on(subject)

    def chance(self, seq: int) -> Recording:
        return Recording(Seeded(SEED, self.name, seq))

    def go_on(self, subject: Subject) -> None:
        seat = self.source.choice(subject.game.to_act(self.position.state))
        action = self.source.choice(subject.game.legal(self.position.state, seat))
        if self.source.randrange(7) == 0 and log.may_undo(self.position, seat):
            action, self.undone = log.UNDO, self.undone + 1
        chance = self.chance(self.position.seq + 1)
        self.position, _ = log.play(self.position, seat, action, chance)
        self.append(seat, log.kind_of(action), dict(action), chance)

    def append(self, seat: int | None, kind: str, action: Any, chance: Recording) -> None:
        prev_hash = self.entries[-1].hash if self.entries else log.FIRST_PREV_HASH
        entry = log.seal(
            SEED,
            prev_hash,
            game=self.name,
            seq=len(self.entries),
            seat=seat,
            kind=kind,
            action=action,
            chance=chance.answers,
            at="2027-03-01T09:00:00Z",
            source="test",
        )
        self.entries.append(entry)

    def lines(self) -> list[str]:
        outcome = self.position.game.outcome(self.position.state)
        return list(export.write_lines({"game": self.name, "seed": SEED.hex()}, self.entries, outcome))


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    return {}


def a_game(games: dict[str, Game], subject: Subject) -> Game:
    """One game of the subject, played once for all tests here."""
    name = f"{subject.game.name} {subject.game.version}"
    if name not in games:
        games[name] = Game(subject, 21)
    return games[name]


@every_game
def test_folding_a_log_gives_the_live_position(subject: Subject, games: dict[str, Game]) -> None:
    game = a_game(games, subject)
    first, *entries = (log.Entry(**json.loads(line)) for line in game.lines()[1:-1])
    position = log.first(first, subject.game)
    for _, after, _ in log.fold(position, entries):
        position = after
    assert position.state == game.position.state
    assert subject.game.dump(position.state) == subject.game.dump(game.position.state)


@every_game
def test_an_undo_brings_back_the_very_position(subject: Subject, games: dict[str, Game]) -> None:
    game = a_game(games, subject)
    assert game.undone > 10
    first, *entries = game.entries
    states = [log.first(first, subject.game).state]
    for entry, after, events in log.fold(log.first(first, subject.game), entries):
        if entry.kind == "undo":
            assert after.state == states[events[0]["seq"] - 1]
        states.append(after.state)


@every_game
def test_nothing_is_undone_before_anything_was_done(subject: Subject, games: dict[str, Game]) -> None:
    position = log.first(a_game(games, subject).entries[0], subject.game)
    for seat in viewers_of(position.state, subject)[:-1]:
        with pytest.raises(Illegal):
            log.play(position, seat, log.UNDO, Seeded(SEED, "", 1))  # type: ignore[arg-type]


@every_game
def test_verification_derives_everything_again_and_names_a_changed_entry(
    subject: Subject, games: dict[str, Game]
) -> None:
    lines = a_game(games, subject).lines()
    report = export.verify_lines(lines)
    assert (report.ok, report.fault) == (True, None)
    assert report.chance_checked > 10
    changed = json.loads(lines[30])
    lines[30] = json.dumps({**changed, "source": "elsewhere"})
    report = export.verify_lines(lines)
    assert not report.ok
    assert report.fault is not None
    assert report.fault["seq"] == changed["seq"] == 29


FOLD = """
import sys
from engine import export
report = export.verify_lines(sys.stdin)
print(report.ok, report.head_hash, hash("a") == int(sys.argv[1]))
"""


@every_game
def test_another_process_with_another_hash_seed_comes_to_the_same_hashes(
    subject: Subject, games: dict[str, Game]
) -> None:
    game = a_game(games, subject)
    run = subprocess.run(
        [sys.executable, "-c", FOLD, str(hash("a"))],
        input="\n".join(game.lines()),
        env={"PYTHONHASHSEED": "12345"},
        capture_output=True,
        text=True,
        check=True,
    )
    ok, head_hash, same_hash_seed = run.stdout.split()
    assert (ok, head_hash, same_hash_seed) == ("True", game.entries[-1].hash, "False")
