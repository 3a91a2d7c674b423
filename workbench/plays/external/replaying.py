"""Replaying a fixture with an external engine: one process, one replay, and then it ends.

Source: DESIGN §4 *Engines*, ``spec/play-sessions.md`` §9. What the engine says reaches a sentence only
as a code that the workbench knows too; its outcome is checked against the submissions first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from workbench.core.canonical import JSON
from workbench.core.fixture import Consumption, Evidence, IdUse, IssuedBy, Replay, ReplayStatus
from workbench.core.places import pointer
from workbench.plays.engines import BUILT_IN
from workbench.plays.external.answers import check_decisions, check_outcome, check_steps
from workbench.plays.external.messages import (
    Answer,
    Decision,
    ErrorAnswer,
    FaultAnswer,
    Hello,
    OutcomeAnswer,
    StepSpoken,
    UnrunnableAnswer,
    hello_request,
    read_answer,
    read_hello,
    read_object,
    replay_request,
)
from workbench.plays.external.problems import EngineProblem
from workbench.plays.external.process import EngineProcess, Limits, running
from workbench.plays.recorded import Action, Adopt, Recorded
from workbench.plays.sentences import counted, version_in_words, words
from workbench.plays.tokens import Tokens

_ISSUERS = {"campaign": "campaign content", "session": "session state"}
#: The reason codes that are published, of the core, of the three kinds and of faults
#: (``spec/play-sessions.md`` §13, ``spec/kind-world-graph.md`` §4, ``spec/kind-simulation.md`` §4).
_CODES = frozenset(
    [
        "unknown_action",
        "requirement_unmet",
        "session_ended",
        "action_not_available",
        "unknown_campaign",
        "unknown_kind",
        "invalid_state",
        "migration_failed",
        "content_kind_changed",
        "content_not_adoptable",
        "content_incompatible",
        "campaign_withdrawn",
        "campaign_version_missing",
        "campaign_refused",
        "content_version_conflict",
        "unexpected_params",
        "not_a_choice_node",
        "settle_guard_tripped",
        "condition_type_error",
        "dangling_reference",
        "unknown_condition_field",
        "computation_failed",
        "impossible_draw",
        "bad_initial",
        "bad_text",
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
        "unknown_target",
        "action_not_planned",
        "wrong_location",
        "insufficient_time",
    ]
)
_OWN_REASON = "engine_reason"


def replay_externally(
    recorded: Recorded,
    tokens: Tokens,
    command: Sequence[str],
    *,
    campaigns: Sequence[Path],
    limits: Limits | None = None,
) -> Replay:
    """Replay once with ``command``. Whatever the engine does wrong is an unrunnable result."""
    try:
        with running(command, limits or Limits()) as engine:
            hello = greet(engine, campaigns)
            if recorded.captured_under not in hello.engineVersions:
                raise EngineProblem("engine_wrong_version")
            answer, outcome = ask_replay(engine, recorded)
            engine.finish()
        return _Told(recorded, tokens, hello).replay(answer, outcome)
    except EngineProblem as problem:
        return _unrunnable(recorded, problem.code, str(problem))


def greet(engine: EngineProcess, campaigns: Sequence[Path]) -> Hello:
    """Say hello and read the engine's. Raises ``EngineProblem``."""
    line = engine.ask(
        hello_request(campaigns), seconds=engine.limits.start, late="engine_start_timeout"
    )
    return read_hello(read_object(line))


def ask_replay(engine: EngineProcess, recorded: Recorded, number: int = 1) -> tuple[Answer, JSON]:
    """Ask for a replay: the answer, and its outcome as it was written. Raises ``EngineProblem``."""
    line = engine.ask(
        replay_request(recorded, number), seconds=engine.limits.answer, late="engine_timeout"
    )
    value = read_object(line)
    answer = read_answer(value, number)
    if isinstance(answer, OutcomeAnswer):
        check_outcome(answer.outcome, recorded.submissions)
        check_steps(answer.steps, recorded.submissions)
    elif isinstance(answer, FaultAnswer):
        _check_fault(answer, recorded)
    return answer, value.get("outcome")


def _check_fault(answer: FaultAnswer, recorded: Recorded) -> None:
    if answer.at is not None and answer.at >= len(recorded.submissions):
        raise EngineProblem("engine_bad_outcome", where="/at")
    before = recorded.submissions[: answer.at or 0]
    check_decisions(answer.decisions, before)
    check_steps(answer.steps, before)


