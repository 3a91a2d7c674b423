"""Recorded HTTP traffic: read in many formats, reviewed, and replayed as an HTTP transport.

The library face::

    from workbench.cassettes import ReplayTransport

    with httpx.Client(transport=ReplayTransport(cassette_path="chat.yaml")) as client:
        ...

Everything is loaded when it is first used: pytest imports this package for its fixture.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.cassettes.conversion import convert
    from workbench.cassettes.errors import CassetteError
    from workbench.cassettes.family import FAMILY
    from workbench.cassettes.matching import Mode
    from workbench.cassettes.reading import load_cassette
    from workbench.cassettes.recorded_tests import recorded_test
    from workbench.cassettes.redaction import redact, redact_text
    from workbench.cassettes.redaction_profiles import ACCOUNT_IDS, SECRETS, STABLE_FIXTURE, Profile
    from workbench.cassettes.requests_adapter import ReplayAdapter
    from workbench.cassettes.transport import ReplayTransport

__all__ = [
    "ACCOUNT_IDS",
    "FAMILY",
    "SECRETS",
    "STABLE_FIXTURE",
    "CassetteError",
    "Mode",
    "Profile",
    "ReplayAdapter",
    "ReplayTransport",
    "convert",
    "load_cassette",
    "recorded_test",
    "redact",
    "redact_text",
]

_HOMES = {
    "FAMILY": "family",
    "CassetteError": "errors",
    "Mode": "matching",
    "ReplayAdapter": "requests_adapter",
    "ReplayTransport": "transport",
    "convert": "conversion",
    "load_cassette": "reading",
    "recorded_test": "recorded_tests",
    "redact": "redaction",
    "redact_text": "redaction",
    "ACCOUNT_IDS": "redaction_profiles",
    "Profile": "redaction_profiles",
    "SECRETS": "redaction_profiles",
    "STABLE_FIXTURE": "redaction_profiles",
}


def __getattr__(name: str) -> object:
    try:
        home = _HOMES[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
