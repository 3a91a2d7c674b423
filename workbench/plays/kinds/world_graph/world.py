"""A world while an action is applied to it: tables of entities over an immutable state.

The tables may be written to; the entities in them may not. Whoever changes one puts a changed copy
in its place. So opening a world copies no entity, a snapshot is a few dictionaries, and the state
that comes out shares with the one that went in whatever did not change.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_
from typing import TypeVar

from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.kind import Context, Pick
from workbench.plays.kinds.world_graph.content.program import Program
from workbench.plays.kinds.world_graph.content.shapes import SAFE
from workbench.plays.kinds.world_graph.space.layout import Layout, Placed
from workbench.plays.kinds.world_graph.state import (
    Alert,
    Building,
    Failure,
    Guest,
    Incident,
    Objective,
    Site,
    Staff,
    State,
)

Entity = TypeVar("Entity", Guest, Staff, Building, Site, Incident, Objective, Failure, Alert)


def exact(number: int) -> int:
    """The number, while a double holds it exactly. Raises ``EngineFault`` beyond."""
    if -SAFE <= number <= SAFE:
        return number
    raise EngineFault("A number of the game grew too large", code="number_out_of_range")


class World:
    """The parts of a state, each by id where it is a list of entities. See the module."""

    __slots__ = (
        "_before",
        "_layout",
        "achievements",
        "alerts",
        "buildings",
        "context",
        "counters",
        "failures",
        "finances",
        "guests",
        "incidents",
        "map",
        "objectives",
        "ordinal",
        "picks",
        "policies",
        "program",
        "resolution",
        "sites",
        "staff",
        "tick",
        "unlocked",
    )

    def __init__(self, program: Program, state: State, context: Context) -> None:
        self.program, self.context, self._before = program, context, state
        self.tick = state["tick"]
        self.map = state["map"]
        self.finances = state["finances"]
        self.buildings = _table(state["buildings"])
        self.sites = _table(state["constructionSites"])
        self.guests = _table(state["guests"])
        self.staff = _table(state["staff"])
        self.incidents = _table(state["incidents"])
        self.objectives = _table(state["objectives"])
        self.failures = _table(state["failures"])
        self.alerts = _table(state["alerts"])
        self.resolution = state["resolution"]
        self.counters = state["counters"]
        self.unlocked = state["unlockedContent"]
        self.policies = state["activePolicyIds"]
        self.achievements = state["unlockedAchievementIds"]
        self.ordinal = state["nextEntityOrdinal"]
        self.picks: list[Pick] = []
        self._layout: Layout | None = None

    def state(self) -> State:
        """The world as a state, sharing every list that holds the same entities as before."""
        before = self._before
        return {
            "tick": self.tick,
            "map": self.map,
            "finances": self.finances,
            "buildings": _listed(self.buildings, before["buildings"]),
            "constructionSites": _listed(self.sites, before["constructionSites"]),
            "guests": _listed(self.guests, before["guests"]),
            "staff": _listed(self.staff, before["staff"]),
            "incidents": _listed(self.incidents, before["incidents"]),
            "objectives": _listed(self.objectives, before["objectives"]),
            "failures": _listed(self.failures, before["failures"]),
            "alerts": _listed(self.alerts, before["alerts"]),
            "resolution": self.resolution,
            "counters": self.counters,
            "unlockedContent": self.unlocked,
            "activePolicyIds": self.policies,
            "unlockedAchievementIds": self.achievements,
            "nextEntityOrdinal": self.ordinal,
        }

    def mint(self, prefix: str) -> str:
        """The next entity's id. All entities share one counter."""
        self.ordinal += 1
        return f"{prefix}:{self.ordinal - 1}"

    @property
    def layout(self) -> Layout:
        """What follows from where buildings and sites stand."""
        if self._layout is None:
            placed = [_placed(each, is_site=False) for each in self.buildings.values()]
            placed += [_placed(each, is_site=True) for each in self.sites.values()]
            self._layout = self.program.space.layout(tuple(placed))
        return self._layout

    def rearranged(self) -> None:
        """A building or site came or went: the map has another revision."""
        self.map = {**self.map, "revision": self.map["revision"] + 1}
        self._layout = None

    def count(self, counter: str, amount: int) -> None:
        """Add to a counter."""
        self.counters = {**self.counters, counter: exact(self.counters[counter] + amount)}

    def pay(self, cents: int) -> None:
        """Spend: cash goes down, expenses go up."""
        self.book(cash=-cents, revenue=0, expenses=cents)

    def book(self, *, cash: int, revenue: int, expenses: int) -> None:
        """Book money; revenue and expenses count for the day and in total."""
        before = self.finances
        self.finances = {
            "cashCents": exact(before["cashCents"] + cash),
            "revenueTodayCents": exact(before["revenueTodayCents"] + revenue),
            "expensesTodayCents": exact(before["expensesTodayCents"] + expenses),
            "revenueTotalCents": exact(before["revenueTotalCents"] + revenue),
            "expensesTotalCents": exact(before["expensesTotalCents"] + expenses),
            "loan": None,
        }


def _table(entities: list[Entity]) -> dict[str, Entity]:
    return {each["id"]: each for each in entities}


def _listed(table: Mapping[str, Entity], before: list[Entity]) -> list[Entity]:
    now = list(table.values())
    same = len(now) == len(before) and all(map(is_, now, before))
    return before if same else now


def _placed(entity: Building | Site, *, is_site: bool) -> Placed:
    return Placed(
        entity["id"],
        entity["definitionId"],
        entity["x"],
        entity["y"],
        entity["rotation"],
        is_site,
    )
