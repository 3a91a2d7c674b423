"""Fixture workbench: review captured fixtures before they become public.

The library face::

    from workbench import open_fixture, scan, replay, Review, promote

    path = "captures/late-rent.fixture.json"
    fixture = open_fixture(path)
    fixture.timeline()          # the steps as a pandas table
    scan(fixture).findings      # what a person should look at
    replay(path).outcome        # what it does, with the campaigns that lie near it

Everything is loaded when it is first used, so that importing the package stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.core.fixture import open_fixture
    from workbench.core.replaying import replay
    from workbench.findings import scan
    from workbench.notebook import ReviewApp
    from workbench.review import Review, promote

__all__ = ["Review", "ReviewApp", "open_fixture", "promote", "replay", "scan"]

_HOMES = {
    "open_fixture": "workbench.core.fixture",
    "replay": "workbench.core.replaying",
    "scan": "workbench.findings",
    "Review": "workbench.review",
    "promote": "workbench.review",
    "ReviewApp": "workbench.notebook",
}


def __getattr__(name: str) -> object:
    try:
        home = _HOMES[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
