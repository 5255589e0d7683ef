"""Everything that changes a game; each function is one transaction."""

from wtgame.games.services.lobby import create_game, invite, join
from wtgame.games.services.start import start
from wtgame.games.services.submit import Accepted, submit_move

__all__ = ["Accepted", "create_game", "invite", "join", "start", "submit_move"]
