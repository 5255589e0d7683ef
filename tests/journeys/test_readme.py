"""The README's five lines play a move, as they stand there."""

import json
import re
import shlex
from itertools import pairwise
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from django.core.management import call_command

from wtgame.games.models import Game, LogEntry

README = Path(__file__).parents[2] / "README.md"


def curl(line: str, server: str, **variables: str) -> object:
    """Send what a line of curl says (its -H and -d) and return the answer's JSON."""
    for name, value in variables.items():
        line = line.replace(f"${name}", value)
    _curl, *words = shlex.split(line.replace("http://127.0.0.1:8000", server))
    address = next(word for word in words if word.startswith("http"))
    headers = [word for before, word in pairwise(words) if before == "-H"]
    data = [word.encode() for before, word in pairwise(words) if before == "-d"]
    request = Request(address, data=data[0] if data else None)  # noqa: S310 - our own server
    for header in headers:
        request.add_header(*header.split(": ", 1))
    with urlopen(request) as answer:  # noqa: S310
        return json.load(answer)


@pytest.mark.django_db(transaction=True)
def test_the_five_lines_of_the_readme_play_a_move(live_server, settings) -> None:
    settings.DEBUG = True  # the seed is for trying only
    call_command("seed")
    game = Game.objects.get()
    token_line, list_line, position_line, actions_line, move_line = re.search(
        r"```sh\n(.*?)\n```", README.read_text(), re.DOTALL
    )[1].splitlines()
    token = curl(token_line, live_server.url)["token"]
    names = {"TOKEN": token, "GAME": str(game.pk)}
    assert [found["id"] for found in curl(list_line, live_server.url, **names)["results"]] == [str(game.pk)]
    assert curl(position_line, live_server.url, **names)["seq"] == 0
    assert "discard" in [found["notation"] for found in curl(actions_line, live_server.url, **names)["actions"]]
    answer = curl(move_line, live_server.url, **names)
    assert answer["seq"] == 1
    assert curl(move_line, live_server.url, **names) == answer
    assert LogEntry.objects.filter(game=game).count() == 2
