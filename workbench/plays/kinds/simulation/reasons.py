"""Every reason a submission may be refused for. Source: ``spec/kind-simulation.md`` §4, §7, §8.

Search for a code, as text, to find the rules that give it.
"""

from __future__ import annotations

from typing import Final

from workbench.plays.engine.kind import Problem, core_problem

KIND_ID: Final = "simulation"

#: Codes of the kind's own. A requirement of the content refuses with the code it names itself.
REASON_CODES: Final = frozenset(
    {
        "unexpected_params",
        "unknown_target",
        "action_not_planned",
        "wrong_location",
        "insufficient_time",
        "insufficient_funds",
        "dangling_reference",
        "duplicate_id",
        "unknown_condition_form",
    }
)


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


def kind_problem(code: str, path: str | None = None) -> Problem:
    """A problem with one of the kind's own codes, or with a base code."""
    if code in REASON_CODES:
        return Problem(code, f"{KIND_ID}.reason.{code}", path)
    return core_problem(code, path)
