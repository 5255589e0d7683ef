"""Legal actions as buttons: grouped by the card or spell they use, each with where it leads."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

SPACES: Final = 16


class Choice(NamedTuple):
    """A button: `action` is the JSON that it sends, `name` what it moves, `leads` where to or what for."""

    action: str
    notation: str
    name: str
    leads: str


class Group(NamedTuple):
    """The buttons of one card or spell, under its title; a folded one is opened by a click."""

    title: str
    folded: bool
    choices: list[Choice]


SPELLS: Final[dict[str, str | Promise]] = {
    "advance_wizard": gettext_lazy("one of your visible wizards goes one space on"),
    "headwind_wizard": gettext_lazy("one of your visible wizards goes one space back"),
    "advance_tower": gettext_lazy("a tower goes two spaces on"),
    "headwind_tower": gettext_lazy("a tower goes two spaces back"),
    "swap_towers": gettext_lazy("the topmost towers of two spaces change places"),
    "nudge_keep": gettext_lazy("Ravenskeep goes to the next free place"),
    "free_wizard": gettext_lazy("a wizard of yours right beneath a tower comes out on top"),
    "piggyback": gettext_lazy("a wizard of yours rides along"),
}
_SPELL_STEPS: Final = {"advance_wizard": 1, "headwind_wizard": -1, "advance_tower": 2, "headwind_tower": -2}
_CARD: Final = re.compile(r"(?P<kind>[TWD]+)(?P<number>\d)(?:W(?P<wizard>\d))?")


def grouped(legal: Iterable[Mapping[str, Any]], view: Mapping[str, Any]) -> list[Group]:
    """Return the legal actions in groups, in the order in which the rules list them."""
    where = _places(view)
    groups: dict[str, Group] = {}
    for entry in legal:
        action = entry["action"]
        title, folded = _title(action, view)
        group = groups.setdefault(title, Group(title, folded, []))
        group.choices.append(_choice(entry, view, where))
    return list(groups.values())


def _title(action: Mapping[str, Any], view: Mapping[str, Any]) -> tuple[str, bool]:
    kind = action["type"]
    if kind in ("play", "roll"):
        return _("Card %(card)s: %(words)s") % {"card": action["card"], "words": card_words(action["card"])}, False
    if kind == "cast":
        return _spell_title(action["spell"], view), True
    if kind == "discard_hand":
        return _("Throw the whole hand away, then move a tower one space or none"), True
    if kind in ("choose", "reroll"):
        return _("The die shows %(die)s: choose the piece") % {"die": view["phase"].get("die", "")}, False
    return _("Turn"), False


def _spell_title(spell: str, view: Mapping[str, Any]) -> str:
    cost = next((known["cost"] for known in view["spells"] if known["spell"] == spell), 0)
    words = {"spell": spell, "words": SPELLS.get(spell, ""), "cost": cost}
    return _("Spell %(spell)s for full bottles, %(cost)s of them: %(words)s") % words


def card_words(code: str) -> str:
    """Return what a card does, in words."""
    tower, wizard = steps_of(code, None)
    kind = _CARD.fullmatch(code)
    if kind is not None and "D" in kind["kind"]:
        return _dice_words(kind["kind"], int(kind["number"]))
    if tower and wizard:
        return _("a tower %(tower)s or a wizard %(wizard)s") % {"tower": tower, "wizard": wizard}
    return _("a tower %(tower)s") % {"tower": tower} if tower else _("a wizard %(wizard)s") % {"wizard": wizard}


def _dice_words(kind: str, rolls: int) -> str:
    what = {"TD": _("a tower"), "WD": _("a wizard")}.get(kind, _("a tower or a wizard"))
    return _("%(piece)s as the die says, rolls: %(rolls)s") % {"piece": what, "rolls": rolls}


def steps_of(code: str, die: int | None) -> tuple[int, int]:
    """Return how far a card moves a tower and a wizard: 0 where it moves none; dice cards as the die says."""
    card = _CARD.fullmatch(code)
    if card is None:
        return 0, 0
    kind, number = card["kind"], int(card["number"])
    if "D" in kind:
        steps = die or 0
        return (0 if kind == "WD" else steps), (0 if kind == "TD" else steps)
    if kind == "W":
        return 0, number
    return number, int(card["wizard"] or 0)


def _places(view: Mapping[str, Any]) -> dict[str, int]:
    """Return the space of every piece that the view shows."""
    found: dict[str, int] = {}
    for space in view["spaces"]:
        layers = [space["wizards"], *(tower["wizards"] for tower in space["towers"])]
        names = [name for wizards in layers for name in wizards or []]
        names += [tower["tower"] for tower in space["towers"]]
        found.update(dict.fromkeys(names, space["space"]))
    return found


def _choice(entry: Mapping[str, Any], view: Mapping[str, Any], where: Mapping[str, int]) -> Choice:
    action = entry["action"]
    name, leads = _WORDS.get(action["type"], _plain)(action, view, where)
    return Choice(json.dumps(action), entry["notation"], name or entry["notation"], leads)


Words = tuple[str, str]


def _plain(action: Mapping[str, Any], view: Mapping[str, Any], where: Mapping[str, int]) -> Words:
    titles = {
        "end_turn": _("End the turn"),
        "reroll": _("Roll again"),
        "roll": _("Roll the die"),
        "pass": _("Pass"),
    }
    return titles.get(action["type"], ""), ""


def _piece(action: Mapping[str, Any], view: Mapping[str, Any], where: Mapping[str, int]) -> Words:
    piece, phase = action["piece"], view["phase"]
    if piece is None:
        return _("Put it away"), _("it can't move anything")
    code = action.get("card") or phase.get("card", "")
    tower, wizard = steps_of(code, phase.get("die"))
    return piece, _arrival(piece, tower if piece.startswith("t") else wizard, where)


def _discard(action: Mapping[str, Any], view: Mapping[str, Any], where: Mapping[str, int]) -> Words:
    tower = action["tower"]
    return (tower, _arrival(tower, 1, where)) if tower else (_("No tower"), "")


def _cast(action: Mapping[str, Any], view: Mapping[str, Any], where: Mapping[str, int]) -> Words:
    if "spaces" in action:
        return _("spaces %(first)s and %(second)s") % dict(zip(("first", "second"), action["spaces"], strict=True)), ""
    if "direction" in action:
        return (_("clockwise") if action["direction"] == "cw" else _("counter-clockwise")), ""
    steps = _SPELL_STEPS.get(action["spell"])
    return action["piece"], _arrival(action["piece"], steps, where) if steps else ""


_WORDS: Final[dict[str, Callable[..., Words]]] = {
    "play": _piece,
    "choose": _piece,
    "discard_hand": _discard,
    "cast": _cast,
}


def _arrival(piece: str, steps: int, where: Mapping[str, int]) -> str:
    if piece not in where:
        return ""
    return _("to space %(space)s") % {"space": (where[piece] + steps) % SPACES}
