"""What stands before every rule of an action: is the game over, is there such an action, and does
it declare what was sent.

Source: ``spec/play-sessions.md`` §10 *Params bound*, ``spec/kind-world-graph.md`` §4, §8,
``spec/kind-simulation.md`` §3, §8.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, TypeAlias

#: ``strict`` refuses parameters an action does not declare and ids that nobody issued; ``legacy``
#: is what older engines did, which logged whatever a client sent.
Admission: TypeAlias = Literal["strict", "legacy"]


def first_refusal(
    *,
    over: bool,
    declared: Collection[str] | None,
    given: Iterable[str],
    admission: Admission,
) -> str | None:
    """The reason code of the first thing wrong with a submission, or ``None``.

    ``declared`` are the names of the action's parameters (``None``: no such action), ``given``
    those that were sent.
    """
    if over:
        return "session_ended"
    if declared is None:
        return "unknown_action"
    if admission == "strict" and not all(name in declared for name in given):
        return "unexpected_params"
    return None
