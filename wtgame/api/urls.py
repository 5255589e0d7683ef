"""The addresses under /api/."""

from django.urls import include, path, re_path

from wtgame.api.problems import no_such_address
from wtgame.api.views import accounts, games, index, play, turns

app_name = "api"

v1 = [
    path("", index.Index.as_view(), name="index"),
    path("openapi.json", index.OpenApi.as_view(), name="openapi"),
    path("accounts", accounts.Accounts.as_view(), name="accounts"),
    path("tokens", accounts.Tokens.as_view(), name="tokens"),
    path("tokens/current", accounts.CurrentToken.as_view(), name="current-token"),
    path("me", accounts.Me.as_view(), name="me"),
    path("me/turns", turns.MyTurns.as_view(), name="my-turns"),
    path("games", games.Games.as_view(), name="games"),
    path("games/<uuid:game_id>", games.OneGame.as_view(), name="game"),
    path("games/<uuid:game_id>/invitations", games.Invitations.as_view(), name="invitations"),
    path("games/<uuid:game_id>/seats", games.Seats.as_view(), name="seats"),
    path("games/<uuid:game_id>/start", games.Start.as_view(), name="start"),
    path("games/<uuid:game_id>/position", play.Position.as_view(), name="position"),
    path("games/<uuid:game_id>/actions", play.Actions.as_view(), name="actions"),
    path("games/<uuid:game_id>/moves", play.Moves.as_view(), name="moves"),
    path("games/<uuid:game_id>/log", play.Log.as_view(), name="log"),
    path("games/<uuid:game_id>/export", play.Export.as_view(), name="export"),
]

urlpatterns = [
    path("v1/", include(v1)),
    re_path("", no_such_address),
]
