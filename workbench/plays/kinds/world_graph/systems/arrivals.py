"""A guest comes (§6.2)."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.plays.engine.kind import Pick
from workbench.plays.kinds.world_graph.content.catalogues import ArchetypeMeter
from workbench.plays.kinds.world_graph.content.program import Archetype
from workbench.plays.kinds.world_graph.content.shapes import Range
from workbench.plays.kinds.world_graph.state import Guest
from workbench.plays.kinds.world_graph.tick import Tick
from workbench.plays.kinds.world_graph.world import World


def guest_spawn(world: World, tick: Tick) -> None:
    """Where the rhythm and the room allow, one guest comes, of an archetype that is drawn."""
    spawning = world.program.scenario.guest_spawning
    if world.tick % spawning.every_ticks:
        return
    active = sum(e["lifecycle"] not in ("departed", "removed") for e in world.guests.values())
    if active < spawning.max_active_guests:
        guest = _newcomer(world, _drawn_archetype(world, tick))
        world.guests[guest["id"]] = guest
        world.count("guestsEntered", 1)


def _drawn_archetype(world: World, tick: Tick) -> Archetype:
    pool = world.program.pool
    weights = [weight for _, weight in pool]
    chosen = tick.draws("guest-spawn").weighted_index(weights)
    world.picks.append(Pick("guest-spawn", tuple(weights), chosen, pool[chosen][0]))
    return world.program.archetypes[pool[chosen][0]]


class _Draws:
    """The values of one guest, each from a stream of its own, counted."""

    def __init__(self, world: World, guest_id: str) -> None:
        self._context, self._guest_id = world.context, guest_id
        self.count = 0

    def __call__(self, within: Range) -> int:
        stream = self._context.stream(f"agent:{self._guest_id}:{self.count}")
        self.count += 1
        return stream.next_int(within.min, within.max)

    def meters(self, listed: Iterable[ArchetypeMeter]) -> dict[str, int]:
        return {each.definition_id: self(each.initial) for each in listed}


def _newcomer(world: World, archetype: Archetype) -> Guest:
    guest_id, rules = world.mint("guest"), archetype.rules
    draw = _Draws(world, guest_id)
    cash, stay = draw(rules.cash_cents), draw(rules.stay_ticks)
    patience, satisfaction = draw(rules.patience_ticks), draw(rules.initial_satisfaction)
    needs = {each.need_id: draw(each.initial) for each in rules.needs}
    conditions, opinions = draw.meters(rules.conditions), draw.meters(rules.opinions)
    preferences = draw.meters(rules.preferences)
    x, y = world.program.spawn_cell
    return {
        "id": guest_id,
        "archetypeId": rules.id,
        "lifecycle": "arriving",
        "tickEntered": world.tick,
        "stayDurationTicks": stay,
        "x": x,
        "y": y,
        "path": [],
        "pathIndex": 0,
        "drawCount": draw.count,
        "cashCents": cash,
        "intent": {"kind": "wait", "untilTick": world.tick, "selectedAtTick": world.tick},
        "needs": needs,
        "conditions": conditions,
        "opinions": opinions,
        "preferences": preferences,
        "satisfaction": satisfaction,
        "patienceCapacityTicks": patience,
        "patienceRemainingTicks": 0,
        "lastServedTick": None,
        "spentTicks": 0,
    }
