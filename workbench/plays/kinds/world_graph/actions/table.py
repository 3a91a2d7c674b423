"""The ten actions and what each declares. Source: ``spec/kind-world-graph.md`` §4."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from workbench.plays.kinds.world_graph.actions.building import (
    build,
    close_building,
    demolish,
    open_building,
    set_price,
)
from workbench.plays.kinds.world_graph.actions.declared import Action, Issuer, Param
from workbench.plays.kinds.world_graph.actions.progress import advance_ticks, dismiss_alert
from workbench.plays.kinds.world_graph.actions.staff import assign_staff, fire_staff, hire_staff

_BUILDING: Final = Param("buildingId", Issuer.BUILDING)
_STAFF: Final = Param("staffId", Issuer.STAFF)

_LISTED: Final = (
    Action(
        "build",
        "Builds",
        (
            Param("definitionId", Issuer.BUILDING_DEFINITION),
            Param("x"),
            Param("y"),
            Param("rotation", among=frozenset({0, 90, 180, 270})),
        ),
        build,
    ),
    Action("demolish", "Demolishes a building", (_BUILDING,), demolish),
    Action("hire_staff", "Hires staff", (Param("definitionId", Issuer.STAFF_ROLE),), hire_staff),
    Action("fire_staff", "Fires staff", (_STAFF,), fire_staff),
    Action(
        "assign_staff",
        "Assigns staff",
        (
            _STAFF,
            Param("buildingId", Issuer.BUILDING, required=False),
            Param("zoneId", Issuer.ZONE, required=False),
        ),
        assign_staff,
    ),
    Action(
        "set_price",
        "Sets a price",
        (_BUILDING, Param("productId", Issuer.PRODUCT), Param("priceCents")),
        set_price,
    ),
    Action("open_building", "Opens a building", (_BUILDING,), open_building),
    Action("close_building", "Closes a building", (_BUILDING,), close_building),
    Action("dismiss_alert", "Dismisses an alert", (Param("alertId", Issuer.ALERT),), dismiss_alert),
    Action("advance_ticks", "Lets time pass", (Param("ticks"),), advance_ticks),
)

ACTIONS: Final[Mapping[str, Action]] = MappingProxyType({each.id: each for each in _LISTED})
