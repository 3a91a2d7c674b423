"""What the conditions of a story read (``spec/play-sessions.md`` §12.3).

No field of a story is a list, so ``has_tag`` and ``has_flag`` are always a fault.
"""

from __future__ import annotations

from typing import Final, NoReturn, TypeAlias

from workbench.plays.engine import conditions
from workbench.plays.engine.faults import EngineFault
from workbench.plays.javascript import UNDEFINED
from workbench.plays.kinds.story_graph.state import StoryState

Test: TypeAlias = conditions.Test[StoryState]
_Field: TypeAlias = conditions.Field[StoryState]


def compile_field(field: str) -> _Field:
    """Reads one field of a state; everything after the first dot is a name."""
    if field == "turn":
        return lambda state: state["turn"]
    if field == "ending":
        return lambda state: state.get("endingId", UNDEFINED)
    family, dot, name = field.partition(".")
    if dot and family == "var":
        return lambda state: state["variables"].get(name, UNDEFINED)
    if dot and family == "visited":
        return lambda state: state["visitedCounts"].get(name, 0)
    if dot and family == "achieved":
        return lambda state: name in state["unlockedAchievements"]
    return _fail


def _fail(state: StoryState) -> NoReturn:
    raise EngineFault(
        "A condition compares values it cannot compare",
        code="condition_type_error",
        place=state["currentNodeId"],
    )


LANGUAGE: Final = conditions.Language(compile_field, _fail)

#: The test that a condition describes.
compile_condition: Final = LANGUAGE.compile
