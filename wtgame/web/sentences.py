"""What happened, in sentences: each from one event as its viewer was shown it, and from nothing else."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

SEATS: Final = "ABCDEFGH"
Event = Mapping[str, Any]

_PLAIN: Final[dict[str, str | Promise]] = {
    "entered": gettext_lazy("%(piece)s enters Ravenskeep."),
    "imprisoned": gettext_lazy("Covered there: %(wizards)s."),
    "bottle_filled": gettext_lazy("%(seat)s fills a bottle and has %(full)s full."),
    "goal_reached": gettext_lazy("%(seat)s has reached the goal; this round is the last."),
    "rolled": gettext_lazy("The die for %(card)s shows %(die)s."),
    "hand_discarded": gettext_lazy("%(seat)s throws the hand away: %(cards)s."),
    "forfeited": gettext_lazy("%(card)s moves nothing and is put away."),
    "turn_ended": gettext_lazy("The turn of %(seat)s ends."),
    "drawn": gettext_lazy("You drew %(cards)s."),
    "reshuffled": gettext_lazy("The discard pile is shuffled: %(count)s cards to draw."),
    "turn_began": gettext_lazy("Turn of %(seat)s, round %(round)s."),
    "left": gettext_lazy("%(seat)s leaves the game."),
    "game_over": gettext_lazy("The game is over."),
    "undone": gettext_lazy("%(seat)s takes move %(seq)s back."),
}
"""Sentences by kind of event; kinds that are in neither table say nothing that another doesn't."""


def sentences(events: Iterable[Event]) -> list[str]:
    """Return the sentences of an entry's events, in the order in which they happened."""
    told = (_sentence(event) for event in events)
    return [sentence for sentence in told if sentence]


def _sentence(event: Event) -> str:
    own = _OWN.get(event["kind"])
    if own is not None:
        return own(event)
    plain = _PLAIN.get(event["kind"])
    return str(plain) % {name: _word(name, value) for name, value in event.items()} if plain else ""


def _word(name: str, value: Any) -> str:
    if name == "seat":
        return SEATS[value]
    return " ".join(str(one) for one in value) if isinstance(value, list | tuple) else str(value)


def _wizard_moved(event: Event) -> str:
    if event["from"] == event["to"]:  # up, by free_wizard, which has its own sentence
        return ""
    return _("%(piece)s goes from space %(from)s to space %(to)s.") % dict(event)


def _tower_moved(event: Event) -> str:
    words = {"piece": event["piece"], "from": event["from"], "to": event["to"]}
    if len(event["towers"]) > 1:
        return _("%(piece)s goes from space %(from)s to space %(to)s with all that is above it.") % words
    if event["keep"]:
        return _("%(piece)s carries Ravenskeep from space %(from)s to space %(to)s.") % words
    return _("%(piece)s goes from space %(from)s to space %(to)s.") % words


def _revealed(event: Event) -> str:
    if not event["wizards"]:
        return ""
    words = {"wizards": " ".join(event["wizards"]), "space": event["space"]}
    return _("Seen beneath it on space %(space)s: %(wizards)s.") % words


def _keep_moved(event: Event) -> str:
    if event["from"] == event["to"]:
        return _("Ravenskeep finds no other place and stays on space %(to)s.") % {"to": event["to"]}
    return _("Ravenskeep moves to space %(to)s.") % {"to": event["to"]}


def _cast(event: Event) -> str:
    words = {"seat": SEATS[event["seat"]], "spell": event["spell"], "cost": event["cost"]}
    return _("%(seat)s casts %(spell)s (bottles: %(cost)s).") % words


def _swapped(event: Event) -> str:
    first, second = event["spaces"]
    words = {"first": first, "second": second}
    return _("The topmost towers of spaces %(first)s and %(second)s change places.") % words


def _freed(event: Event) -> str:
    if event["piece"] is None:
        return _("Nobody of %(seat)s stands there, so nobody comes out.") % {"seat": SEATS[event["seat"]]}
    return _("%(piece)s comes out on top on space %(space)s.") % {"piece": event["piece"], "space": event["space"]}


def _drew(event: Event) -> str:
    if not event["count"]:
        return ""
    return _("Cards drawn by %(seat)s: %(count)s.") % {"seat": SEATS[event["seat"]], "count": event["count"]}


_OWN: Final[dict[str, Callable[[Event], str]]] = {
    "wizard_moved": _wizard_moved,
    "tower_moved": _tower_moved,
    "revealed": _revealed,
    "keep_moved": _keep_moved,
    "cast": _cast,
    "freed": _freed,
    "towers_swapped": _swapped,
    "drew": _drew,
}
"""Kinds whose sentence depends on more than the words to put in."""

_REASONS: Final[dict[str, str | Promise]] = {
    "goal": gettext_lazy("The goal was reached: all wizards in Ravenskeep and no bottle empty."),
    "last_left": gettext_lazy("All others have left."),
    "nobody_can": gettext_lazy("All wizards are in Ravenskeep, and nobody can fill the last bottles any more."),
    "round_limit": gettext_lazy("The last round that the rules allow is over."),
}


def reason(outcome: Mapping[str, Any]) -> str:
    """Return why the game ended."""
    return str(_REASONS.get(outcome["reason"], outcome["reason"]))
