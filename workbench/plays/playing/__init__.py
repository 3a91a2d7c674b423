"""Playing a campaign by hand, and capturing the play: in Python and in the terminal.

``play`` opens a game; its :meth:`Game.report` is the only way a capture comes to be. Source:
``spec/play-sessions.md`` §7, §10, §11.
"""

from workbench.plays.playing.game import Game
from workbench.plays.playing.stage import play

__all__ = ["Game", "play"]
