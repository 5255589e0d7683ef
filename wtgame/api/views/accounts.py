"""People and the tokens of their programs."""

from django.contrib.auth import authenticate
from django.utils.translation import gettext as _
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from wtgame.accounts import services
from wtgame.accounts.errors import AddressTaken, BadSignUp
from wtgame.accounts.models import Account
from wtgame.api import bodies
from wtgame.api.answers import AccountAnswer, TokenAnswer
from wtgame.api.authentication import account_of
from wtgame.api.errors import NotAllowed, TooManyRequests, WrongPassword
from wtgame.api.limits import SignInsFromOneAddress, SignInsToOneAccount, SignUps
from wtgame.api.openapi import SIGNED_IN, SIGNED_IN_CHANGE, documented
from wtgame.api.views.resource import Resource


class Accounts(Resource):
    """Signing up; open to everybody."""

    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_classes = [SignUps]

    @documented(
        "sign_up",
        status=201,
        takes=bodies.SignUp,
        gives=AccountAnswer,
        refusals=(BadSignUp, AddressTaken, TooManyRequests),
    )
    def post(self, request: Request) -> Response:
        """Make an account; then get a token for it."""
        account = services.sign_up(**bodies.read_body(bodies.SignUp, request))
        return Response(AccountAnswer(account).data, 201)


class Tokens(Resource):
    """Getting a token; open to everybody who knows a password."""

    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_classes = [SignInsFromOneAddress, SignInsToOneAccount]

    @documented(
        "create_token", status=201, takes=bodies.SignIn, gives=TokenAnswer, refusals=(WrongPassword, TooManyRequests)
    )
    def post(self, request: Request) -> Response:
        """Give a new token for address and password; it is shown this once."""
        body = bodies.read_body(bodies.SignIn, request)
        account = authenticate(request, username=body["email"], password=body["password"])
        if not isinstance(account, Account):
            raise WrongPassword(_("No account has this address and this password."))
        token = services.issue_token(account=account, name=body["name"])
        answer = {"token": token, "name": body["name"], "account": account}
        return Response(TokenAnswer(answer).data, 201, headers={"Cache-Control": "no-store"})


class CurrentToken(Resource):
    """The token of this request; for its account."""

    permission_classes = [IsAuthenticated]

    @documented("revoke_token", status=204, gives=None, refusals=(*SIGNED_IN_CHANGE, NotAllowed))
    def delete(self, request: Request) -> Response:
        """Revoke the token that the request was sent with."""
        if not isinstance(request.auth, str):
            raise NotAllowed(_("The request came with a cookie, not with a token."))
        services.revoke_token(account=account_of(request), token=request.auth)
        return Response(status=204)


class Me(Resource):
    """The account that calls."""

    permission_classes = [IsAuthenticated]

    @documented("me", gives=AccountAnswer, refusals=SIGNED_IN)
    def get(self, request: Request) -> Response:
        """Tell whose token this is."""
        return Response(AccountAnswer(account_of(request)).data)
