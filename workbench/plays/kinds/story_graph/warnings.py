"""What makes a story doubtful: parts nobody can reach (``spec/play-sessions.md`` §12.10, tier 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from workbench.plays.engine.reasons import Problem
from workbench.plays.javascript import own_keys
from workbench.plays.kinds.story_graph.checks import exits_of
from workbench.plays.kinds.story_graph.reasons import kind_problem

#: The kinds of node where a story rests, and what it is told where none of them can be reached.
_RESTS = {"choice": "no_reachable_choice", "ending": "no_reachable_ending"}


def warnings_of(content: Any) -> list[Problem]:
    """Every warning, in the engine's order."""
    nodes = {key: content["nodes"][key] for key in own_keys(content["nodes"])}
    start = content["startNodeId"]
    exits = {key: exits_of(node) for key, node in nodes.items()}
    reached = _closure([start], exits)
    kinds = {nodes[key]["kind"] for key in reached if key in nodes}
    resting = _closure((key for key in nodes if nodes[key]["kind"] in _RESTS), _reversed(exits))
    return [
        *(kind_problem("unreachable_node", key) for key in nodes if key not in reached),
        *(kind_problem(code, start) for kind, code in _RESTS.items() if kind not in kinds),
        *(
            kind_problem("unreachable_cycle", key)
            for key in nodes
            if key in reached and key not in resting
        ),
    ]


def _closure(start: Iterable[str], exits: Mapping[str, list[str]]) -> set[str]:
    waiting = list(start)
    reached = set(waiting)
    while waiting:
        for target in exits.get(waiting.pop(), ()):
            if target not in reached:
                reached.add(target)
                waiting.append(target)
    return reached


def _reversed(exits: Mapping[str, list[str]]) -> dict[str, list[str]]:
    entries: dict[str, list[str]] = {}
    for source, targets in exits.items():
        for target in targets:
            entries.setdefault(target, []).append(source)
    return entries
