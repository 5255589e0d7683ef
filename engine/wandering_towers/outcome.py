"""The end: when it comes, why, and who stands where (section 7)."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from engine.wandering_towers.position import IN_KEEP, OVER, Position, State, reached_goal

LAST_ROUND: Final = 1000
"""After this round the game ends (WT-94)."""


def seats_in(position: Position) -> list[int]:
    """Return the seats that have not left, from seat 0 on."""
    return [seat for seat in range(position.terms.seats) if seat not in position.left]


def reason_to_end(position: Position) -> str | None:
    """Return why the game ends with this round, or None if it goes on (WT-90, WT-92 to WT-94)."""
    seats = seats_in(position)
    if len(seats) == 1:
        return "last_left"
    if any(reached_goal(position, seat) for seat in seats):
        return "goal"
    if position.places.count(IN_KEEP) == len(position.places):
        return "nobody_can"
    if position.round >= LAST_ROUND:
        return "round_limit"
    return None


def outcome(state: State) -> dict[str, Any] | None:
    """Return reason, winners, ranking (groups of equal seats, best first); `reached` only where the goal was."""
    return result(state) if state.phase == OVER else None


def result(position: Position) -> dict[str, Any]:
    """Return the outcome of a position in which the game has ended."""
    reason = reason_to_end(position)
    seats = seats_in(position)
    ranking = _RANKINGS.get(reason or "", _by_bottles)(position, seats)
    ranking += [[seat] for seat in reversed(position.left)]
    ended: dict[str, Any] = {"reason": reason, "winners": ranking[0], "ranking": ranking}
    if reason == "goal":
        ended["reached"] = [seat for seat in seats if reached_goal(position, seat)]
    return ended


def _by_goal(position: Position, seats: Sequence[int]) -> list[list[int]]:
    """Rank by WT-91: who reached the goal by full bottles, the others by wizards in, empty and full bottles."""
    each = position.terms.wizards

    def merit(seat: int) -> tuple[int, ...]:
        empty, full, _ = position.bottles[seat]
        if reached_goal(position, seat):
            return 1, full
        return 0, position.places.count(IN_KEEP, seat * each, (seat + 1) * each), -empty, full

    return _grouped(seats, merit)


def _by_bottles(position: Position, seats: Sequence[int]) -> list[list[int]]:
    """Rank by WT-92: fewest empty bottles, then most full."""
    return _grouped(seats, lambda seat: (-position.bottles[seat].empty, position.bottles[seat].full))


def _grouped(seats: Iterable[int], merit: Callable[[int], tuple[int, ...]]) -> list[list[int]]:
    groups: dict[tuple[int, ...], list[int]] = {}
    for seat in seats:
        groups.setdefault(merit(seat), []).append(seat)
    return [groups[key] for key in sorted(groups, reverse=True)]


_RANKINGS: Final = {"goal": _by_goal}
