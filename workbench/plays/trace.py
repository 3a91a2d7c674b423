"""The steps of a replay, each computed when it is looked at, however long the play is.

Source: ``spec/play-sessions.md`` §15. What is seen of a step is in :mod:`workbench.plays.seen`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, overload

from workbench.plays.engine.engine import FAULTS_OF_KINDS, Engine
from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.kind import Issue
from workbench.plays.engine.state import GameState
from workbench.plays.epochs import ContentChange, content_changes
from workbench.plays.recorded import Action, Adopt, Recorded, Submission
from workbench.plays.runner import (
    NotCreated,
    Played,
    opening,
    programs_of,
    submit,
    unlocked_by,
)
from workbench.plays.seen import ChoiceSeen, SceneSeen, StepTrace, ValueChange
from workbench.plays.sentences import decision_sentence, words

#: A state is kept for every so many steps; those between are computed again when looked at.
_STRIDE = 64


class Trace(Sequence[StepTrace]):
    """The steps of a replay, each computed when it is looked at.

    Walking on is cheap; jumping costs at most ``_STRIDE`` submissions once the way was walked.
    """

    def __init__(self, recorded: Recorded, engine: Engine) -> None:
        self._recorded, self._engine = recorded, engine
        self._states: list[GameState] = []  # before step 0, _STRIDE, 2 * _STRIDE, …
        self._ended_early = False
        self._minted: dict[str, int | None] = {}  # ids of the session; those of the opening: None
        self._block: tuple[int, list[StepTrace]] = (-1, [])
        try:
            self._states.append(opening(engine, recorded))
            self._mint(None, self._states[0], None)
        except (EngineFault, NotCreated):
            self._ended_early = True

    def __len__(self) -> int:
        return len(self._recorded.submissions)

    @overload
    def __getitem__(self, index: int) -> StepTrace: ...
    @overload
    def __getitem__(self, index: slice) -> list[StepTrace]: ...
    def __getitem__(self, index: int | slice) -> StepTrace | list[StepTrace]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        wanted = range(len(self))[index]
        block = wanted // _STRIDE
        if self._block[0] != block:
            self._block = block, self._compute(block)
        return self._block[1][wanted % _STRIDE]

    def walk(self, most: int) -> Iterator[tuple[int, GameState]]:
        """The state after each of the first ``most`` submissions, without looking at any scene.

        ``(-1, state)`` is the opening. Ends early where the engine fails.
        """
        if not self._states:
            return
        state = self._states[0]
        yield -1, state
        for index, submission in enumerate(self._recorded.submissions[:most]):
            try:
                state = submit(self._engine, state, index, submission).after
            except EngineFault:
                return
            yield index, state

    def _compute(self, block: int) -> list[StepTrace]:
        while len(self._states) <= block and not self._ended_early:
            self._walk(len(self._states) - 1)
        if len(self._states) <= block:
            return [_never(index) for index in self._indexes(block)]
        steps: list[StepTrace] = []
        state = self._states[block]
        for index in self._indexes(block):
            submission = self._recorded.submissions[index]
            if steps and steps[-1].failed:
                steps.append(_never(index))
                continue
            try:
                played = submit(self._engine, state, index, submission)
            except EngineFault as fault:
                steps.append(self._faulted(index, submission, state, fault))
                continue
            steps.append(self._traced(played))
            self._mint(state, played.after, index)
            state = played.after
        if len(self._states) == block + 1 and not (steps and steps[-1].failed):
            self._states.append(state)
        return steps

    def _walk(self, block: int) -> None:
        state = self._states[block]
        try:
            for index in self._indexes(block):
                submission = self._recorded.submissions[index]
                before = state
                state = submit(self._engine, state, index, submission).after
                self._mint(before, state, index)
        except EngineFault:
            self._ended_early = True
        else:
            self._states.append(state)

    def _mint(self, before: GameState | None, after: GameState, index: int | None) -> None:
        if before is not after:
            kind = self._engine.epoch(after).kind
            earlier = None if before is None else before.kind_state
            for each in kind.minted(earlier, after.kind_state):
                self._minted.setdefault(each, index)

    def _minted_at(self, issues: Sequence[Issue]) -> tuple[int | None, ...]:
        return tuple(
            None if each.session_id is None else self._minted.get(each.session_id)
            for each in issues
        )

    def _indexes(self, block: int) -> range:
        return range(block * _STRIDE, min((block + 1) * _STRIDE, len(self)))

    def _traced(self, played: Played) -> StepTrace:
        changes = () if played.result is None else played.result.changes
        issues = self._issues(played.before, played.submission)
        picked = played.submission.action_id if isinstance(played.submission, Action) else None
        return StepTrace(
            index=played.index,
            ok=played.accepted,
            sentence=decision_sentence(played),
            reason=played.reason or "",
            before=self._scene(played.before),
            after=self._scene(played.after),
            choices=self._choices(played.before, picked),
            changes=tuple(_value_change(change) for change in changes if not _is_unlock(change)),
            unlocked=() if played.result is None else tuple(unlocked_by(played.result)),
            picks=() if played.result is None else played.result.picks,
            issuers=_first_issuers(issues),
            issues=issues,
            minted_at=self._minted_at(issues),
            versions=(played.before.campaign_version, played.after.campaign_version),
            content=self._content(played.before, played.submission),
            states=(played.before, played.after),
        )

    def _faulted(
        self, index: int, submission: Submission, state: GameState, fault: EngineFault
    ) -> StepTrace:
        picked = submission.action_id if isinstance(submission, Action) else None
        scene = self._scene(state)
        issues = self._issues(state, submission)
        return StepTrace(
            index=index,
            ok=False,
            sentence=f"The engine failed: {words(fault.code)}",
            reason=fault.code,
            before=scene,
            after=scene,
            choices=self._choices(state, picked),
            issuers=_first_issuers(issues),
            issues=issues,
            minted_at=self._minted_at(issues),
            versions=(state.campaign_version, state.campaign_version),
            failed=True,
            states=(state, state),
        )

    def _scene(self, state: GameState) -> SceneSeen:
        epoch = self._engine.epoch(state)
        place = epoch.kind.place(epoch.program, state.kind_state)
        try:
            with FAULTS_OF_KINDS:
                body = epoch.kind.scene_body(epoch.program, state.kind_state)
        except EngineFault:
            return SceneSeen(state.status, place, failed=True)
        return SceneSeen(
            state.status, place, str(body.get("textKey", "")), str(body.get("text", ""))
        )

    def _choices(self, state: GameState, picked: str | None) -> tuple[ChoiceSeen, ...] | None:
        strings = self._engine.epoch(state).campaign.strings or {}
        try:
            actions = self._engine.available_actions(state)
        except EngineFault:
            return None
        return tuple(_choice_seen(action, strings, picked) for action in actions)

    def _issues(self, state: GameState, submission: Submission) -> tuple[Issue, ...]:
        if not isinstance(submission, Action):
            return ()
        kind = self._engine.epoch(state).kind
        programs = programs_of(self._recorded, self._engine)
        return tuple(
            kind.issues(programs, state.kind_state, submission.action_id, submission.params)
        )

    def _content(self, state: GameState, submission: Submission) -> tuple[ContentChange, ...]:
        if not isinstance(submission, Adopt):
            return ()
        target = self._engine.archive.epoch(state.campaign_id, submission.version)
        if target is None:
            return ()
        source = self._engine.epoch(state)
        return content_changes(source.campaign.content, target.campaign.content)


def _first_issuers(issues: Sequence[Issue]) -> tuple[str, ...]:
    return issues[0].issuers if issues else ()


def _choice_seen(
    action: Mapping[str, Any], strings: Mapping[str, str], picked: str | None
) -> ChoiceSeen:
    label_key, reason_key = str(action.get("labelKey", "")), str(action.get("reasonKey", ""))
    return ChoiceSeen(
        id=str(action["id"]),
        label_key=label_key,
        label=strings.get(label_key, ""),
        available=bool(action.get("available", True)),
        reason_key=reason_key,
        reason=strings.get(reason_key, words(reason_key.rpartition(".")[2])) if reason_key else "",
        picked=action["id"] == picked,
    )


def _value_change(change: Mapping[str, Any]) -> ValueChange:
    return ValueChange(
        path=str(change["path"]),
        operation=str(change["op"]),
        before=change.get("previous"),
        after=change.get("value"),
        visible=bool(change.get("visible", False)),
    )


def _is_unlock(change: Mapping[str, Any]) -> bool:
    return str(change["reason"]) == "achievement_unlocked"


def _never(index: int) -> StepTrace:
    nowhere = SceneSeen("")
    return StepTrace(
        index, False, "Not replayed: the engine failed earlier", "", nowhere, nowhere, failed=True
    )
