"""Achievements unlock, and alerts are issued and cleared (§6.19).

Alerts reach no outcome, but they take ids from the counter all entities share.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from workbench.plays.kinds.world_graph.conditions import holds
from workbench.plays.kinds.world_graph.ordering import in_entity_order
from workbench.plays.kinds.world_graph.state import Alert
from workbench.plays.kinds.world_graph.tick import Tick
from workbench.plays.kinds.world_graph.world import World

_SEVERITY: Final = {
    "info": "info",
    "minor": "warning",
    "major": "warning",
    "critical": "critical",
}


class _Source(NamedTuple):
    """Something an alert stands for as long as it lasts."""

    type: str
    semantic_key: str
    severity: str
    title_key: str
    message_key: str
    entity_id: str | None


def alerts(world: World, tick: Tick) -> None:
    """Unlock achievements, clear the alerts whose source is gone, and issue new ones."""
    _unlock_achievements(world)
    sources = list(_sources(world))
    keys = {each.semantic_key for each in sources}
    represented: set[str] = set()
    for alert in list(world.alerts.values()):
        if alert["clearedAtTick"] is None:
            if alert["semanticKey"] in keys:
                represented.add(alert["semanticKey"])
            else:
                world.alerts[alert["id"]] = {**alert, "clearedAtTick": world.tick}
    for source in sources:
        if source.semantic_key not in represented:
            alert = _issued(world, source)
            world.alerts[alert["id"]] = alert


def _unlock_achievements(world: World) -> None:
    for achievement in world.program.content.achievements:
        if achievement.id not in world.achievements and holds(achievement.condition, world):
            world.achievements = [*world.achievements, achievement.id]


def _sources(world: World) -> Iterator[_Source]:
    for incident in in_entity_order(world.incidents):
        if incident["resolvedAtTick"] is None:
            rules = world.program.incidents[incident["definitionId"]]
            yield _Source(
                "incident_active",
                f"incident:{incident['id']}",
                _SEVERITY[rules.severity],
                rules.text.name_key,
                rules.text.description_key,
                incident["id"],
            )
    for building in in_entity_order(world.buildings):
        if building["status"] == "broken":
            yield _own_source("building-broken", "critical", building["id"])
    if world.resolution is not None:
        yield _own_source("scenario-resolved", "info", None)


def _own_source(name: str, severity: str, entity_id: str | None) -> _Source:
    """A source whose words are the kind's own, not the campaign's."""
    return _Source(
        name.replace("-", "_"),
        name if entity_id is None else f"{name}:{entity_id}",
        severity,
        f"world-graph.alert.{name}.title",
        f"world-graph.alert.{name}.message",
        entity_id,
    )


def _issued(world: World, source: _Source) -> Alert:
    return {
        "id": world.mint("alert"),
        "type": source.type,
        "semanticKey": source.semantic_key,
        "severity": source.severity,
        "titleKey": source.title_key,
        "messageKey": source.message_key,
        "entityId": source.entity_id,
        "issuedAtTick": world.tick,
        "dismissedAtTick": None,
        "clearedAtTick": None,
    }
