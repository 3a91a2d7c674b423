"""One step of a play: scene, choices, decision, what changed, chance, ids.

Source: ``spec/play-sessions.md`` §15.3-6.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.core.panels import (
    Change,
    Difference,
    Facts,
    Panel,
    Part,
    Row,
    Table,
    captured,
    cell,
    fitted,
    row,
    value,
)
from workbench.plays.engine.kind import Issue, Pick
from workbench.plays.recorded import Action, Submission
from workbench.plays.seen import ChoiceSeen, SceneSeen, StepTrace
from workbench.plays.sentences import counted


def step_panels(step: StepTrace, submission: Submission) -> Iterator[Panel]:
    """What every kind shows of a step; a scene that never came shows nothing but that."""
    yield _decision(step)
    if step.content or step.versions[0] != step.versions[1]:
        yield _adoption(step)
    if step.before.status:
        yield _choices(step, submission)
        yield _scene(step)
    if step.changes or step.unlocked:
        yield _changes(step)
    if step.picks:
        yield _picks(step.picks)
    if step.issues:
        yield _ids(step)


def _decision(step: StepTrace) -> Facts:
    rows = []
    if step.reason:
        rows.append(row("reason code", cell(captured(step.reason), tone="fail")))
    if step.failed:
        rows.append(row("replay", "ends here: an engine that fails decides nothing more"))
    elif not step.ok:
        rows.append(row("log", "nothing was appended, and the next attempt takes the same place"))
    rows += (row("unlocked", captured(each)) for each in step.unlocked)
    return Facts(
        "Decision", f"{step.sentence}.", weight="note" if step.ok else "ask", rows=tuple(rows)
    )


def _scene(step: StepTrace) -> Difference:
    before, after = step.before, step.after
    moved = before.place != after.place
    ended = "" if before.status == after.status else f" The game is {after.status} afterwards."
    return Difference(
        "Scene",
        f"Where the player stands {'changed' if moved else 'stayed the same'}.{ended}",
        before="before",
        after="after",
        changes=(
            Change("status", before.status, after.status),
            Change("place", captured(before.place), captured(after.place)),
            Change("text", _text(before), _text(after)),
        ),
    )


def _text(scene: SceneSeen) -> Part:
    if scene.failed:
        return "the engine could not draw the scene"
    return captured(scene.text or scene.text_key)


def _choices(step: StepTrace, submission: Submission) -> Table:
    columns: tuple[str, ...] = ("Choice", "What it says", "State", "Submitted")
    if step.choices is not None and not any(each.label for each in step.choices):
        columns = ("Choice", "State", "Submitted")
    title = "Choices offered"
    if step.choices is None:
        return Table(title, "The engine could not list the choices here.", columns=columns)
    labelled = len(columns) > 3
    rows = [_choice(each, labelled=labelled) for each in step.choices]
    unoffered = isinstance(submission, Action) and not any(each.picked for each in step.choices)
    if isinstance(submission, Action) and unoffered:
        rows.insert(0, _unoffered(submission, step.issuers, labelled=labelled))
    kept, left_out = fitted(rows)
    return Table(
        title, _offer(step.choices, submission), columns=columns, rows=kept, left_out=left_out
    )


def _choice(choice: ChoiceSeen, *, labelled: bool) -> Row:
    if choice.available:
        state = cell("available", tone="pass")
    else:
        reason = (": ", captured(choice.reason)) if choice.reason else ()
        state = cell("gated", *reason, tone="idle")
    said = (cell(captured(choice.label)),) if labelled else ()
    gated = choice.picked and not choice.available
    return row(
        captured(choice.id),
        *said,
        state,
        "submitted" if choice.picked else "no",
        tone="fail" if gated else "",
        here=choice.picked,
    )


def _unoffered(submission: Action, issuers: Sequence[str], *, labelled: bool) -> Row:
    where = "not offered here" if issuers else "not offered here or anywhere"
    said = (cell(),) if labelled else ()
    return row(
        captured(submission.action_id),
        *said,
        cell(where, tone="fail"),
        "submitted",
        tone="fail",
        here=True,
    )


def _offer(choices: Sequence[ChoiceSeen], submission: Submission) -> str:
    available = sum(each.available for each in choices)
    offered = (
        f"{counted(len(choices), 'choice')} offered: {available} available, "
        f"{len(choices) - available} gated."
    )
    if not isinstance(submission, Action):
        return f"{offered} The game took other content instead of a choice."
    picked = next((each for each in choices if each.picked), None)
    if picked is None:
        return f"{offered} The submitted one is none of them."
    return f"{offered} The submitted one was {'available' if picked.available else 'gated'}."


def _changes(step: StepTrace) -> Difference:
    ordered = (*step.visible, *step.hidden)
    made = [
        Change(
            captured(each.path),
            value(each.before),
            value(each.after),
            "" if each.visible else "hidden from the player",
        )
        for each in ordered
        if each.before != each.after
    ]
    made += [Change("unlocked", "", captured(each)) for each in step.unlocked]
    touched = len(ordered) - sum(each.before != each.after for each in ordered)
    kept, left_out = fitted(made)
    hidden = sum(each.before != each.after for each in step.hidden)
    words = f"{counted(len(made) - len(step.unlocked), 'value')} changed, {hidden} of them hidden."
    if touched:
        words += f" {counted(touched, 'value')} was set to what it was."
    if step.unlocked:
        words += f" {counted(len(step.unlocked), 'achievement')} unlocked."
    return Difference("What changed", words, changes=kept, left_out=left_out)


def _picks(picks: Sequence[Pick]) -> Table:
    kept, left_out = fitted(picks)
    return Table(
        "Random picks",
        f"{counted(len(picks), 'pick')} drawn from the seed, in this order.",
        columns=("At", "Led to", "Chance"),
        rows=tuple(row(captured(each.place), captured(each.to), _odds(each)) for each in kept),
        left_out=left_out,
    )


def _odds(pick: Pick) -> str:
    total = sum(pick.weights)
    return f"{pick.weights[pick.chosen]:g} of {total:g}"


def _adoption(step: StepTrace) -> Difference:
    changes = [
        Change(
            captured(f"{part.part}: {each}"),
            "" if label == "added" else "there",
            "" if label == "removed" else "there" if label == "added" else "changed",
        )
        for part in step.content
        for label in ("added", "removed", "changed")
        for each in getattr(part, label)
    ]
    kept, left_out = fitted(changes)
    count = counted(len(changes), "part")
    words = f"The content changed in {count}." if changes else "The content is the same."
    return Difference(
        "Content adopted" if step.ok else "Content not adopted",
        words if step.ok else f"{words} The game stayed on the earlier one.",
        changes=(Change("version", captured(step.versions[0]), captured(step.versions[1])), *kept),
        left_out=left_out,
    )


def _ids(step: StepTrace) -> Table:
    issues = step.issues
    unissued = sum(not each.issuers for each in issues)
    kept, left_out = fitted(issues)
    words = f"{counted(len(issues), 'id')} used, {unissued or 'none'} without an issuer."
    return Table(
        "Ids, and who issued them",
        words,
        weight="ask" if unissued else "note",
        columns=("Id", "Value", "Issued by", "Offered at"),
        rows=tuple(map(_id, kept, step.minted_at)),
        left_out=left_out,
    )


def _id(issue: Issue, minted_at: int | None) -> Row:
    places, more = fitted(issue.issuers, 3)
    parts: list[Part] = []
    for place in places:
        parts += [", "] if parts else []
        parts.append(captured(place))
    if more:
        parts.append(f" and {more} more")
    issuer = cell("nobody", tone="fail")
    if issue.issuers:
        opening = issue.session_id is not None and minted_at is None
        by = "opening state" if opening else issue.by
        issuer = cell(by, tone="pass", step=minted_at)
    return row(
        issue.what,
        captured(issue.value),
        issuer,
        cell(*parts),
        tone="" if issue.issuers else "fail",
    )
