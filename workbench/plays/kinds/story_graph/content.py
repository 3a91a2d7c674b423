"""The shape of a story graph's content (``spec/play-sessions.md`` §12.1).

Only the shape: what the published engine lets through its checks (an initial value of the wrong
type, an enum without values, an unknown operator) passes here too, and fails where it fails there.
"""

from __future__ import annotations

from typing import Any

from workbench.plays.engine.conditions import condition_shape
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

_collection = record({"collection": text})


def condition(value: Any) -> Wrong:
    """A condition of any form."""
    return condition_shape(value, _collection)


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
