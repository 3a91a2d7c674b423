"""What makes a world unplayable although its shape is right: ids that name nothing.

Source: ``spec/kind-world-graph.md`` §1. Every reference play would follow is checked once here, so
that no system has to ask again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from workbench.plays.engine.reasons import Problem, core_problem
from workbench.plays.kinds.world_graph.content import logic
from workbench.plays.kinds.world_graph.content.catalogues import Building, Content
from workbench.plays.kinds.world_graph.content.places import Map
from workbench.plays.kinds.world_graph.content.scenario import Scenario
from workbench.plays.kinds.world_graph.content.shapes import Entry, Shape, Spot
from workbench.plays.kinds.world_graph.reasons import kind_problem

#: A catalogue's name and the id something asks of it.
Reference: TypeAlias = tuple[str, str]

_METERS: Mapping[str, str] = {
    "need": "needs",
    "condition": "guest_conditions",
    "opinion": "opinions",
    "preference": "preferences",
}


def errors_of(content: Content, strings: Mapping[str, str] | None) -> list[Problem]:
    """Every error: duplicate ids, ids that name nothing, places off the map, missing texts."""
    return [
        *_duplicates(content),
        *_dangling(content),
        *_off_map(content),
        *(() if strings is None else _missing_strings(content, strings)),
    ]


def catalogues(content: Content) -> dict[str, tuple[Entry, ...]]:
    """Every catalogue by the name of its member."""
    members = ((name, getattr(content, name)) for name in type(content).model_fields)
    return {name: value for name, value in members if isinstance(value, tuple)}


def _duplicates(content: Content) -> Iterator[Problem]:
    lists = [[entry.id for entry in found] for found in catalogues(content).values()]
    lists += [[zone.id for zone in each.zones] for each in content.maps]
    # What a scenario lists stands in its state by id, once.
    lists += [list(each.objective_ids) for each in content.scenarios]
    lists += [list(each.failure_ids) for each in content.scenarios]
    for ids in lists:
        seen: set[str] = set()
        for each_id in ids:
            if each_id in seen:
                yield kind_problem("duplicate_id", each_id)
            seen.add(each_id)


def _dangling(content: Content) -> Iterator[Problem]:
    known = {name: {entry.id for entry in found} for name, found in catalogues(content).items()}
    known["zones"] = {zone.id for each in content.maps for zone in each.zones}
    for catalogue, wanted in _references(content):
        if wanted not in known[catalogue]:
            yield kind_problem("dangling_reference", wanted)


def _references(content: Content) -> Iterator[Reference]:
    yield "scenarios", content.start_scenario_id
    for each in content.maps:
        yield from _of_map(each)
    for building in content.buildings:
        yield from _of_building(building)
    for scenario in content.scenarios:
        yield from _of_scenario(scenario)
    for archetype in content.guest_archetypes:
        yield from (("needs", need.need_id) for need in archetype.needs)
        yield from (("guest_conditions", each.definition_id) for each in archetype.conditions)
        yield from (("opinions", each.definition_id) for each in archetype.opinions)
        yield from (("preferences", each.definition_id) for each in archetype.preferences)
    for product in content.products:
        if product.litter is not None:
            yield "incidents", product.litter.incident_definition_id
    for shape in _all_shapes(content):
        yield from _of_effect(shape)


def _of_map(each: Map) -> Iterator[Reference]:
    yield "terrain", each.default_terrain_id
    yield from (("terrain", override.terrain_id) for override in each.terrain_overrides)


def _of_building(building: Building) -> Iterator[Reference]:
    if building.operation.kind == "service":
        yield from (("products", offer.product_id) for offer in building.operation.products)
        yield from (("staff_roles", need.role_id) for need in building.operation.staff_requirements)


def _of_scenario(scenario: Scenario) -> Iterator[Reference]:
    yield "maps", scenario.map_id
    yield from (("policies", each) for each in scenario.active_policy_ids)
    yield from (("buildings", each.definition_id) for each in scenario.building_placements)
    yield from (("scenery", each.definition_id) for each in scenario.scenery_placements)
    yield from (("guest_archetypes", each.archetype_id) for each in scenario.guest_spawning.pool)
    yield from (("objectives", each) for each in scenario.objective_ids)
    yield from (("failures", each) for each in scenario.failure_ids)
    if scenario.time_limit_failure_id is not None:
        yield "failures", scenario.time_limit_failure_id


def _of_effect(shape: Shape) -> Iterator[Reference]:
    """The ids an effect would follow. Conditions compare ids, and an unknown one is just false."""
    match shape:
        case logic.SetPolicyActive():
            yield "policies", shape.policy_id
        case logic.StartIncident():
            yield "incidents", shape.incident_definition_id
            if shape.target.kind == "zone":
                yield "zones", shape.target.zone_id or ""
        case logic.GuestMeterDelta():
            yield _METERS[shape.meter], shape.definition_id


def _all_shapes(shape: Shape) -> Iterator[Shape]:
    waiting: list[object] = [shape]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Shape):
            yield each
            waiting += vars(each).values()
        elif isinstance(each, tuple):
            waiting += each


def _off_map(content: Content) -> Iterator[Problem]:
    for each in content.maps:
        edges = each.topology.edges
        spots = [*each.spawn_points, *each.exits, *(edge.source for edge in edges)]
        spots += [edge.to for edge in edges]
        spots += [override.position for override in each.terrain_overrides]
        if not all(_on(each, spot) for spot in spots):
            yield kind_problem("position_off_map", each.id)


def _on(each: Map, spot: Spot) -> bool:
    return 0 <= spot.x < each.width and 0 <= spot.y < each.height


def _missing_strings(content: Content, strings: Mapping[str, str]) -> Iterator[Problem]:
    for entries in catalogues(content).values():
        for entry in entries:
            for key in (entry.text.name_key, entry.text.description_key):
                if key not in strings:
                    yield core_problem("missing_string_key", key)
