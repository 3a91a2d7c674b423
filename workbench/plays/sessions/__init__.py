"""The session layer: one stored game per session, saves, branches, and capture.

:class:`Sessions` is what a client may reach. :class:`HostSessions` stands beside it and alone can
capture: a capture discloses the seed, and the seed foretells every draw to come. :class:`Triggers`
says when a host may. Source: ``spec/play-sessions.md`` §7, §8, §10, §11.
"""

from workbench.plays.sessions.happenings import Faulted
from workbench.plays.sessions.host import HostSessions
from workbench.plays.sessions.ports import Ports
from workbench.plays.sessions.sessions import Sessions
from workbench.plays.sessions.shelf import Shelf
from workbench.plays.sessions.triggers import Occasion, Triggers

__all__ = ["Faulted", "HostSessions", "Occasion", "Ports", "Sessions", "Shelf", "Triggers"]
