"""What requests bring: each body and query, strict in types and names, so that a typing mistake is never silently ignored."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from wtgame.api import schemas
from wtgame.games.models import Game

LARGEST = 2**31 - 1
"""The largest seq that a log can hold: it is stored in 32 bits."""


class Body(serializers.Serializer):
    """A body that may hold its own fields and no others."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            self._refuse_unknown(set(data))
        return super().to_internal_value(data)

    def _refuse_unknown(self, names: set[str]) -> None:
        unknown = sorted(names - set(self.fields))
        if unknown:
            known = ", ".join(self.fields) or "-"
            sentence = _("There is no such field here; there are: {known}.").format(known=known)
            raise serializers.ValidationError({name[:60]: [sentence] for name in unknown[:20]})


class Text(serializers.CharField):
    """A JSON string, where the framework's own field also takes numbers."""

    default_error_messages = {"invalid": _("This must be a text.")}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    """A JSON number without a point, where the framework's own field also takes texts, and 3.0."""

    default_error_messages = {"invalid": _("This must be a whole number.")}

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return data


@extend_schema_field({"type": "object", "additionalProperties": True})
class Options(serializers.Field):
    """A JSON object that the rules of the game read."""

    default_error_messages = {"invalid": _("This must be an object.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("invalid")
        return data

    def to_representation(self, value: Any) -> Any:
        return value


@extend_schema_field(schemas.ref("Action"))
class Action(Options):
    """A JSON object that the rules of the game read as an action."""


class SignUp(Body):
    email = Text(max_length=254, help_text="The address to sign in with; mails go there.")
    name = Text(max_length=60, help_text="What other players read.")
    password = Text(max_length=1000, trim_whitespace=False, style={"input_type": "password"})


class SignIn(Body):
    email = Text(max_length=254)
    password = Text(max_length=1000, trim_whitespace=False)
    name = Text(max_length=60, default="API", help_text="What the token is for, in its list.")


class NewGame(Body):
    rules = Text(max_length=40, default="wandering_towers")
    seats = Whole(help_text="How many play; Wandering Towers takes 2 to 6.")
    options = Options(default=dict, help_text="What the rules let the creator choose; what is left out is the default.")
    name = Text(max_length=80, default="", allow_blank=True)
    visibility = serializers.ChoiceField(
        choices=Game.Visibility.values, default=Game.Visibility.PRIVATE, help_text="Open games are seen by everybody."
    )


class Invitation(Body):
    email = Text(max_length=254)


class Joining(Body):
    invitation = Text(max_length=500, required=False, help_text="The token of the mail; open games need none.")


class Start(Body):
    """Nothing: the body may be left out."""


class Move(Body):
    """One of `action` and `notation`, and the seq of the position that the move was made for."""

    action = Action(required=False, help_text="The action as JSON, as GET …/actions lists it.")
    notation = Text(max_length=200, required=False, help_text='The same as people write it; "undo" and "resign" too.')
    expected_seq = Whole(min_value=0, max_value=LARGEST, help_text="The seq of the position that you looked at.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("action" in attrs) == ("notation" in attrs):
            raise serializers.ValidationError(_("Give one of action and notation."))
        return attrs


class GamesQuery(serializers.Serializer):
    open = serializers.BooleanField(default=False, help_text="1: open games that wait for players, not mine.")


class LogQuery(serializers.Serializer):
    after = serializers.IntegerField(
        default=-1, min_value=-1, max_value=LARGEST, help_text="The seq of the last entry known; -1 for none."
    )
    limit = serializers.IntegerField(default=100, min_value=1, max_value=500)


def read_body(kind: type[Body], request: Request) -> dict[str, Any]:
    """Return the fields of the request's body, defaults filled in."""
    body = kind(data=request.data)
    body.is_valid(raise_exception=True)
    return body.validated_data


def read_query(kind: type[serializers.Serializer], request: Request) -> dict[str, Any]:
    """Return what the request's query asks for, defaults filled in."""
    query = kind(data=request.query_params.dict())
    query.is_valid(raise_exception=True)
    return query.validated_data
