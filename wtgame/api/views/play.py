"""A game that runs: its position, the legal actions, moves, the log and its export."""

from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from wtgame.api import bodies
from wtgame.api.answers import ActionsAnswer, LogAnswer, MoveAnswer, PositionAnswer
from wtgame.api.authentication import account_of, viewer_of
from wtgame.api.errors import BadFields
from wtgame.api.openapi import ANYBODY, SIGNED_IN, SIGNED_IN_CHANGE, documented
from wtgame.api.views.resource import Resource
from wtgame.games import selectors, services
from wtgame.games.errors import BadIdempotencyKey, Forbidden, KeyReused, NotFound, Refused, Stale, WrongStage

IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of an earlier answer: 304 while it still holds.",
)
ETAG = OpenApiParameter(
    "ETag", str, OpenApiParameter.HEADER, response=[200, 304], description="Names the head as the caller sees it."
)
KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]{1,200}$"},
    OpenApiParameter.HEADER,
    description="1 to 200 visible ASCII characters. A request that is sent again with its key gets its first answer again.",
)


class Position(Resource):
    """For everybody where the game is open, else for its creator and seats."""

    permission_classes = [AllowAny]

    @documented(
        "get_position",
        gives=PositionAnswer,
        parameters=[IF_NONE_MATCH, ETAG],
        more={304: OpenApiResponse(description="The position is the one that the caller has.")},
        refusals=(*ANYBODY, NotFound, WrongStage),
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """Give the position as the caller may see it."""
        game = selectors.access_game(game_id, viewer_of(request))
        seat = selectors.seat_of(game, viewer_of(request))
        headers = {"ETag": selectors.head_tag(game, seat)}
        if game.head_seq >= 0 and _is_known(request, headers["ETag"]):
            return Response(status=304, headers=headers)
        head = selectors.head_of(game)
        answer = {
            "game_id": game.pk,
            "seq": head.seq,
            "hash": game.head_hash,
            "status": game.status,
            "seat": seat,
            "to_act": head.game.to_act(head.state),
            "may_undo": selectors.may_undo(game, seat),
            "view": selectors.view_of(game, seat),
        }
        return Response(PositionAnswer(answer).data, headers=headers)


class Actions(Resource):
    """For those who have a seat."""

    permission_classes = [IsAuthenticated]

    @documented("list_actions", gives=ActionsAnswer, refusals=(*SIGNED_IN, NotFound, Forbidden, WrongStage))
    def get(self, request: Request, game_id: UUID) -> Response:
        """List the legal actions of the caller's seat; none while another is to act."""
        game = selectors.access_game(game_id, account_of(request))
        seat = selectors.seat_of(game, account_of(request))
        if seat is None:
            raise Forbidden(_("You have no seat in this game."), remedy=_("Watch it, or join another."))
        answer = {
            "game_id": game.pk,
            "seq": game.head_seq,
            "seat": seat,
            "may_undo": selectors.may_undo(game, seat),
            "actions": selectors.legal_of(game, seat),
        }
        return Response(ActionsAnswer(answer).data)


class Moves(Resource):
    """For those who have a seat; the service checks it."""

    permission_classes = [IsAuthenticated]

    @documented(
        "submit_move",
        status=201,
        takes=bodies.Move,
        gives=MoveAnswer,
        parameters=[KEY],
        refusals=(*SIGNED_IN_CHANGE, NotFound, Forbidden, WrongStage, Stale, Refused, KeyReused, BadIdempotencyKey),
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Play an action of the caller's seat, given as JSON or in notation."""
        body = bodies.read_body(bodies.Move, request)
        accepted = services.submit_move(
            game_id=game_id,
            account=account_of(request),
            action=body["action"] if "action" in body else body["notation"],
            expected_seq=body["expected_seq"],
            idempotency_key=request.headers.get("Idempotency-Key"),
            source="api",
            now=timezone.now(),
        )
        return Response(MoveAnswer(accepted).data, 201)


class Log(Resource):
    """For everybody where the game is open, else for its creator and seats."""

    permission_classes = [AllowAny]

    @documented(
        "list_entries",
        gives=LogAnswer,
        parameters=[bodies.LogQuery],
        refusals=(*ANYBODY, NotFound, WrongStage, BadFields),
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """List what happened, as the caller was shown it."""
        query = bodies.read_query(bodies.LogQuery, request)
        game = selectors.access_game(game_id, viewer_of(request))
        entries = selectors.log_of(game, selectors.seat_of(game, viewer_of(request)), **query)
        more = bool(entries) and entries[-1]["seq"] < game.head_seq
        return Response({"entries": entries, "next_after": entries[-1]["seq"] if more else None})


class JsonLines(JSONRenderer):
    """Lets a request ask for the type of an export; its errors are written as elsewhere."""

    media_type = "application/jsonl"
    format = "jsonl"


class Export(Resource):
    """For everybody where the game is open, else for its creator and seats."""

    permission_classes = [AllowAny]
    renderer_classes = [JsonLines, JSONRenderer]

    @documented(
        "export_game",
        gives=None,
        more={
            (200, "application/jsonl"): OpenApiResponse(
                {"type": "string"}, description="Header, entries, outcome: a line each."
            )
        },
        refusals=(*ANYBODY, NotFound, WrongStage),
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Give the whole log for `python -m engine verify`; what is secret is left out until the game has ended."""
        game = selectors.access_game(game_id, viewer_of(request))
        # Not streamed: a long game has half a megabyte, and an error halfway couldn't be told any more.
        lines = "".join(f"{line}\n" for line in selectors.export_lines(game))
        named = {"Content-Disposition": f'attachment; filename="{game.pk}.jsonl"'}
        return HttpResponse(lines, content_type="application/jsonl", headers=named)


def _is_known(request: Request, tag: str) -> bool:
    """Say whether If-None-Match names the tag, by weak comparison (RFC 9110 section 13.1.2)."""
    known = [other.removeprefix("W/") for other in parse_etags(request.headers.get("If-None-Match", ""))]
    return tag in known or known == ["*"]
