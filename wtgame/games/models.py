"""A game, its seats, its append-only log, and the rows that say what is due."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from uuid6 import uuid7


class Game(models.Model):
    """A game from its lobby to its end; `head_seq` and `head_hash` are those of its last entry (-1 before the start)."""

    class Status(models.TextChoices):
        LOBBY = "lobby", _("waiting for players")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("only for those invited")
        OPEN = "open", _("anybody may join and watch")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=80)
    rules = models.CharField(max_length=40)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField()
    seat_count = models.PositiveSmallIntegerField()
    visibility = models.CharField(max_length=10, choices=Visibility, default=Visibility.PRIVATE)
    status = models.CharField(max_length=10, choices=Status, default=Status.LOBBY)
    creator = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="created_games")
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    seed = models.BinaryField(editable=False)  # secret until the game has ended; its SHA-256 is in entry 0
    head_seq = models.IntegerField(default=-1)
    head_hash = models.CharField(max_length=64, blank=True, default="")
    outcome = models.JSONField(null=True)

    class Meta:
        indexes = [
            # The lobby: open games that wait for players, newest first.
            models.Index(
                models.F("created_at").desc(), name="games_lobby", condition=Q(status="lobby", visibility="open")
            ),
        ]


class Seat(models.Model):
    """A place at a game: somebody's, or free and perhaps offered to an address."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()  # from 0 in order of play
    account = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="seats")
    invited_email = models.EmailField(blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint("game", "index", name="seat_once_a_game"),
            models.UniqueConstraint("game", "account", name="account_once_a_game"),
        ]

    @property
    def letter(self) -> str:
        """The seat's name in the rules: A is seat 0."""
        return "ABCDEFGH"[self.index]


class LogEntry(models.Model):
    """One entry of a game's log; a trigger of the database refuses to change or delete it.

    `idempotency_key` and `request_digest` tell a retry from a new request; they are no part of the hash.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="entries")
    seq = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)  # null for the setup
    kind = models.CharField(max_length=20)
    action = models.JSONField()
    chance = models.JSONField()
    at = models.DateTimeField()
    source = models.CharField(max_length=10)
    idempotency_key = models.CharField(max_length=210, null=True)  # noqa: DJ001 - null, not "": many entries have none
    request_digest = models.CharField(max_length=64, blank=True, default="")
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint("game", "seq", name="entry_once"),
            models.UniqueConstraint("game", "idempotency_key", name="idempotency_key_once_a_game"),
        ]


class Snapshot(models.Model):
    """A position of a log, written down so that nobody folds from the beginning; a cache, which may be dropped."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="snapshots")
    seq = models.PositiveIntegerField()
    position = models.JSONField()  # engine.log.Position: the dump, and those before each action that may be undone

    class Meta:
        constraints = [models.UniqueConstraint("game", "seq", name="snapshot_once")]


class Turn(models.Model):
    """A decision that a seat owes, or owed until `ended_at`.

    `opened_seq` is the entry that opened it, which its mails name; a move that expects less than `since_seq` is stale.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="turns")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="turns")
    opened_seq = models.IntegerField()
    since_seq = models.IntegerField()
    started_at = models.DateTimeField()
    deadline_at = models.DateTimeField(null=True)  # null: no limit
    reminded_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("seat", name="one_open_turn_a_seat", condition=Q(ended_at=None)),
        ]
        indexes = [
            # The sweep: open turns by deadline, however many have ended.
            models.Index("deadline_at", name="turns_due", condition=Q(ended_at=None, deadline_at__isnull=False)),
        ]


class OutboxRow(models.Model):
    """A mail that is owed, written in the transaction of what it tells of; no text and no address stand in it."""

    class Kind(models.TextChoices):
        INVITATION = "invitation"
        YOUR_TURN = "your_turn"
        GAME_OVER = "game_over"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="outbox")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="outbox")
    kind = models.CharField(max_length=20, choices=Kind)
    seq = models.IntegerField()  # the entry that it tells of (your_turn: the turn's `opened_seq`); -1 before the start
    due_at = models.DateTimeField()
    claimed_until = models.DateTimeField(null=True)  # after it, a claim whose worker died lapses
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    dropped_at = models.DateTimeField(null=True)  # no longer true when it was to be sent
    given_up_at = models.DateTimeField(null=True)
    last_error = models.TextField(blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint("seat", "kind", "seq", name="mail_once")]
        indexes = [
            # Draining: what is still owed, oldest first, however much has been sent.
            models.Index("due_at", name="outbox_owed", condition=Q(sent_at=None, dropped_at=None, given_up_at=None)),
        ]
