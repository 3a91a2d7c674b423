"""Whether an outcome fits the submissions it is said to be of. Nothing is believed before that.

Source: ``spec/play-sessions.md`` §2.5: one decision a submission, ``seq`` the place in the log, a
reason only where something was not accepted.
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.core.canonical import utf16_key
from workbench.core.places import pointer
from workbench.plays.external.messages import Decision, Outcome, StepSpoken
from workbench.plays.external.problems import EngineProblem
from workbench.plays.recorded import Action, Submission


def check_outcome(outcome: Outcome, submissions: Sequence[Submission]) -> None:
    """Raises ``EngineProblem`` with the place of the first thing that does not fit."""
    check_decisions(outcome.decisions, submissions)
    actions = sum(
        decision.accepted and isinstance(submission, Action)
        for decision, submission in zip(outcome.decisions, submissions, strict=True)
    )
    if outcome.acceptedActions != actions:
        raise _unfit("/outcome/acceptedActions")
    unlocked = outcome.achievements
    if unlocked != sorted(set(unlocked), key=utf16_key):
        raise _unfit("/outcome/achievements")


def check_decisions(decisions: Sequence[Decision], submissions: Sequence[Submission]) -> None:
    """One decision for each of ``submissions``, in order. Raises ``EngineProblem``."""
    if len(decisions) != len(submissions):
        raise _unfit("/decisions")
    logged = 0
    for index, (decision, submission) in enumerate(zip(decisions, submissions, strict=True)):
        member = _wrong_member(decision, submission, index=index, logged=logged)
        if member:
            raise _unfit(f"/decisions/{index}/{member}")
        logged += decision.seq is not None


def _wrong_member(
    decision: Decision, submission: Submission, *, index: int, logged: int
) -> str | None:
    given = decision.model_fields_set
    action = isinstance(submission, Action)
    named = submission.action_id if isinstance(submission, Action) else submission.version
    if decision.index != index:
        return "index"
    if ("actionId" in given) != action or (action and decision.actionId != named):
        return "actionId"
    if ("adopt" in given) == action or (not action and decision.adopt != named):
        return "adopt"
    if ("reason" in given) == decision.accepted:
        return "reason"
    # Adopting the version a game is on already is accepted and logs nothing.
    silent = not decision.accepted or (not action and decision.seq is None)
    return None if decision.seq == (None if silent else logged) else "seq"


def check_steps(steps: Sequence[StepSpoken], submissions: Sequence[Submission]) -> None:
    """One entry for each of ``submissions``, naming only strings they have."""
    if len(steps) != len(submissions):
        raise _unfit("/steps")
    for index, (step, submission) in enumerate(zip(steps, submissions, strict=True)):
        if step.index != index:
            raise _unfit(f"/steps/{index}/index")
        if not step.issuedBy.keys() <= set(id_pointers(submission)):
            raise _unfit(f"/steps/{index}/issuedBy")


def id_pointers(submission: Submission) -> tuple[str, ...]:
    """Where a submission uses a string as an id: its action, and every param that is text."""
    if not isinstance(submission, Action):
        return ()
    texts = (name for name, value in (submission.params or {}).items() if isinstance(value, str))
    return ("/actionId", *(pointer("params", name) for name in texts))


def _unfit(where: str) -> EngineProblem:
    return EngineProblem("engine_bad_outcome", where=where)
