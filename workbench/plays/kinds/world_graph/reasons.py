"""Every reason a submission may be refused for, and the faults of the kind.

Source: ``spec/kind-world-graph.md`` §4. Search for a code to find the rule that gives it.
"""

from __future__ import annotations

from typing import Final

from workbench.plays.engine.kind import Problem

KIND_ID: Final = "world-graph"

#: Codes of the kind's own. ``session_ended``, ``unknown_action`` and ``requirement_unmet`` are
#: base codes.
REASON_CODES: Final = frozenset(
    {
        "unexpected_params",
        "unknown_entity",
        "building_locked",
        "insufficient_funds",
        "building_limit_reached",
        "placement_terrain_unsuitable",
        "placement_out_of_bounds",
        "placement_overlaps",
        "placement_unreachable",
        "staff_limit_reached",
        "building_not_open",
        "price_out_of_range",
        "ticks_not_positive",
        "tick_limit_reached",
        "dangling_reference",
        "duplicate_id",
        "position_off_map",
    }
)


def kind_problem(code: str, path: str | None = None) -> Problem:
    """A problem with one of the kind's own reason codes."""
    return Problem(code, f"{KIND_ID}.reason.{code}", path)