class _Told:
    """What an engine's answer says of one fixture, in the workbench's words."""

    def __init__(self, recorded: Recorded, tokens: Tokens, hello: Hello) -> None:
        self._recorded, self._tokens = recorded, tokens
        self._kinds = {kind.id: kind.version for kind in hello.kinds}

    def replay(self, answer: Answer, outcome: JSON) -> Replay:
        """The answer as a replay. Raises ``EngineProblem`` for one that is none."""
        if isinstance(answer, OutcomeAnswer):
            return self._ended(answer, outcome)
        if isinstance(answer, FaultAnswer):
            return self._faulted(answer)
        if isinstance(answer, UnrunnableAnswer):
            code = known_code(answer.reason)
            sentence = f"Not run, says the external engine: {reason_in_words(code)}."
            return _unrunnable(self._recorded, code, sentence)
        assert isinstance(answer, ErrorAnswer)
        raise EngineProblem("engine_request_refused")

    def _ended(self, answer: OutcomeAnswer, outcome: JSON) -> Replay:
        total = len(self._recorded.submissions)
        decisions = answer.outcome.decisions
        accepted = sum(each.accepted for each in decisions)
        return Replay(
            status=ReplayStatus.REPLAYED,
            engine=self._engine(answer.kind),
            outcome=outcome,
            sentence=f"The game is {answer.outcome.finalStatus}. "
            f"{counted(accepted, 'submission')} accepted, {total - accepted} rejected.",
            evidence=tuple(map(_evidence, decisions)),
            consumption=Consumption(total, total),
            ids=tuple(self._uses(decisions, answer.steps)),
        )

    def _faulted(self, answer: FaultAnswer) -> Replay:
        total, code = len(self._recorded.submissions), known_code(answer.reason)
        where = "while it created the game" if answer.at is None else f"at submission {answer.at}"
        failed = [] if answer.at is None else [_failure(answer.at, code)]
        left = total - (answer.at or 0)
        return Replay(
            status=ReplayStatus.FAULT,
            engine=self._engine(answer.kind),
            sentence=f"The engine failed {where}: {reason_in_words(code)}.",
            reason=code,
            fault_at=answer.at,
            evidence=(*map(_evidence, answer.decisions), *failed),
            consumption=Consumption(
                total, total - left, (f"{counted(left, 'submission')} not replayed",)
            ),
            ids=tuple(self._uses(answer.decisions, answer.steps)),
        )

    def _engine(self, kind: str) -> str:
        """Which engine replayed. Raises ``EngineProblem`` for a kind it did not say it plays."""
        if kind not in self._kinds:
            raise EngineProblem("engine_bad_message", where="/kind")
        return f"{kind} {self._kinds[kind]}, {external_engine(self._recorded.captured_under)}"

    def _uses(self, decisions: Sequence[Decision], steps: Sequence[StepSpoken]) -> Iterator[IdUse]:
        place = self._tokens.place("/config/campaignId")
        yield IdUse(self._recorded.campaign_id, "campaign id", place, IssuedBy("external engine"))
        for decision, step in zip(decisions, steps, strict=True):
            yield from self._uses_at(decision, step)

    def _uses_at(self, decision: Decision, step: StepSpoken) -> Iterator[IdUse]:
        index, base = step.index, f"/submissions/{step.index}"
        submission = self._recorded.submissions[index]
        if isinstance(submission, Adopt):
            place = self._tokens.place(f"{base}/adopt", step=index)
            by = IssuedBy("campaign archive") if decision.accepted else None
            yield IdUse(submission.version, "campaign version", place, by)
            return
        for below, kind, value in _strings(submission):
            place = self._tokens.place(base + below, step=index)
            issuer = step.issuedBy.get(below)
            yield IdUse(value, kind, place, IssuedBy(_ISSUERS[issuer]) if issuer else None)
        for name in submission.params or {}:
            place = self._tokens.place(base + pointer("params", name), is_key=True, step=index)
            # An accepted action's params are declared: every kind refuses the others.
            by = IssuedBy("the kind's actions") if decision.accepted else None
            yield IdUse(name, "param name", place, by)


def _strings(action: Action) -> Iterator[tuple[str, str, str]]:
    yield "/actionId", "action id", action.action_id
    for name, value in (action.params or {}).items():
        if isinstance(value, str):
            yield pointer("params", name), "param", value


def _evidence(decision: Decision) -> Evidence:
    adoption = "adopt" in decision.model_fields_set
    if not decision.accepted:
        code = known_code(decision.reason)
        verb = "Not adopted" if adoption else "Rejected"
        return Evidence(decision.index, False, f"{verb}: {reason_in_words(code)}", code)
    if decision.seq is None:
        return Evidence(decision.index, True, "Adopted already: nothing was logged")
    verb = "Adopted" if adoption else "Accepted"
    return Evidence(decision.index, True, f"{verb} as entry {decision.seq}")


def _failure(at: int, code: str) -> Evidence:
    return Evidence(at, False, f"The engine failed: {reason_in_words(code)}", code)


def known_code(code: str) -> str:
    """``code`` if the workbench knows it; another engine's own may hold anything."""
    return code if code in _CODES else _OWN_REASON


def reason_in_words(code: str) -> str:
    """A known code in words."""
    return "a reason of the engine's own" if code == _OWN_REASON else words(code)


def external_engine(version: str) -> str:
    """The engine in words, with what it stands in for."""
    said = f"engine {version_in_words(version)} (external"
    return f"{said}, in place of the built-in one)" if version in BUILT_IN else f"{said})"


def _unrunnable(recorded: Recorded, code: str, sentence: str) -> Replay:
    total = len(recorded.submissions)
    return Replay(
        status=ReplayStatus.UNRUNNABLE,
        engine=external_engine(recorded.captured_under),
        sentence=sentence,
        reason=code,
        consumption=Consumption(total, 0, ("nothing was replayed",)),
    )
