"""Floor 1: recorded agent session logs, replayed in place of a language model."""

from workbench.session_logs.family import FAMILY, SessionLogFamily
from workbench.session_logs.fixture import SessionLogFixture
from workbench.session_logs.replayer import Replayer
from workbench.session_logs.scenario import load_scenario

__all__ = ["FAMILY", "Replayer", "SessionLogFamily", "SessionLogFixture", "load_scenario"]
