"""Sources of chance: live, recorded and seeded. A game asks; what it was answered is stored with the move.

Seeded chance derives every answer from a secret seed, so that a retry cannot draw again and anyone can check
all answers once the seed is published. The derivation, for the n-th request (n from 0) of entry `seq`:

    block k = HMAC-SHA256(seed, "ravenpost/1" NUL game NUL seq NUL n NUL k), numbers in decimal ASCII, k = 0, 1, ...

The blocks, one after the other, are read as a stream of 4-byte big-endian numbers. A number below a bound b is
the first of the stream that is less than the greatest multiple of b up to 2**32, modulo b (rejection sampling:
no bias). `die(f)` is 1 + a number below f. `shuffle(m)` starts from 0 .. m-1 and for i = m-1 down to 1 swaps
place i with place j, j a number below i+1 taken from the same stream (Fisher and Yates; Knuth 3.4.2, P).
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from engine.errors import Unreadable

Answer = int | list[int]
"""What chance said: the face of a die, or the order of a shuffle as a list of indices from the top."""


class Chance(Protocol):
    """What a game may ask for; nothing else in the engine is random."""

    def die(self, faces: int) -> int:
        """Return a number from 1 to `faces`."""
        ...

    def shuffle(self, count: int) -> list[int]:
        """Return the numbers 0 .. count-1 in a random order."""
        ...


class Live:
    """Chance from the operating system; `below` is another source of numbers under a bound, for fast playouts."""

    def __init__(self, below: Callable[[int], int] = secrets.randbelow) -> None:
        self._below = below

    def die(self, faces: int) -> int:
        return 1 + self._below(faces)

    def shuffle(self, count: int) -> list[int]:
        return _shuffled(count, self._below)


class Recorded:
    """Chance that was answered before, read again in order; raises Unreadable where the record does not fit."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._answers = answers
        self._used = 0

    def die(self, faces: int) -> int:
        answer = self._next(f"a die of {faces}")
        if type(answer) is not int or not 1 <= answer <= faces:
            raise Unreadable("bad-chance", f"A die of {faces} was asked for and {answer!r} is recorded.")
        return answer

    def shuffle(self, count: int) -> list[int]:
        answer = self._next(f"a shuffle of {count}")
        if not _is_permutation(answer, count):
            raise Unreadable("bad-chance", f"A shuffle of {count} was asked for and {answer!r} is recorded.")
        return list(answer)  # type: ignore[arg-type]

    def finish(self) -> None:
        """Raise Unreadable if answers are left over that nobody asked for."""
        left = len(self._answers) - self._used
        if left:
            raise Unreadable("bad-chance", f"{left} recorded answers were not asked for.")

    def _next(self, asked: str) -> Answer:
        if self._used == len(self._answers):
            raise Unreadable("bad-chance", f"{asked.capitalize()} was asked for and no answer is recorded.")
        self._used += 1
        return self._answers[self._used - 1]


class Seeded:
    """Chance of one entry, derived from the game's seed (design: the derivation in this module's text)."""

    def __init__(self, seed: bytes, game: str, seq: int) -> None:
        self._seed = seed
        self._prefix = f"ravenpost/1\0{game}\0{seq}\0".encode()
        self._requests = 0

    def die(self, faces: int) -> int:
        return 1 + self._numbers()(faces)

    def shuffle(self, count: int) -> list[int]:
        return _shuffled(count, self._numbers())

    def _numbers(self) -> Callable[[int], int]:
        stream = self._stream(self._requests)
        self._requests += 1
        return lambda bound: _below(bound, stream)

    def _stream(self, request: int) -> Iterator[int]:
        block = 0
        while True:
            text = self._prefix + f"{request}\0{block}".encode()
            digest = hmac.digest(self._seed, text, hashlib.sha256)
            yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))
            block += 1


class Recording:
    """Another source of chance whose answers are kept in `answers`, to be stored with the move."""

    def __init__(self, source: Chance) -> None:
        self._source = source
        self.answers: list[Answer] = []

    def die(self, faces: int) -> int:
        answer = self._source.die(faces)
        self.answers.append(answer)
        return answer

    def shuffle(self, count: int) -> list[int]:
        answer = self._source.shuffle(count)
        self.answers.append(list(answer))
        return answer


def _below(bound: int, stream: Iterator[int]) -> int:
    limit = 2**32 - 2**32 % bound
    return next(number for number in stream if number < limit) % bound


def _shuffled(count: int, below: Callable[[int], int]) -> list[int]:
    order = list(range(count))
    for i in range(count - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def _is_permutation(answer: Answer, count: int) -> bool:
    return isinstance(answer, list) and all(type(i) is int for i in answer) and sorted(answer) == list(range(count))
