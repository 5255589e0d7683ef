"""Reading our pages as a browser without script would: forms, their fields and their buttons."""

import re
from html.parser import HTMLParser
from typing import Any

from django.test import Client

from tests.factories import PASSWORD, person


class Forms(HTMLParser):
    """The forms of a page: each with its address, its fields, and the values of its buttons called `action`."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.all: list[dict[str, Any]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in a form, a field or a button."""
        given = dict(attrs)
        if tag == "form":
            self.all.append({"action": given.get("action"), "fields": {}, "buttons": []})
        elif self.all and tag == "input" and given.get("name"):
            self.all[-1]["fields"][given["name"]] = given.get("value") or ""
        elif self.all and tag == "button" and given.get("name") == "action":
            self.all[-1]["buttons"].append(given["value"])


def signed_in(name: str) -> Client:
    """Return a browser in which somebody has signed in."""
    client = Client()
    assert client.login(username=person(name).email, password=PASSWORD)
    return client


def html_of(response: Any) -> str:
    """Return the page as text."""
    return response.content.decode()


def move_form(response: Any) -> dict[str, Any]:
    """Return the form whose buttons are the legal moves: the one that has most of them."""
    return max(Forms(html_of(response)).all, key=lambda form: len(form["buttons"]))


def button(form: dict[str, Any], number: int = 0) -> dict[str, str]:
    """Return what the browser sends when that button of the form is pressed."""
    return {**form["fields"], "action": form["buttons"][number]}


def text_form(response: Any, text: str) -> dict[str, str]:
    """Return what the browser sends when the text is written into the field for a move."""
    form = next(form for form in Forms(html_of(response)).all if "text" in form["fields"])
    return {**form["fields"], "text": text}


def unminted(html: str) -> str:
    """Return the page without what is new at each look: the tokens and keys in its forms."""
    return re.sub(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"', "", html)
