"""The addresses of the pages."""

from django.urls import path

from wtgame.web.views import game, games, invitations, lobby, people

app_name = "web"

urlpatterns = [
    path("", people.home, name="home"),
    path("accounts/sign-in/", people.SignIn.as_view(), name="sign-in"),
    path("accounts/sign-up/", people.sign_up, name="sign-up"),
    path("accounts/sign-out/", people.sign_out, name="sign-out"),
    path("games/", games.index, name="games"),
    path("games/new/", games.new, name="new-game"),
    path("games/<uuid:game_id>/", game.page, name="game"),
    path("games/<uuid:game_id>/resign/", game.resign, name="resign"),
    path("games/<uuid:game_id>/export/", game.export, name="export"),
    path("games/<uuid:game_id>/join/", lobby.join, name="join"),
    path("games/<uuid:game_id>/invite/", lobby.invite, name="invite"),
    path("games/<uuid:game_id>/start/", lobby.start, name="start"),
    path("invitations/<str:token>/", invitations.page, name="invitation"),
]
