"""Where everything is: the index and the OpenAPI document."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from wtgame.api.answers import IndexAnswer
from wtgame.api.openapi import document, documented
from wtgame.api.views.resource import Resource

PLACES = {
    "openapi": "openapi",
    "accounts": "accounts",
    "tokens": "tokens",
    "me": "me",
    "turns": "my-turns",
    "games": "games",
}


class Index(Resource):
    """Where everything is."""

    authentication_classes = []
    permission_classes = [AllowAny]

    @documented("index", gives=IndexAnswer, refusals=())
    def get(self, request: Request) -> Response:
        """List the addresses to begin with."""
        places = {name: request.build_absolute_uri(reverse(f"api:{place}")) for name, place in PLACES.items()}
        return Response({"name": "Ravenpost", "version": "v1", **places, "lobby": f"{places['games']}?open=1"})


class OpenApi(Resource):
    """The description of the API for programs, in OpenAPI 3.1."""

    authentication_classes = []
    permission_classes = [AllowAny]

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        """Give the OpenAPI document."""
        return Response(document())
