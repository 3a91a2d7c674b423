"""The family of plays: recorded sessions of deterministic games, replayed submission by submission.

Source: ``spec/play-sessions.md``. Everything is loaded when it is first used: the terminal imports this
package for its commands.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.plays.family import FAMILY
    from workbench.plays.fixture import PlayFixture

__all__ = ["FAMILY", "PlayFixture"]

_HOMES = {"FAMILY": "family", "PlayFixture": "fixture"}


def __getattr__(name: str) -> object:
    try:
        home = _HOMES[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
