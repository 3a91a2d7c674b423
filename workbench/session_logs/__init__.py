"""Floor 1: recorded agent session logs, replayed in place of a language model.

Everything is loaded when it is first used: pytest imports this package for its fixture, and the terminal
for its commands.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

_HOMES = {
    "FAMILY": "family",
    "ModelRoutes": "mounts",
    "ReplayedModel": "mounts",
    "Replayer": "replayer",
    "SessionLogFamily": "family",
    "SessionLogFixture": "fixture",
    "Settings": "settings",
    "load_scenario": "scenario",
    "replay_log": "mounts",
}


def __getattr__(name: str) -> object:
    try:
        home = _HOMES[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
