"""Replaying a fixture with what is at hand: outcome, evidence a step, ids and their issuers.

Source: ``spec/play-sessions.md`` §9, §15; ``spec/review-ux.md`` §11 for engine versions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from workbench.core.canonical import JSON, digest, digest_bytes
from workbench.core.errors import WorkbenchError
from workbench.core.fixture import (
    Consumption,
    Evidence,
    IdUse,
    IssuedBy,
    Replay,
    ReplayEnvironment,
    ReplayStatus,
)
from workbench.core.outcome import golden_bytes
from workbench.core.places import pointer
from workbench.plays.engine.engine import Engine
from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.kind import Issue, Kind
from workbench.plays.engine.state import GameState
from workbench.plays.engines import BUILT_IN, OLDER_RULES, has_older_rules
from workbench.plays.external.replaying import replay_externally
from workbench.plays.library import Library, open_library
from workbench.plays.recorded import Action, Recorded, Submission
from workbench.plays.runner import (
    NotCreated,
    Outcomes,
    Played,
    opening,
    programs_of,
    replay_engine,
    submit,
)
from workbench.plays.sentences import (
    counted,
    decision_sentence,
    rules_in_words,
    version_in_words,
    why_unrunnable,
    words,
)
from workbench.plays.tokens import Tokens

_ACTION = ("actionId",)


@dataclass(frozen=True, slots=True)
class Run:
    """One replay, and the state it ended on (``None`` where it gave no outcome)."""

    replay: Replay
    state: GameState | None = field(default=None, repr=False)


def external_command(recorded: Recorded, environment: ReplayEnvironment) -> tuple[str, ...] | None:
    """The command of the external engine that was chosen for the version a play names, if any."""
    chosen = environment.engines.get(recorded.captured_under)
    return None if chosen == OLDER_RULES else chosen


def run(recorded: Recorded, tokens: Tokens, environment: ReplayEnvironment) -> Run:
    """Replay once: on the campaigns of ``environment``, or with the external engine it names."""
    command = external_command(recorded, environment)
    if command is not None:
        return Run(replay_externally(recorded, tokens, command, campaigns=environment.campaigns))
    reason, library = prepare(recorded, environment)
    if reason is not None:
        return Run(_unrunnable(recorded, reason))
    engine = replay_engine(library.archive, library.kinds)
    try:
        state = opening(engine, recorded)
    except (EngineFault, NotCreated) as failure:
        return Run(_not_started(recorded, engine, failure))
    return _Replaying(recorded, tokens, engine, state).run()


def facts(run: Run) -> dict[str, JSON]:
    """What an outside program may compare (``docs/json-output.md``)."""
    outcome, state = run.replay.outcome, run.state
    return {
        "outcome": outcome,
        "outcomeSha256": None if outcome is None else digest_bytes(golden_bytes(outcome)),
        "finalStateSha256": None if state is None else digest(state.to_json()),
        "status": run.replay.status.value,
        "reason": run.replay.reason,
    }


def prepare(recorded: Recorded, environment: ReplayEnvironment) -> tuple[str | None, Library]:
    """Why the built-in engine does not replay the play (``None`` if it does), and the campaigns."""
    library = open_library(environment.campaigns)
    if external_command(recorded, environment) is not None:
        return "external_engine", library
    if recorded.captured_under not in BUILT_IN:
        return "engine_not_installed", library
    if recorded.captured_under not in environment.engines:
        return library.missing(recorded), library.under("strict")
    if not has_older_rules(recorded.captured_under):
        return "no_older_rules", library
    return library.missing(recorded), library.under("legacy")


class _Replaying:
    """One run: gathers outcome, evidence and ids in one pass over the submissions."""

    def __init__(
        self, recorded: Recorded, tokens: Tokens, engine: Engine, state: GameState
    ) -> None:
        self.recorded, self.tokens, self.engine, self.state = recorded, tokens, engine, state
        self.kind: Kind = engine.kinds[state.kind_id]
        self.programs = programs_of(recorded, engine)
        self.outcomes, self.evidence = Outcomes(), list[Evidence]()
        self.ids = [_campaign_use(recorded, tokens)]
        # Every id the session issued, and the step that did; the opening is no step.
        self.minted: dict[str, int | None] = dict.fromkeys(self.kind.minted(None, state.kind_state))

    def run(self) -> Run:
        for index, submission in enumerate(self.recorded.submissions):
            self.ids += self._uses(index, submission)
            try:
                played = submit(self.engine, self.state, index, submission)
            except EngineFault as fault:
                return Run(self._faulted(index, fault))
            self.outcomes.add(played)
            self.evidence.append(evidence_of(played))
            self._mint(played)
            self.state = played.after
        return Run(self._ended(), self.state)

    def _uses(self, index: int, submission: Submission) -> Iterator[IdUse]:
        base = f"/submissions/{index}"
        if not isinstance(submission, Action):
            place = self.tokens.place(f"{base}/adopt", step=index)
            yield IdUse(submission.version, "campaign version", place, IssuedBy("campaign archive"))
            return
        state = self.state.kind_state
        for issue in self.kind.issues(
            self.programs, state, submission.action_id, submission.params
        ):
            below = "/actionId" if issue.where == _ACTION else pointer(*issue.where)
            place = self.tokens.place(base + below, is_key=issue.is_key, step=index)
            yield IdUse(issue.value, issue.what, place, self._issuer(issue))

    def _issuer(self, issue: Issue) -> IssuedBy | None:
        if not issue.issuers:
            return None
        if issue.session_id is None:
            return IssuedBy(issue.by)
        step = self.minted.get(issue.session_id)
        return IssuedBy("opening state") if step is None else IssuedBy(issue.by, step)

    def _mint(self, played: Played) -> None:
        if played.after is not played.before:
            before, after = played.before.kind_state, played.after.kind_state
            for each in self.kind.minted(before, after):
                self.minted.setdefault(each, played.index)

    def _ended(self) -> Replay:
        total = len(self.recorded.submissions)
        return Replay(
            status=ReplayStatus.REPLAYED,
            engine=engine_text(self.recorded, self.kind),
            outcome=self.outcomes.finish(self.engine, self.state),
            sentence=self._sentence(),
            evidence=tuple(self.evidence),
            consumption=Consumption(total, total),
            ids=tuple(self.ids),
        )

    def _sentence(self) -> str:
        epoch = self.engine.epoch(self.state)
        word = self.kind.ending_word(epoch.program, self.state.kind_state)
        ended = f"Ended: {word}." if word else f"The game is {self.state.status}."
        accepted = sum(each.ok for each in self.evidence)
        rejected = len(self.evidence) - accepted
        decided = f"{counted(accepted, 'submission')} accepted, {rejected} rejected"
        rules = rules_in_words(self.kind)
        return f"{ended} {decided}{', ' if rules else ''}{rules}."

    def _faulted(self, index: int, fault: EngineFault) -> Replay:
        total = len(self.recorded.submissions)
        for later in range(index + 1, total):
            self.ids += self._uses(later, self.recorded.submissions[later])
        self.evidence.append(
            Evidence(index, False, f"The engine failed: {words(fault.code)}", fault.code)
        )
        return Replay(
            status=ReplayStatus.FAULT,
            engine=engine_text(self.recorded, self.kind),
            sentence=f"The engine failed at submission {index}: {words(fault.code)}.",
            reason=fault.code,
            fault_at=index,
            evidence=tuple(self.evidence),
            consumption=Consumption(
                total, index, (f"{counted(total - index, 'submission')} not replayed",)
            ),
            ids=tuple(self.ids),
        )


def evidence_of(played: Played) -> Evidence:
    """What the engine decided of a submission, in a sentence."""
    return Evidence(played.index, played.accepted, decision_sentence(played), played.reason or "")


def engine_text(recorded: Recorded, kind: Kind | None) -> str:
    """Which engine replays: the kind with its version, and the engine version it stands for."""
    version = version_in_words(recorded.captured_under)
    engine = f"engine {version} (built in)" if recorded.captured_under in BUILT_IN else ""
    named = f"{kind.id} {kind.version}" if kind is not None else ""
    rules = "" if kind is None else rules_in_words(kind)
    return ", ".join(part for part in (named, engine, rules) if part)


def _campaign_use(recorded: Recorded, tokens: Tokens) -> IdUse:
    place = tokens.place("/config/campaignId")
    return IdUse(recorded.campaign_id, "campaign id", place, IssuedBy("campaign archive"))


def _unrunnable(recorded: Recorded, reason: str) -> Replay:
    total = len(recorded.submissions)
    return Replay(
        status=ReplayStatus.UNRUNNABLE,
        engine=engine_text(recorded, None),
        sentence=why_unrunnable(reason, recorded.captured_under),
        reason=reason,
        consumption=Consumption(total, 0, ("nothing was replayed",)),
    )


def _not_started(recorded: Recorded, engine: Engine, failure: Exception) -> Replay:
    code = failure.code if isinstance(failure, WorkbenchError) else str(failure)
    epoch = engine.archive.epoch(recorded.campaign_id, recorded.campaign_version)
    return Replay(
        status=ReplayStatus.FAULT,
        engine=engine_text(recorded, engine.kinds.get(epoch.kind.id) if epoch else None),
        sentence=f"The engine failed while it created the game: {words(code)}.",
        reason=code,
        consumption=Consumption(len(recorded.submissions), 0, ("nothing was replayed",)),
    )
