"""Floor 1: recorded agent session logs, replayed in place of a language model."""

from workbench.session_logs.family import FAMILY, SessionLogFamily
from workbench.session_logs.fixture import SessionLogFixture
from workbench.session_logs.mounts import ModelRoutes, ReplayedModel, replay_log
from workbench.session_logs.replayer import Replayer
from workbench.session_logs.scenario import load_scenario
from workbench.session_logs.settings import Settings

__all__ = [
    "FAMILY",
    "ModelRoutes",
    "ReplayedModel",
    "Replayer",
    "SessionLogFamily",
    "SessionLogFixture",
    "Settings",
    "load_scenario",
    "replay_log",
]
