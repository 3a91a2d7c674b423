"""What the engine tells its host while it works. Severities are fixed per name.

Source: ``spec/play-sessions.md`` §11. Two events are of error severity, and only those may trigger
an automatic capture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

from workbench.core.canonical import JSON


class Severity(StrEnum):
    """How much an event matters, mildest first."""

    TRACE = "trace"
    DEBUG = "debug"
    INFO = "info"
    WARN = "warn"
    ERROR = "error"


#: The engine's own events. Kinds declare theirs, under ``kind.<kindId>.``.
SEVERITIES: Mapping[str, Severity] = MappingProxyType(
    {
        "core.game.created": Severity.INFO,
        "core.action.accepted": Severity.INFO,
        "core.action.rejected": Severity.INFO,
        "core.game.ended": Severity.INFO,
        "core.validation.completed": Severity.INFO,
        "core.migration.applied": Severity.WARN,
        "core.rng.stream.derived": Severity.TRACE,
        "core.serialize.completed": Severity.DEBUG,
        "core.deserialize.rejected": Severity.ERROR,
        "core.content.adopted": Severity.INFO,
        "core.content.pinned": Severity.INFO,
    }
)


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. ``facts`` hold ids of the game and stay out of ``repr``."""

    name: str
    severity: Severity
    facts: Mapping[str, JSON] = field(repr=False)


Emitter: TypeAlias = Callable[[Event], None]
