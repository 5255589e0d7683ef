"""An invitation's link: looking at it changes nothing, a click on its button takes the seat."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from wtgame.games import selectors, services
from wtgame.games.errors import SeatTaken
from wtgame.web.people import viewer_of
from wtgame.web.refusals import refused_as_page


@require_http_methods(["GET", "HEAD", "POST"])
@refused_as_page
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show who invites to what; by POST, take the seat and go to the game."""
    seat = selectors.read_invitation(token)
    account = viewer_of(request)
    if request.method == "POST" and account is not None:
        services.join(game_id=seat.game_id, account=account, invitation=token, now=timezone.now())
        return redirect("web:game", seat.game_id)
    if account is not None and seat.account_id == account.pk:
        return redirect("web:game", seat.game_id)
    if seat.account_id is not None:
        raise SeatTaken(_("The invitation was taken already."))
    return render(request, "web/invitation.html", {"game": seat.game})
