"""The shape of a story graph's content (``spec/play-sessions.md`` §12.1).

Only the shape: what the published engine lets through its checks (an initial value of the wrong
type, an enum without values, an unknown operator) passes here too, and fails where it fails there.
"""

from __future__ import annotations

from typing import Any

from workbench.plays.shapes import (
    Wrong,
    anything,
    boolean,
    chosen_by,
    listing,
    number,
    one_of,
    record,
    table,
    text,
)

#: Conditions nested deeper than this are refused: nobody wrote them by hand.
MAX_CONDITION_DEPTH = 100


def condition(value: Any) -> Wrong:
    """A condition of any form, nested at most ``MAX_CONDITION_DEPTH`` deep."""
    return _condition(value, 0)


def _condition(value: Any, depth: int) -> Wrong:
    if depth > MAX_CONDITION_DEPTH:
        return ("", f"is nested more than {MAX_CONDITION_DEPTH} levels deep")
    if not isinstance(value, dict):
        return ("", "is not an object")
    for member in ("all", "any"):
        if member in value:
            return _conditions(value[member], member, depth)
    if "not" in value:
        wrong = _condition(value["not"], depth + 1)
        return wrong and (f"/not{wrong[0]}", wrong[1])
    for member in ("exists", "count"):
        if member in value:
            wrong = record({"collection": text})(value[member])
            return wrong and (f"/{member}{wrong[0]}", wrong[1])
    return record({"field": text, "operator": text})(value)


def _conditions(value: Any, member: str, depth: int) -> Wrong:
    if not isinstance(value, list):
        return (f"/{member}", "is not a list")
    for index, entry in enumerate(value):
        if wrong := _condition(entry, depth + 1):
            return (f"/{member}/{index}{wrong[0]}", wrong[1])
    return None


effects = listing(
    chosen_by(
        "op",
        {
            "set": record({"var": text, "value": anything}),
            "increment": record({"var": text, "by": number}),
            "decrement": record({"var": text, "by": number}),
        },
    )
)

choice = record(
    {"id": text, "labelKey": text, "goto": text},
    {
        "showWhen": condition,
        "requirements": condition,
        "requirementFailKey": text,
        "effects": effects,
    },
)

transition = record({"weight": number, "goto": text}, {"effects": effects})

_NODE = {"textKey": text}

node = chosen_by(
    "kind",
    {
        "choice": record({**_NODE, "choices": listing(choice)}),
        "auto": record({**_NODE, "goto": text}, {"effects": effects}),
        "random": record({**_NODE, "transitions": listing(transition)}),
        "ending": record(
            {**_NODE, "endingId": text}, {"outcome": one_of("win", "loss", "neutral")}
        ),
    },
)

variable = record(
    {"type": one_of("bool", "int", "enum"), "initial": anything},
    {
        "values": listing(text),
        "min": number,
        "max": number,
        "visible": boolean,
        "labelKey": text,
    },
)

achievement = record(
    {"id": text, "nameKey": text, "descriptionKey": text, "condition": condition},
    {"hidden": boolean},
)

content = record(
    {
        "descriptionKey": text,
        "variables": table(variable),
        "nodes": table(node),
        "startNodeId": text,
        "achievements": listing(achievement),
    }
)
