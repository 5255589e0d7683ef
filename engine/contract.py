"""The contract that every game fulfils: pure functions on immutable values.

For an author of rules: write a module (or package) with the functions of `Game` below and add it to
`engine.registry`. It imports the standard library only, reads no clock, does no I/O, and has no source
of chance but the one that it is given. Log, undo, storage, API and verification then work. What people see of a game
is written beside it: its picture (`wtgame/games/pictures/`), its sentences and buttons (`wtgame/web/`, `wtgame/mail/`).

Laws, each a test over every registered game in `tests/laws/`:

- `to_act` is empty exactly when `outcome` is not None;
- every action of `legal` applies, and nothing else does (but resigning);
- `parse(format(action), state, seat) == action` for every legal action;
- `load(dump(state)) == state`, and equal states have equal dumps;
- applying again with the recorded chance gives the same state and events;
- what a viewer cannot know changes no view, event, legal action or error of that viewer;
- play at random ends, and pieces are conserved.
"""

from collections.abc import Hashable, Mapping
from typing import Any, Protocol, TypeVar

from engine.chance import Chance

Seat = int
"""Seats count from 0 in order of play; people read them as letters (0 is A)."""

Viewer = Seat | None
"""Who looks: a seat, or None for a spectator."""

Action = Mapping[str, Any]
"""What a seat does: a JSON object with "type", in the one form in which the rules write it."""

Event = Mapping[str, Any]
"""What happened: a JSON object with "kind"; it may hold what some viewers must not see (`events_for`)."""

Options = Mapping[str, Any]
"""What the creator of a game chose: a JSON object, checked by `check_options`."""

View = dict[str, Any]
"""All that a viewer may know of a position, as JSON."""

Outcome = dict[str, Any]
"""How a game ended: "reason" (a stable word), "winners" (seats), "ranking" (groups of equal seats, best first)."""

State = TypeVar("State", bound=Hashable)


class Game(Protocol[State]):
    """One version of the rules of one game."""

    name: str
    version: int
    seat_counts: tuple[int, ...]

    def check_options(self, options: Options, seats: int) -> Options:
        """Return the options with every default filled in; raises Unreadable or Illegal, naming what would be right."""
        ...

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        """Return the first position; `options` are as `check_options` returned them."""
        ...

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return the seats that owe a decision now; empty when the game is over."""
        ...

    def legal(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Return every legal action of the seat (but for resigning) in a stable order; () when it is not to act."""
        ...

    def apply(self, state: State, seat: Seat, action: Action, chance: Chance) -> tuple[State, tuple[Event, ...]]:
        """Return the next position and what happened; raises Illegal or Unreadable, and never changes its input."""
        ...

    def read(self, action: object) -> Action:
        """Return the one form of an action given as JSON of any kind; raises Unreadable for what is none."""
        ...

    def view(self, state: State, viewer: Viewer) -> View:
        """Return all that the viewer may know of the position, built from nothing, and nothing else."""
        ...

    def events_for(self, events: tuple[Event, ...], viewer: Viewer) -> list[dict[str, Any]]:
        """Return what the viewer was shown when the events happened."""
        ...

    def action_for(self, action: Action, seat: Seat, viewer: Viewer) -> Action | None:
        """Return the seat's action as the viewer may read it in the log, or None where it is secret."""
        ...

    def takes_back(self, events: tuple[Event, ...]) -> bool:
        """Say whether the action behind these events may be undone: nothing was rolled, drawn or revealed."""
        ...

    def outcome(self, state: State) -> Outcome | None:
        """Return the final ranking with its reason, or None while the game runs."""
        ...

    def parse(self, text: str, state: State, seat: Seat) -> Action:
        """Return the action written in notation; raises Unreadable, Ambiguous or Illegal, quoting the text."""
        ...

    def format(self, action: Action) -> str:
        """Return the action in notation, as people write it in a mail; raises Unreadable for what is no action."""
        ...

    def dump(self, state: State) -> str:
        """Return the whole state as one line of text."""
        ...

    def load(self, text: str) -> State:
        """Return the state of a dump; raises Unreadable for any text that is none."""
        ...
