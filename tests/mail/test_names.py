"""KF-18: no name stops a mail, and every name is read back as it was written."""

from email import message_from_bytes, policy

import pytest
from django.core.mail import EmailMessage
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.factories import person, running_game
from tests.mail.owed import drain, row_of
from tests.mail.post_office import PostOffice, recipient_of, text_of
from wtgame.accounts.models import Account
from wtgame.games.models import Game
from wtgame.mail.compose import mailbox, one_line

AWKWARD = {
    "60 accented letters": "éàüñçøåßž" * 6 + "éàüñçø",
    "Chinese": "王小明",
    "quotes and an address": 'O\'Brien, "Bob" <x@y>',
    "60 emoji": "😀" * 60,
    "from right to left": "שלום عليكم",
    "marks of templates": "%(who)s {{ name }} <b>&amp;",
    "an encoded word": "=?utf-8?q?fake?=",
}

unhurried = settings(deadline=None)  # a busy machine is no fault of a name


def read_back(name: str) -> tuple[str, str]:
    """Write a mail to the name, read it again, and return whom it is to."""
    email = "alice@example.org"
    sent = EmailMessage(subject="x", body="x", to=[email], headers={"To": mailbox(name, email)})
    return recipient_of(message_from_bytes(sent.message().as_bytes(), policy=policy.default))


@unhurried
@given(st.text(max_size=220).map(one_line))
@example("é" * 60)
@example("😀" * 200)
@example('O\'Brien, "Bob" <x@y>')
@example("=?utf-8?q?fake?=")
@example("a" * 220)
@example("a\\")
def test_kf_18_every_name_is_read_back_from_the_header(name: str) -> None:
    """And never names a second recipient."""
    read, address = read_back(name)
    assert address == "alice@example.org"
    assert read.split() == name.split()


@unhurried
@given(st.text(alphabet=st.sampled_from("a\r\n\0\x0b\x0c\x85\u2028\u2029: ")))
def test_kf_18_stored_line_breaks_are_harmless(name: str) -> None:
    """Whatever a program takes for the end of a line is a blank."""
    assert len(one_line(name).splitlines()) <= 1
    assert read_back(one_line(name))[1] == "alice@example.org"


@pytest.mark.django_db
@pytest.mark.parametrize("name", AWKWARD.values(), ids=AWKWARD)
def test_kf_18_a_mail_of_awkward_names_is_sent_and_read_back_equal(office: PostOffice, name: str) -> None:
    """The reader's, the opponent's and the game's name, in the header, the text and the HTML part."""
    game = running_game(name="x")
    Account.objects.filter(pk=person("Alice").pk).update(name=name)
    Game.objects.filter(pk=game.pk).update(name=name)
    drain()
    (mail,) = office.mails
    assert recipient_of(mail) == (name, "alice@example.org")
    # A long header may begin on its second line; the blank before it is part of the fold.
    assert mail["Subject"].lstrip() == f"{name} · Ravenpost"
    assert text_of(mail).splitlines()[0] == f"{name}, it is your turn in “{name}” (move 1)."
    assert "<b>" not in mail.get_body(("html",)).get_content()


@pytest.mark.django_db
def test_kf_18_a_stored_line_break_forges_no_header(office: PostOffice) -> None:
    """Neither in a person's name nor in a game's."""
    game = running_game(name="x")
    forged = "A\r\nBcc: evil@example.org\r\n\r\nclick"
    Account.objects.filter(pk=person("Alice").pk).update(name=forged)
    Game.objects.filter(pk=game.pk).update(name=forged)
    drain()
    (mail,) = office.mails
    assert mail["Bcc"] is None
    assert office.recipients == ["alice@example.org"]
    assert row_of(game).sent_at
