"""A real browser with scripts switched off: signing in, a move, and what axe says of the pages."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.factories import PASSWORD, fresh, lobby_game, person, play_on, running_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a phone whose browser runs no script."""
    context = browser.new_context(java_script_enabled=False, viewport={"width": 320, "height": 700})
    yield context.new_page()
    context.close()


def sign_in(page: Page, url: str, name: str) -> None:
    page.goto(f"{url}/accounts/sign-in/")
    page.get_by_label("Address").fill(person(name).email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()


def test_alice_signs_in_and_plays_a_move_without_script(page: Page, live_server: object) -> None:
    game = running_game(name="Tea")
    url = str(live_server)
    sign_in(page, url, "Alice")
    page.get_by_role("link", name="Tea").click()
    page.locator(".moves button").first.click()
    assert page.url == f"{url}/games/{game.pk}/"
    assert page.get_by_role("status").inner_text().startswith("Your move")
    assert fresh(game).head_seq == 1
    page.reload()
    assert fresh(game).head_seq == 1


def test_a_move_written_wrongly_comes_back_with_a_sentence(page: Page, live_server: object) -> None:
    game = running_game()
    sign_in(page, str(live_server), "Alice")
    page.goto(f"{live_server}/games/{game.pk}/")
    page.get_by_label("Or write the move").fill("W9 A1")
    page.get_by_role("button", name="Play").click()
    assert "W9" in page.get_by_role("alert").inner_text()
    page.get_by_label("Or write the move").fill("discard")
    page.get_by_role("button", name="Play").click()
    assert page.get_by_role("status").count() == 1


@pytest.mark.parametrize("width", [320, 1280])
def test_no_page_is_wider_than_the_window(page: Page, live_server: object, width: int) -> None:
    games = [play_on(running_game("Alice", "Bob", "Dora", "Emil"), 20), lobby_game("Alice", seats=3)]
    page.set_viewport_size({"width": width, "height": 700})
    sign_in(page, str(live_server), "Alice")
    for path in ("/games/", "/games/new/", *(f"/games/{game.pk}/" for game in games)):
        page.goto(f"{live_server}{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_to_mend(browser: Browser, live_server: object, scheme: str) -> None:
    url = str(live_server)
    running = running_game("Alice", "Bob", options={"starting_seat": 0, "spells": "all"})
    lobby, over = lobby_game("Alice", seats=3), running_game("Alice", "Bob")
    context = browser.new_context(color_scheme=scheme, bypass_csp=True)  # type: ignore[arg-type]  # axe is a script
    page = context.new_page()
    found = {}
    for path in ("/", "/accounts/sign-in/", "/accounts/sign-up/", "/nowhere/"):
        page.goto(url + path)
        found[path] = axe_of(page)
    sign_in(page, url, "Alice")
    for path in (
        "/games/",
        "/games/new/",
        *(f"/games/{game.pk}/" for game in (running, lobby)),
        f"/games/{over.pk}/resign/",
    ):
        page.goto(url + path)
        found[path] = axe_of(page)
    page.get_by_role("main").get_by_role("button", name="Resign").click()
    found["over"] = axe_of(page)
    context.close()
    assert not [line for lines in found.values() for line in lines]


def axe_of(page: Page) -> list[str]:
    """Return what axe would mend, a line for each."""
    result = Axe().run(page)
    return [
        f"{violation['id']}: {node['html'][:120]} {node.get('failureSummary', '')[:160]}"
        for violation in result.response["violations"]
        for node in violation["nodes"]
    ]
