"""Which engine versions can be replayed here, and under which rules.

Source: DESIGN §4 *Engines*: a version that is not installed is said, never substituted;
``spec/kind-world-graph.md`` §8, ``spec/kind-simulation.md`` §8 for the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from workbench.plays.engine.admission import Admission
from workbench.plays.engine.kind import Kind

#: Engine versions that the built-in engine replays exactly as they did. The published goldens of each
#: are replayed to their outcomes by the conformance tests.
BUILT_IN = ("0.1.0", "0.4.0", "0.5.0", "0.8.0", "0.10.0", "0.11.0")

#: The version whose rules new sessions are played under, and which their captures name.
RUNNING: Final = "0.11.0"

#: Those that logged parameters an action does not declare and ids that nobody issued.
LEGACY_ADMISSION = frozenset({"0.1.0", "0.4.0", "0.5.0", "0.8.0", "0.10.0"})

#: Given for a version in place of an external engine's command: the built-in engine, under the rules
#: by which engines of that version admitted submissions. Strict rules are used unless it is given.
OLDER_RULES: Final = ("older-rules",)


def has_older_rules(version: str) -> bool:
    """Whether engines of a version admitted what is refused today."""
    return version in LEGACY_ADMISSION


def kinds_under(admission: Admission, kinds: Mapping[str, Kind]) -> Mapping[str, Kind]:
    """``kinds`` under some rules of admission."""
    return MappingProxyType({id: _admitting(kind, admission) for id, kind in kinds.items()})


@lru_cache(maxsize=32)
def _admitting(kind: Kind, admission: Admission) -> Kind:
    """One object for each kind and admission, whoever asks."""
    return kind.admitting(admission)
