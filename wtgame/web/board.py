"""The board on a page: its picture inside the HTML, and the same in words."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from wtgame.games import pictures


def inline(view: Mapping[str, Any]) -> SafeString:
    """Return the picture as a part of a page."""
    return mark_safe(pictures.draw(view))  # noqa: S308 - the picture escapes all that it writes


def in_words(view: Mapping[str, Any]) -> Iterator[str]:
    """Give a sentence for each space on which something stands, for who can't see the picture."""
    for space in view["spaces"]:
        layers = list(_layers(space))
        if space["space"] == view["keep"]["space"]:
            layers.append(_("Ravenskeep"))
        if layers:
            yield _("Space %(space)s, from the ground up: %(layers)s.") % {
                "space": space["space"],
                "layers": ", ".join(layers),
            }


def _layers(space: Mapping[str, Any]) -> Iterator[str]:
    if space["wizards"] is None:
        yield _("the ground, covered")
    elif space["wizards"]:
        yield _("wizards %(names)s") % {"names": " ".join(space["wizards"])}
    for tower in space["towers"]:
        yield _tower(tower)


def _tower(tower: Mapping[str, Any]) -> str:
    name = (_("raven tower %(id)s") if tower["raven"] else _("tower %(id)s")) % {"id": tower["tower"]}
    wizards = tower["wizards"]
    if wizards is None:
        return _("%(tower)s, its top covered") % {"tower": name}
    return _("%(tower)s with %(names)s") % {"tower": name, "names": " ".join(wizards)} if wizards else name
