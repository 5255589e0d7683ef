"""Games and what leads to them: the lobby, invitations, seats, the start."""

from typing import Any
from uuid import UUID

from django.db.models import prefetch_related_objects
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from wtgame.api import bodies
from wtgame.api.answers import GameAnswer, GamesAnswer, SeatAnswer
from wtgame.api.authentication import account_of, viewer_of
from wtgame.api.errors import BadFields, TooManyRequests
from wtgame.api.limits import Invitations as InvitationLimit
from wtgame.api.openapi import ANYBODY, SIGNED_IN, SIGNED_IN_CHANGE, documented
from wtgame.api.pages import NewestFirst
from wtgame.api.views.resource import Resource
from wtgame.games import selectors, services
from wtgame.games.errors import BadInvitation, Forbidden, NotFound, Refused, SeatTaken, WrongStage
from wtgame.games.models import Game


class SignedInOrLobby(BasePermission):
    """The lobby is for everybody; one's own games and new ones need an account."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        lobby = request.method in ("GET", "HEAD") and bodies.read_query(bodies.GamesQuery, request)["open"]
        return bool(lobby) or viewer_of(request) is not None


class Games(Resource):
    """The caller's games; the lobby for everybody."""

    permission_classes = [SignedInOrLobby]

    @documented(
        "list_games",
        gives=GamesAnswer,
        parameters=[bodies.GamesQuery, OpenApiParameter("cursor", str, description="From `next` or `previous`.")],
        refusals=(*SIGNED_IN, BadFields),
    )
    def get(self, request: Request) -> Response:
        """List the caller's games, or with `open=1` those that wait for players, the newest first."""
        lobby = bodies.read_query(bodies.GamesQuery, request)["open"]
        games = selectors.open_games() if lobby else selectors.games_of(account_of(request))
        pages = NewestFirst()
        page = pages.paginate_queryset(games, request, view=self)
        links = {"next": pages.get_next_link(), "previous": pages.get_previous_link()}
        return Response({**links, "results": [_game(game, request) for game in _with_people(page or [])]})

    @documented(
        "create_game", status=201, takes=bodies.NewGame, gives=GameAnswer, refusals=(*SIGNED_IN_CHANGE, Refused)
    )
    def post(self, request: Request) -> Response:
        """Make a game and take its first seat."""
        body = bodies.read_body(bodies.NewGame, request)
        game = services.create_game(creator=account_of(request), now=timezone.now(), **body)
        there = request.build_absolute_uri(reverse("api:game", args=[game.pk]))
        return Response(_game(game, request), 201, headers={"Location": there})


class OneGame(Resource):
    """For everybody where the game is open, else for its creator and seats."""

    permission_classes = [AllowAny]

    @documented("get_game", gives=GameAnswer, refusals=(*ANYBODY, NotFound))
    def get(self, request: Request, game_id: UUID) -> Response:
        """Tell who plays, by which rules, and how far the game is."""
        return Response(_game(selectors.access_game(game_id, viewer_of(request)), request))


class Invitations(Resource):
    """For the game's creator; the service checks it."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [InvitationLimit]

    @documented(
        "invite",
        status=201,
        takes=bodies.Invitation,
        gives=SeatAnswer,
        refusals=(*SIGNED_IN_CHANGE, NotFound, Forbidden, SeatTaken, WrongStage, Refused, TooManyRequests),
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Offer a free seat to an address, which gets a mail with a token."""
        body = bodies.read_body(bodies.Invitation, request)
        seat = services.invite(game_id=game_id, actor=account_of(request), now=timezone.now(), **body)
        return Response(SeatAnswer(seat).data, 201)


class Seats(Resource):
    """For whoever the game is open to, or holds an invitation; the service checks it."""

    permission_classes = [IsAuthenticated]

    @documented(
        "join",
        status=201,
        takes=bodies.Joining,
        gives=SeatAnswer,
        refusals=(*SIGNED_IN_CHANGE, NotFound, Forbidden, SeatTaken, WrongStage, BadInvitation),
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Take a seat: a free one of an open game, or the one that an invitation offers."""
        body = bodies.read_body(bodies.Joining, request)
        seat = services.join(game_id=game_id, account=account_of(request), now=timezone.now(), **body)
        return Response(SeatAnswer(seat).data, 201)


class Start(Resource):
    """For the game's creator; the service checks it."""

    permission_classes = [IsAuthenticated]

    @documented(
        "start",
        takes=bodies.Start,
        gives=GameAnswer,
        refusals=(*SIGNED_IN_CHANGE, NotFound, Forbidden, WrongStage),
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Start the game; every seat must be taken."""
        bodies.read_body(bodies.Start, request)
        game = services.start(game_id=game_id, actor=account_of(request), now=timezone.now())
        return Response(_game(game, request))


def _game(game: Game, request: Request) -> Any:
    return GameAnswer(_with_people([game])[0], context={"caller": viewer_of(request)}).data


def _with_people(games: list[Game]) -> list[Game]:
    """Return the games with their seats and people, in three queries however many there are."""
    prefetch_related_objects(games, "creator", "seats__account")
    return games
