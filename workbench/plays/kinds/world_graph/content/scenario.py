"""The shape of a scenario. Source: ``spec/kind-world-graph.md`` §1."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from workbench.plays.kinds.world_graph.content.logic import Condition, ContentRef, Effect
from workbench.plays.kinds.world_graph.content.places import Rotation
from workbench.plays.kinds.world_graph.content.shapes import Entry, Flag, Positive, Shape, Whole


class ScheduledChange(Shape):
    due_tick: Whole
    priority: Whole
    condition: Condition
    effects: tuple[Effect, ...]


class BuildingPlacement(Shape):
    definition_id: str
    x: Whole
    y: Whole
    rotation: Rotation
    open: Flag


class SceneryPlacement(Shape):
    definition_id: str
    x: Whole
    y: Whole
    rotation: Rotation


class PoolEntry(Shape):
    archetype_id: str
    weight: Positive


class GuestSpawning(Shape):
    every_ticks: Positive
    max_active_guests: Whole
    pool: tuple[PoolEntry, ...]

    @model_validator(mode="after")
    def _somebody_comes(self) -> GuestSpawning:
        if self.max_active_guests > 0 and not self.pool:
            raise ValueError("guests come, but from nowhere")
        return self


class Limit(Shape):
    definition_id: str
    maximum: Whole


class Scenario(Entry):
    map_id: str
    starting_cash_cents: Whole
    unlocked_content: tuple[ContentRef, ...]
    active_policy_ids: tuple[str, ...]
    scheduled_changes: tuple[ScheduledChange, ...]
    building_placements: tuple[BuildingPlacement, ...]
    scenery_placements: tuple[SceneryPlacement, ...]
    guest_spawning: GuestSpawning
    objective_ids: tuple[str, ...]
    failure_ids: tuple[str, ...]
    time_limit_ticks: Whole | None
    time_limit_failure_id: str | None
    resolution_precedence: Literal["objectives_win", "failure_wins"]
    building_limits: tuple[Limit, ...]
    staff_limits: tuple[Limit, ...]

    @model_validator(mode="after")
    def _limit_is_whole(self) -> Scenario:
        if (self.time_limit_ticks is None) != (self.time_limit_failure_id is None):
            raise ValueError("a time limit needs both its ticks and its failure")
        return self
