"""What of a story is seen from outside (``spec/play-sessions.md`` §12.7)."""

from __future__ import annotations

import re
from typing import Final

from workbench.core.canonical import JSON
from workbench.plays.engine.faults import EngineFault
from workbench.plays.javascript import text_of
from workbench.plays.kinds.story_graph.program import Choice, Node, Program
from workbench.plays.kinds.story_graph.state import StoryState

PLACEHOLDER: Final = re.compile(r"\{([a-zA-Z_][a-zA-Z0-9_]*)\}")


def node_of(program: Program, state: StoryState) -> Node:
    """The node a state is on. Raises ``EngineFault`` for a node the story does not have."""
    node = program.nodes.get(state["currentNodeId"])
    if node is None:
        raise EngineFault("The state is on a node the story lacks", code="dangling_reference")
    return node


def place(program: Program, state: StoryState) -> str:
    """The node."""
    return state["currentNodeId"]


def available_actions(program: Program, state: StoryState) -> list[dict[str, JSON]]:
    """The choices shown now, in order. A choice that cannot be judged faults the whole list."""
    node = node_of(program, state)
    if node.kind != "choice":
        return []
    shown = [choice for choice in node.choices if choice.shown is None or choice.shown(state)]
    return [_action(choice, state) for choice in shown]


def _action(choice: Choice, state: StoryState) -> dict[str, JSON]:
    if choice.allowed is None or choice.allowed(state):
        return {"id": choice.id, "labelKey": choice.label_key, "available": True}
    return {
        "id": choice.id,
        "labelKey": choice.label_key,
        "available": False,
        "reasonKey": choice.fail_key,
    }


def scene_body(program: Program, state: StoryState) -> dict[str, JSON]:
    """The node's text with visible variables filled in."""
    key = node_of(program, state).text_key
    if program.strings is None:
        return {"textKey": key, "text": key}
    values = {
        variable.name: state["variables"].get(variable.name) for variable in program.statistics
    }

    def filled(match: re.Match[str]) -> str:
        if match[1] not in values:
            raise EngineFault("A text names a variable that is not visible", code="bad_text")
        return text_of(values[match[1]])

    return {"textKey": key, "text": PLACEHOLDER.sub(filled, program.strings.get(key, key))}


def project(program: Program, state: StoryState, audience: str) -> dict[str, JSON]:
    """Turn, statistics, unlocks and ending, the same for both audiences. Hidden variables never."""
    shown: dict[str, JSON] = {
        "turn": state["turn"],
        "stats": [
            {
                "var": variable.name,
                "labelKey": variable.label_key,
                "value": state["variables"].get(variable.name),
            }
            for variable in program.statistics
        ],
        "unlockedAchievements": list(state["unlockedAchievements"]),
    }
    ending = state.get("endingId")
    if ending is not None:
        shown["ending"] = {"endingId": ending, "outcome": ending_word(program, state)}
    return shown


def outcome(program: Program, state: StoryState) -> dict[str, JSON]:
    """How the story stands, in the form of a golden's ``terminal``."""
    ending = state.get("endingId")
    return {"terminal": ending is not None, "terminalId": ending, "endingId": ending}


def ending_word(program: Program, state: StoryState) -> str:
    """``win``, ``loss`` or ``neutral`` once the story has ended, else nothing."""
    if state.get("endingId") is None:
        return ""
    return node_of(program, state).outcome or "neutral"
