"""Whether a condition holds. Source: ``spec/kind-world-graph.md`` §1.2."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Final

from workbench.plays.kinds.world_graph.content import logic
from workbench.plays.kinds.world_graph.metrics import measure
from workbench.plays.kinds.world_graph.world import World

_OPERATORS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "lte": operator.le,
    "gt": operator.gt,
    "gte": operator.ge,
}


def holds(condition: logic.Condition, world: World) -> bool:
    """Whether the condition holds in the world as it is now."""
    match condition:
        case logic.Compare():
            # A metric without a value compares as false, even as unequal.
            value = measure(condition.metric, world)
            return value is not None and _OPERATORS[condition.op](value, condition.value)
        case logic.Constant():
            return condition.value
        case logic.All():
            return all(holds(each, world) for each in condition.conditions)
        case logic.Any():
            return any(holds(each, world) for each in condition.conditions)
        case logic.Not():
            return not holds(condition.condition, world)
        case logic.ObjectiveState():
            objective = world.objectives.get(condition.objective_id)
            return objective is not None and objective["state"] == condition.state
        case logic.ContentUnlocked():
            return is_unlocked(world, condition.content.kind, condition.content.id)
        case logic.PolicyActive():
            return condition.policy_id in world.policies
        case logic.IncidentActive():
            return any(
                each["definitionId"] == condition.incident_definition_id
                and each["resolvedAtTick"] is None
                for each in world.incidents.values()
            )


def is_unlocked(world: World, kind: str, content_id: str) -> bool:
    """Whether something of the content is unlocked."""
    return any(each["kind"] == kind and each["id"] == content_id for each in world.unlocked)
