"""What makes a campaign unplayable, and what is likely a mistake. Source: ``spec/kind-simulation.md`` §1.

Errors are what play could not begin with, or what would make two entries one. References that play
tolerates (an event that schedules one the campaign lacks) are warnings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from workbench.plays.engine.reasons import Problem
from workbench.plays.kinds.simulation.reasons import kind_problem

_CATALOGUES: Final = (
    "jobs",
    "courses",
    "housing",
    "items",
    "events",
    "npcs",
    "goals",
    "scenarios",
    "opportunities",
    "achievements",
    "headlines",
    "locations",
    "backgrounds",
)


def errors_of(content: Any, strings: Mapping[str, str] | None) -> list[Problem]:
    """Every error of content whose shape was checked. Without ``strings`` none is asked for."""
    return [
        *_duplicates(content),
        *_beginnings(content),
        *(() if strings is None else _missing_strings(content, strings)),
    ]


def warnings_of(content: Any) -> list[Problem]:
    """What play tolerates, and an author hardly means."""
    return [*_loose_ends(content), *_conditions_that_fault(content)]


def _ids(content: Any, catalogue: str) -> list[str]:
    return [each["id"] for each in content[catalogue]]


def _duplicates(content: Any) -> Iterator[Problem]:
    for catalogue in _CATALOGUES:
        yield from _repeated(_ids(content, catalogue))
    for event in content["events"]:
        yield from _repeated([each["id"] for each in event.get("choices", ())])


def _repeated(ids: list[str]) -> Iterator[Problem]:
    seen: set[str] = set()
    for each in ids:
        if each in seen:
            yield kind_problem("duplicate_id", each)
        seen.add(each)


def _beginnings(content: Any) -> Iterator[Problem]:
    """The scenario, and everything a life begins with."""
    wanted = content["scenarioId"]
    scenario = next((each for each in content["scenarios"] if each["id"] == wanted), None)
    if scenario is None:
        yield kind_problem("dangling_reference", wanted)
        return
    if not scenario["startingBackgroundIds"]:
        yield kind_problem("dangling_reference", scenario["id"])
    owned = [each["definitionId"] for each in scenario["startingInventory"]]
    yield from _unknown(content, "backgrounds", scenario["startingBackgroundIds"])
    yield from _unknown(content, "housing", [scenario["startingHousingId"]])
    yield from _unknown(content, "items", owned)


def _unknown(content: Any, catalogue: str, wanted: list[str]) -> Iterator[Problem]:
    known = set(_ids(content, catalogue))
    return (kind_problem("dangling_reference", each) for each in wanted if each not in known)


def _missing_strings(content: Any, strings: Mapping[str, str]) -> Iterator[Problem]:
    """The texts this workbench shows."""
    shown = [content.get("sceneTemplateKey"), content.get("descriptionKey")]
    shown += content.get("actionLabelKeys", {}).values()
    for key in shown:
        if key is not None and key not in strings:
            yield kind_problem("missing_string_key", key)


def _loose_ends(content: Any) -> Iterator[Problem]:
    scenario = next(each for each in content["scenarios"] if each["id"] == content["scenarioId"])
    yield from _unknown(content, "locations", [scenario["startingLocationId"]])
    for location in content["locations"]:
        yield from _unknown(content, "locations", location["connections"])
    for job in content["jobs"]:
        yield from _unknown(content, "jobs", [each["toJobId"] for each in job["promotionPaths"]])
    for outcome in _outcomes(content):
        scheduled = [each["eventId"] for each in outcome.get("scheduledEvents", ())]
        yield from _unknown(content, "events", scheduled)


def _outcomes(content: Any) -> Iterator[Any]:
    for event in content["events"]:
        if "automaticOutcome" in event:
            yield event["automaticOutcome"]
        for choice in event.get("choices", ()):
            yield from (each["outcome"] for each in choice["outcomes"])


def _conditions_that_fault(content: Any) -> Iterator[Problem]:
    """``exists`` and ``count`` always fault in this kind."""
    for catalogue in _CATALOGUES:
        for entry in content[catalogue]:
            if any(map(_faults, _conditions(entry))):
                yield kind_problem("unknown_condition_form", entry["id"])


def _conditions(value: Any) -> Iterator[Any]:
    """Every condition in an entry, at any depth. The shape bounds how deep that is."""
    if isinstance(value, list):
        for each in value:
            yield from _conditions(each)
    elif isinstance(value, dict):
        for member, each in value.items():
            if member in ("condition", "conditions", "failureConditions"):
                yield each
            else:
                yield from _conditions(each)


def _faults(condition: Any) -> bool:
    for member in ("all", "any"):
        if member in condition:
            return any(map(_faults, condition[member]))
    if "not" in condition:
        return _faults(condition["not"])
    return "exists" in condition or "count" in condition
