"""The decisions that the caller owes."""

from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from wtgame.api.answers import TurnsAnswer
from wtgame.api.authentication import account_of
from wtgame.api.openapi import SIGNED_IN, documented
from wtgame.api.views.resource import Resource
from wtgame.games import selectors


class MyTurns(Resource):
    """For the account that owes them."""

    permission_classes = [IsAuthenticated]

    @documented("my_turns", gives=TurnsAnswer, refusals=SIGNED_IN)
    def get(self, request: Request) -> Response:
        """List the games in which the caller is to move, the longest waiting first."""
        return Response(TurnsAnswer({"results": selectors.turns_of(account_of(request))}).data)
