"""The session layer: one stored game per session, saves, branches, and capture.

:class:`Sessions` is what a client may reach. :class:`HostSessions` stands beside it and alone can
capture: a capture discloses the seed, and the seed foretells every draw to come. Source:
``spec/play-sessions.md`` §7, §8, §10.
"""

from workbench.plays.sessions.host import HostSessions
from workbench.plays.sessions.ports import Ports
from workbench.plays.sessions.sessions import Sessions
from workbench.plays.sessions.shelf import Shelf

__all__ = ["HostSessions", "Ports", "Sessions", "Shelf"]
