"""Wandering Towers in sentences: what happened, and what a seat holds."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

Event = Mapping[str, Any]
Names = Sequence[str]
"""The name of each seat, from seat 0."""


def sentence(event: Event, names: Names) -> str:
    """Return an event as a sentence, or "" for one that says nothing beyond its neighbours, or is unknown."""
    words = _SENTENCES.get(event["kind"])
    return words(event, names) if words else ""


def hand(view: Mapping[str, Any], seat: int) -> str:
    """Return the cards that a seat may see of its own hand."""
    cards = (each["cards"] for each in view["hands"] if seat in each["seats"])
    return ", ".join(next(cards, ()) or ())


def _who(event: Event, names: Names) -> str:
    return names[event["seat"]]


def _played(event: Event, names: Names) -> str:
    return _("%(who)s plays %(card)s.") % {"who": _who(event, names), "card": event["card"]}


def _rolled(event: Event, names: Names) -> str:
    return _("%(who)s rolls a %(die)s for %(card)s.") % {**event, "who": _who(event, names)}


def _forfeited(event: Event, names: Names) -> str:
    return _("%(card)s can move nothing.") % event


def _hand_discarded(event: Event, names: Names) -> str:
    facts = {"who": _who(event, names), "cards": ", ".join(event["cards"])}
    return _("%(who)s discards a whole hand: %(cards)s.") % facts


def _wizard_moved(event: Event, names: Names) -> str:
    return _("Wizard %(piece)s moves from space %(from)s to space %(to)s.") % event


def _entered(event: Event, names: Names) -> str:
    return _("Wizard %(piece)s enters Ravenskeep.") % event


def _keep_moved(event: Event, names: Names) -> str:
    return _("Ravenskeep moves from space %(from)s to space %(to)s.") % event


def _tower_moved(event: Event, names: Names) -> str:
    facts = {**event, "towers": ", ".join(f"t{tower}" for tower in event["towers"])}
    words = ngettext(
        "Tower %(towers)s moves from space %(from)s to space %(to)s.",
        "Towers %(towers)s move from space %(from)s to space %(to)s.",
        len(event["towers"]),
    )
    return " ".join([words % facts, *([_("Ravenskeep goes with it.")] if event["keep"] else [])])


def _revealed(event: Event, names: Names) -> str:
    if event["wizards"]:
        return _("To be seen again on space %(space)s: %(wizards)s.") % _with_wizards(event)
    return _("Nobody comes to light on space %(space)s.") % event if event["was_hidden"] else ""


def _imprisoned(event: Event, names: Names) -> str:
    return _("Imprisoned on space %(space)s: %(wizards)s.") % _with_wizards(event)


def _with_wizards(event: Event) -> dict[str, Any]:
    return {**event, "wizards": ", ".join(event["wizards"])}


def _bottle_filled(event: Event, names: Names) -> str:
    facts = {"who": _who(event, names), "full": event["full"]}
    words = ngettext(
        "%(who)s fills a bottle and has %(full)s full one.",
        "%(who)s fills a bottle and has %(full)s full ones.",
        event["full"],
    )
    return words % facts


def _cast(event: Event, names: Names) -> str:
    facts = {"who": _who(event, names), "spell": spells()[event["spell"]], "cost": event["cost"]}
    words = ngettext(
        "%(who)s casts “%(spell)s” for %(cost)s bottle.",
        "%(who)s casts “%(spell)s” for %(cost)s bottles.",
        event["cost"],
    )
    return words % facts


def spells() -> dict[str, str]:
    """Return the name of each spell in the language of the moment."""
    return {
        "advance_wizard": _("Advance a Wizard"),
        "headwind_wizard": _("Headwind for a Wizard"),
        "advance_tower": _("Advance a Tower"),
        "headwind_tower": _("Headwind for a Tower"),
        "swap_towers": _("Swap Towers"),
        "nudge_keep": _("Nudge Ravenskeep"),
        "free_wizard": _("Free a Wizard"),
    }


def _towers_swapped(event: Event, names: Names) -> str:
    one, other = event["spaces"]
    return _("The uppermost towers of spaces %(one)s and %(other)s change places.") % {"one": one, "other": other}


def _freed(event: Event, names: Names) -> str:
    if event["piece"] is None:
        return _("Nobody is freed on space %(space)s.") % event
    return _("Wizard %(piece)s is freed on space %(space)s.") % event


def _drew(event: Event, names: Names) -> str:
    if not event["count"]:
        return ""
    facts = {"who": _who(event, names), "count": event["count"]}
    return ngettext("%(who)s draws %(count)s card.", "%(who)s draws %(count)s cards.", event["count"]) % facts


def _drawn(event: Event, names: Names) -> str:
    return _("You draw %(cards)s.") % {"cards": ", ".join(event["cards"])}


def _reshuffled(event: Event, names: Names) -> str:
    return _("The discard pile is shuffled into a new draw pile.")


def _left(event: Event, names: Names) -> str:
    return _("%(who)s leaves the game.") % {"who": _who(event, names)}


def _goal_reached(event: Event, names: Names) -> str:
    return _("%(who)s has reached the goal; the round is played to its end.") % {"who": _who(event, names)}


def _undone(event: Event, names: Names) -> str:
    return _("%(who)s takes move %(seq)s back.") % {"who": _who(event, names), "seq": event["seq"]}


_SENTENCES: dict[str, Callable[[Event, Names], str]] = {
    "played": _played,
    "rolled": _rolled,
    "forfeited": _forfeited,
    "hand_discarded": _hand_discarded,
    "wizard_moved": _wizard_moved,
    "entered": _entered,
    "keep_moved": _keep_moved,
    "tower_moved": _tower_moved,
    "revealed": _revealed,
    "imprisoned": _imprisoned,
    "bottle_filled": _bottle_filled,
    "cast": _cast,
    "towers_swapped": _towers_swapped,
    "freed": _freed,
    "drew": _drew,
    "drawn": _drawn,
    "reshuffled": _reshuffled,
    "left": _left,
    "goal_reached": _goal_reached,
    "undone": _undone,
}
