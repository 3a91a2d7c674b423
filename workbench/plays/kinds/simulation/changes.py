"""What a week changed, as a person reads it. Source: ``spec/play-sessions.md`` §2.6.

The whole difference of two states would be a wall of cells; these are the changes a reviewer
follows. Achievements are told by the system that unlocks them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.core.canonical import JSON
from workbench.plays.kinds.simulation.state import State


def changes_between(before: State, after: State) -> list[dict[str, JSON]]:
    """The changes from one week to the next, in the order of the state's members."""
    old, new = before["player"], after["player"]
    changes = [
        _set(
            "calendar.currentWeek",
            after["calendar"]["currentWeek"],
            before["calendar"]["currentWeek"],
        )
    ]
    if new["currentLocationId"] != old["currentLocationId"]:
        changes.append(
            _set("player.currentLocationId", new["currentLocationId"], old["currentLocationId"])
        )
    changes += _values("player.finances.", old["finances"], new["finances"])
    changes += _values("player.needs.", old["needs"], new["needs"])
    changes += _values("player.skills.", old["skills"], new["skills"])
    changes += _values("player.housing.", old["housing"], new["housing"])
    changes += _values(
        "player.career.currentEmployment.",
        old["career"].get("currentEmployment", {}),
        new["career"].get("currentEmployment", {}),
    )
    changes += _entities("player.inventory", "instanceId", old["inventory"], new["inventory"])
    changes += _entities(
        "activeOpportunities", "id", before["activeOpportunities"], after["activeOpportunities"]
    )
    changes += _entities(
        "pendingEventResponses",
        "id",
        before["pendingEventResponses"],
        after["pendingEventResponses"],
    )
    changes += _goals(before, after)
    if after["resolution"] is not None:
        changes.append(_set("resolution", after["resolution"]["resolution"], None))
    return changes


def _set(path: str, value: JSON, previous: JSON, *, visible: bool = True) -> dict[str, JSON]:
    return {
        "path": path,
        "op": "set",
        "value": value,
        "previous": previous,
        "reason": "week_ended",
        "visible": visible,
    }


def _values(
    prefix: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[dict[str, JSON]]:
    if before != after:
        for name, value in after.items():
            if value != before.get(name) and not isinstance(value, list):
                yield _set(f"{prefix}{name}", value, before.get(name))


def _entities(
    member: str, key: str, before: Sequence[Any], after: Sequence[Any]
) -> Iterator[dict[str, JSON]]:
    """What came and what went."""
    if before is after:
        return
    old, new = {each[key] for each in before}, {each[key] for each in after}
    yield from (_set(f"{member}.{e[key]}.exists", False, True) for e in before if e[key] not in new)
    yield from (_set(f"{member}.{e[key]}.exists", True, False) for e in after if e[key] not in old)


def _goals(before: State, after: State) -> Iterator[dict[str, JSON]]:
    for old, new in zip(before["goals"], after["goals"], strict=True):
        if old["status"] != new["status"]:
            yield _set(f"goals.{new['definitionId']}.status", new["status"], old["status"])
