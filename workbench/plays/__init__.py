"""The family of plays: recorded sessions of deterministic games, replayed submission by submission.

Source: ``spec/play-sessions.md``.
"""

from workbench.plays.family import Plays
from workbench.plays.fixture import PlayFixture

FAMILY = Plays()

__all__ = ["FAMILY", "PlayFixture"]
