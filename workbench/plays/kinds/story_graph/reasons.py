"""Every reason code of the kind. Source: ``spec/play-sessions.md`` §12, §13.

Search for a code, as text, to find the rule that gives it.
"""

from __future__ import annotations

from typing import Final

from workbench.plays.engine.reasons import Reasons

KIND_ID: Final = "story-graph"

REASONS: Final = Reasons(
    KIND_ID,
    {
        # of a submission
        "unexpected_params": "the pick of a choice takes no parameters",
        "not_a_choice_node": "the story does not stand where a choice is",
        # of a fault
        "settle_guard_tripped": "more than 64 nodes in a row took no choice",
        # of content: errors
        "unknown_condition_field": "a condition asks for a field no story has",
        "dangling_reference": "something leads to a node that is not there",
        "undeclared_variable": "an effect changes a variable that is not declared",
        "invalid_consequence_value": "an effect does not suit its variable",
        "duplicate_id": "two choices of a node, or two achievements, have one id",
        "missing_label_key": "a visible variable has no label",
        "non_visible_variable_in_text": "a text shows a variable that is not visible",
        "invalid_transition_weight": "a random node has no ways, or a weight is no positive integer",
        # of content: warnings
        "unreachable_node": "no way leads to a node",
        "unreachable_cycle": "from a node, no choice and no ending can be reached",
        "no_reachable_choice": "from the start, no choice can be reached",
        "no_reachable_ending": "from the start, no ending can be reached",
        # of a change
        "consequence_applied": "an effect changed a variable",
    },
)

kind_problem = REASONS.problem
