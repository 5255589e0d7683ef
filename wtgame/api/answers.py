"""What requests get: each answer's fields, written out; the OpenAPI document is made of these."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from wtgame.accounts.models import Account
from wtgame.api import schemas
from wtgame.games.models import Game


def written(schema: schemas.Schema, **options: Any) -> serializers.Field:
    """Return a field that passes JSON of the rules on as it is, described by a schema of `schemas`."""

    @extend_schema_field(schema)
    class AsItIs(serializers.Field):
        def to_representation(self, value: Any) -> Any:
            return value

    return AsItIs(**options)


class AccountAnswer(serializers.Serializer):
    id = serializers.UUIDField()
    name = serializers.CharField()
    email = serializers.CharField()
    language = serializers.CharField()
    time_zone = serializers.CharField()


class TokenAnswer(serializers.Serializer):
    token = serializers.CharField(help_text="Shown this once; only a digest is kept.")
    name = serializers.CharField()
    account = AccountAnswer()


class SeatAnswer(serializers.Serializer):
    seat = serializers.IntegerField(source="index", help_text="From 0 in order of play.")
    letter = serializers.CharField(help_text="The seat as people write it: A is seat 0.")
    player = serializers.CharField(source="account.name", default=None, allow_null=True, help_text="null: nobody yet.")
    invited = serializers.SerializerMethodField(help_text="The seat is offered to somebody's address.")

    def get_invited(self, seat: Any) -> bool:
        return seat.account is None and bool(seat.invited_email)


class GameAnswer(serializers.Serializer):
    """A game as everybody sees it who may know of it."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    rules = serializers.CharField()
    rules_version = serializers.IntegerField()
    options = written({"type": "object", "additionalProperties": True})
    visibility = serializers.ChoiceField(choices=Game.Visibility.values)
    status = serializers.ChoiceField(choices=Game.Status.values)
    creator = serializers.CharField(source="creator.name")
    seats = serializers.SerializerMethodField()
    my_seat = serializers.SerializerMethodField(help_text="The caller's seat; null for who watches.")
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    head_seq = serializers.IntegerField(help_text="The seq of the last entry; -1 before the start.")
    outcome = written(schemas.or_null(schemas.ref("Outcome")))

    @extend_schema_field(SeatAnswer(many=True))
    def get_seats(self, game: Game) -> Any:
        return SeatAnswer(sorted(game.seats.all(), key=lambda seat: seat.index), many=True).data

    @extend_schema_field({"type": ["integer", "null"]})
    def get_my_seat(self, game: Game) -> int | None:
        caller: Account | None = self.context["caller"]
        mine = (seat.index for seat in game.seats.all() if caller and seat.account_id == caller.pk)
        return next(mine, None)


class GamesAnswer(serializers.Serializer):
    next = serializers.URLField(allow_null=True, help_text="The address of the next page; null on the last.")
    previous = serializers.URLField(allow_null=True)
    results = GameAnswer(many=True)


class TurnAnswer(serializers.Serializer):
    game_id = serializers.UUIDField()
    game = serializers.CharField(source="game.name")
    seat = serializers.IntegerField(source="seat.index")
    letter = serializers.CharField(source="seat.letter")
    since_seq = serializers.IntegerField(help_text="The smallest expected_seq that a move of this turn may give.")
    started_at = serializers.DateTimeField()
    deadline_at = serializers.DateTimeField(allow_null=True, help_text="null: no limit.")


class TurnsAnswer(serializers.Serializer):
    results = TurnAnswer(many=True)


class PositionAnswer(serializers.Serializer):
    game_id = serializers.UUIDField()
    seq = serializers.IntegerField(help_text="Send it as expected_seq with a move.")
    hash = serializers.CharField()
    status = serializers.ChoiceField(choices=Game.Status.values)
    seat = serializers.IntegerField(allow_null=True, help_text="Through whose eyes; null: a spectator's.")
    to_act = serializers.ListField(child=serializers.IntegerField(), help_text="Seats that owe a decision.")
    may_undo = serializers.BooleanField()
    view = written(schemas.ref("View"))


class LegalAction(serializers.Serializer):
    action = written(schemas.ref("Action"))
    notation = serializers.CharField()


class ActionsAnswer(serializers.Serializer):
    game_id = serializers.UUIDField()
    seq = serializers.IntegerField(help_text="Send it as expected_seq with one of the actions.")
    seat = serializers.IntegerField()
    may_undo = serializers.BooleanField()
    actions = LegalAction(many=True)


class MoveAnswer(serializers.Serializer):
    game_id = serializers.UUIDField()
    seq = serializers.IntegerField()
    hash = serializers.CharField()
    action = written(schemas.ref("Action"))
    notation = serializers.CharField()
    events = written({"type": "array", "items": schemas.ref("Event")})

    def to_representation(self, instance: Any) -> dict[str, Any]:
        answer = super().to_representation(instance)
        # PostgreSQL gives the fields of stored JSON in an order of its own; a retry's answer is equal to the byte.
        answer["action"] = dict(sorted(answer["action"].items(), key=lambda field: (field[0] != "type", field)))
        return answer


class EntryAnswer(serializers.Serializer):
    seq = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    prev_hash = serializers.CharField()
    hash = serializers.CharField()
    action = written(
        {"oneOf": [schemas.ref("LoggedAction"), {"type": "null"}], "description": "null: secret to the caller."}
    )
    notation = serializers.CharField(allow_blank=True)
    events = written({"type": "array", "items": schemas.ref("Event")})


class LogAnswer(serializers.Serializer):
    entries = EntryAnswer(many=True)
    next_after = serializers.IntegerField(
        allow_null=True, help_text="Ask with `after` for the rest; null: there is none."
    )


class IndexAnswer(serializers.Serializer):
    name = serializers.CharField()
    version = serializers.CharField()
    openapi = serializers.URLField()
    accounts = serializers.URLField()
    tokens = serializers.URLField()
    me = serializers.URLField()
    turns = serializers.URLField()
    games = serializers.URLField()
    lobby = serializers.URLField()


class FieldProblem(serializers.Serializer):
    field = serializers.CharField(allow_blank=True, help_text='Its name; "" where the whole body is meant.')
    message = serializers.CharField()


class Problem(serializers.Serializer):
    """Problem details (RFC 9457): the one shape of every error; further fields are facts for programs."""

    type = serializers.CharField(help_text="/problems/ and the code.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="Stable; docs/errors.md lists them all.")
    detail = serializers.CharField(help_text="What is wrong, in the language of the request.")
    remedy = serializers.CharField(allow_blank=True, help_text="What would be right.")
    rule = serializers.CharField(required=False, help_text="The number of the game's rule that refuses.")
    fields = FieldProblem(many=True, required=False)  # type: ignore[assignment]
    head_seq = serializers.IntegerField(required=False, help_text="With `stale`: where the game is now.")
    choices = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="What an ambiguous text can mean."
    )
    retry_after = serializers.IntegerField(required=False, help_text="With `too-many-requests`: seconds.")
