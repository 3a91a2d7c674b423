"""Every reason code of the kind. Source: ``spec/kind-simulation.md`` §4, §7, §8.

Search for a code, as text, to find the rules that give it. A requirement of the content refuses with
the code it names itself.
"""

from __future__ import annotations

from typing import Final

from workbench.plays.engine.reasons import Problem, Reasons

KIND_ID: Final = "simulation"

REASONS: Final = Reasons(
    KIND_ID,
    {
        # of a submission
        "unexpected_params": "the action does not declare a parameter that was sent",
        "unknown_target": "nobody issued the target or the choice",
        "action_not_planned": "nothing is planned at this index",
        # of a week
        "wrong_location": "it cannot be done where the player is",
        "insufficient_time": "the week has not enough time left",
        "insufficient_funds": "there is not enough money",
        # of content
        "dangling_reference": "something names what is not there",
        "duplicate_id": "two entries of a catalogue have one id",
        "unknown_condition_form": "a condition has a form no life can compute",
    },
)

kind_problem = REASONS.problem


class Refusal(Exception):
    """A rule refuses the action. Raised by rules, turned into a ``Problem`` at admission.

    ``message_key`` is the content's own words for it, where it has some.
    """

    def __init__(self, code: str, message_key: str = "") -> None:
        super().__init__()
        self.code, self.message_key = code, message_key

    def problem(self) -> Problem:
        """The refusal as the engine reports it."""
        if self.message_key:
            return Problem(self.code, self.message_key)
        return kind_problem(self.code)
