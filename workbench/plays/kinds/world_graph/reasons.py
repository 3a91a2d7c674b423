"""Every reason code of the kind. Source: ``spec/kind-world-graph.md`` §3, §4, §8.

Search for a code, as text, to find the rule that gives it. ``session_ended``, ``unknown_action`` and
``requirement_unmet`` are base codes.
"""

from __future__ import annotations

from typing import Final

from workbench.plays.engine.reasons import Reasons

KIND_ID: Final = "world-graph"

REASONS: Final = Reasons(
    KIND_ID,
    {
        # of a submission
        "unexpected_params": "the action does not declare a parameter that was sent",
        "unknown_entity": "nobody issued the id",
        "building_locked": "the building is not unlocked",
        "insufficient_funds": "there is not enough money",
        "building_limit_reached": "the scenario allows no more of this building",
        "placement_terrain_unsuitable": "terrain, rotation or a placement rule forbids it here",
        "placement_out_of_bounds": "part of the building would lie off the map",
        "placement_overlaps": "something stands there already",
        "placement_unreachable": "nobody could get to an entrance",
        "staff_limit_reached": "the scenario allows no more of this staff",
        "building_not_open": "the building is not open",
        "price_out_of_range": "the product may not cost that",
        "ticks_not_positive": "no tick, or less, was asked for",
        "tick_limit_reached": "more ticks were asked for than one action may take",
        # of content
        "dangling_reference": "something names what is not there",
        "duplicate_id": "two entries of a catalogue have one id",
        "position_off_map": "something stands off the map",
    },
)

kind_problem = REASONS.problem
