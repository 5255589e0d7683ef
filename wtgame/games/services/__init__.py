"""Everything that changes a game; each function is one transaction."""

from wtgame.games.services.importing import import_game
from wtgame.games.services.lobby import create_game, invite, join
from wtgame.games.services.rebuild import rebuild
from wtgame.games.services.start import start
from wtgame.games.services.submit import Accepted, submit_move

__all__ = ["Accepted", "create_game", "import_game", "invite", "join", "rebuild", "start", "submit_move"]
