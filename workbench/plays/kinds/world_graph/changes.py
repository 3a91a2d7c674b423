"""What an action changed, as a person reads it: money, counters, entities, achievements.

Source: ``spec/play-sessions.md`` §2.6. The whole difference of two states would be a wall of cells;
these are the changes a reviewer follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from workbench.core.canonical import JSON
from workbench.plays.kinds.world_graph.state import State

_ENTITIES: Final[
    tuple[Literal["buildings", "constructionSites", "guests", "staff", "incidents"], ...]
] = ("buildings", "constructionSites", "guests", "staff", "incidents")


def changes_between(before: State, after: State) -> list[dict[str, JSON]]:
    """The changes from one state to the next; achievements last, as they unlock last."""
    changes = [*_values("", {"tick": before["tick"]}, {"tick": after["tick"]})]
    changes += _values("finances.", before["finances"], after["finances"])
    changes += _values("counters.", before["counters"], after["counters"])
    for member in _ENTITIES:
        changes += _entities(member, before[member], after[member])
    changes += _resolution(before, after)
    changes += _achievements(before, after)
    return changes


def _change(path: str, value: JSON, previous: JSON) -> dict[str, JSON]:
    return {
        "path": path,
        "op": "set",
        "value": value,
        "previous": previous,
        "reason": "world_changed",
        "visible": True,
    }


def _values(
    prefix: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[dict[str, JSON]]:
    if before is not after:
        for name, value in after.items():
            if value != before[name]:
                yield _change(f"{prefix}{name}", value, before[name])


def _entities(
    member: str, before: Sequence[Any], after: Sequence[Any]
) -> Iterator[dict[str, JSON]]:
    """Who came and who went, and buildings whose status changed."""
    if before is after:
        return
    old, new = {each["id"]: each for each in before}, {each["id"]: each for each in after}
    yield from (_change(f"{member}.{e}.exists", False, True) for e in old if e not in new)
    for entity_id, entity in new.items():
        if entity_id not in old:
            yield _change(f"{member}.{entity_id}.exists", True, False)
        elif member == "buildings" and entity["status"] != old[entity_id]["status"]:
            path = f"{member}.{entity_id}.status"
            yield _change(path, entity["status"], old[entity_id]["status"])


def _resolution(before: State, after: State) -> Iterator[dict[str, JSON]]:
    if after["resolution"] is not None and before["resolution"] is None:
        yield _change("resolution", after["resolution"]["resolution"], None)


def _achievements(before: State, after: State) -> Iterator[dict[str, JSON]]:
    for achievement in after["unlockedAchievementIds"][len(before["unlockedAchievementIds"]) :]:
        yield {
            "path": f"unlockedAchievementIds.{achievement}.exists",
            "op": "set",
            "value": True,
            "reason": "achievement_unlocked",
            "visible": True,
        }
