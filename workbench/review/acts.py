"""What each command may do, and the words it is told in. Pure: an act is computed, then kept.

Source: ``spec/review-ux.md`` §§8, 9, 12. An act is refused here with ``BadCommand`` (not possible) or
``GateClosed`` (not yet).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from workbench.core.canonical import JSON
from workbench.core.errors import BadCommand, GateClosed
from workbench.findings import Finding, NameRemark
from workbench.review import words
from workbench.review.judging import closed
from workbench.review.regions import bound
from workbench.review.state import Payload, Shortened
from workbench.review.verdicts import root_of
from workbench.review.viewing import View


@dataclass(frozen=True, slots=True)
class Act:
    """One journal entry to be, and what to say and draw again when it is kept."""

    payload: Payload = field(repr=False)
    sentence: str
    changed: frozenset[str]


EVERYTHING = frozenset({"queue", "item", "gates", "findings", "name", "outcome", "door", "undo"})


def seen(view: View, payload: Payload) -> Act:
    """Regions were on the screen."""
    regions = payload.get("regions")
    names = [str(name) for name in regions] if isinstance(regions, (list, tuple)) else []
    wanted = [name for name in names if name in view.item.unseen]
    kept: list[JSON] = list(bound(wanted, view.tokens))
    return Act({"regions": kept}, "", frozenset({"gates", "queue"} if kept else ()))


def judge(view: View, payload: Payload) -> Act:
    """A verdict on a finding."""
    finding = _finding(view, payload, "finding")
    verdict, reason = _text(payload, "verdict"), _text(payload, "reason")
    if verdict not in ("identifies", "not_identifying", "secret", "unsure"):
        raise BadCommand("This is no verdict", cure=f"Use one of {_listed(words.VERDICT_LABELS)}")
    if verdict == "not_identifying" and reason not in words.REASON_LABELS:
        raise BadCommand(
            "This verdict needs a reason", cure=f"Give one of {_listed(words.REASON_LABELS)}"
        )
    if verdict != "not_identifying":
        reason = ""
    said = words.VERDICT_LABELS[verdict] + (f", {words.REASON_LABELS[reason]}" if reason else "")
    text = words.sentence(f"{said}{_at(finding)}")
    if verdict == "secret":
        text = f"{text} {words.ROTATE}"
    kept = {"finding": finding.key, "verdict": verdict, "reason": reason}
    return Act(kept, text, EVERYTHING)


def same_as(view: View, payload: Payload) -> Act:
    """A finding joins the group of another: same person or thing."""
    finding, other = _finding(view, payload, "finding"), _finding(view, payload, "other")
    if root_of(view.item.item_state, other.key) == finding.key or finding.key == other.key:
        raise BadCommand("These findings are one group already", cure="Pick another finding")
    text = words.sentence(f"same as another finding{_at(other)}")
    return Act({"finding": finding.key, "other": other.key}, text, EVERYTHING)


def rename(view: View, payload: Payload, *, remarks: tuple[NameRemark, ...]) -> Act:
    """A new name that passed its check. A refused name is never written down."""
    refused = next((remark for remark in remarks if remark.level == "refuse"), None)
    name, reason = _text(payload, "name"), _text(payload, "reason")
    if refused is not None or not name:
        what = refused.sentence if refused else "A name is needed"
        raise BadCommand(what, means="No name was kept", code="name_refused")
    if reason and reason not in words.REASON_LABELS:
        raise BadCommand("This is no reason", cure=f"Give one of {_listed(words.REASON_LABELS)}")
    asked = any(remark.level == "ask" for remark in remarks)
    text = "Name chosen; it needs a reason." if asked and not reason else "Name chosen."
    return Act({"name": name, "reason": reason}, text, EVERYTHING)


def approve_outcome(view: View, payload: Payload, *, agreed: bool) -> Act:
    """The outcome whose digest was shown is approved; never a fresh run."""
    shown = _text(payload, "digest")
    if not agreed:
        raise GateClosed(
            "No outcome was recorded from two equal replays",
            means="There is nothing to approve",
            cure="Look at the outcome card",
        )
    if shown != view.outcome_digest:
        raise BadCommand(
            "The outcome is not the one that was shown",
            means="Something changed since, so nothing was approved",
            cure="Look at the outcome again",
            code="changed",
        )
    text = f"Outcome approved, digest {words.digest_words(shown)}."
    return Act({"digest": shown, "content": view.shown}, text, EVERYTHING)


def minimise(view: View, payload: Payload) -> Act:
    """Only the steps that are needed are shown and exported from here on; undoable."""
    fixture = view.held.loaded.fixture
    if fixture is None or not fixture.can_be_shorter:
        raise BadCommand("Only plays can be made shorter", cure="Reject it, or keep it as it is")
    if view.item.item_state.shortened is not None:
        raise BadCommand("This item was made shorter already", cure="Undo it first")
    found = fixture.shorter(view.item.environment, keep=_text(payload, "keep") or "auto")
    total, left = len(fixture.steps()), len(found.steps)
    if left == total:
        raise BadCommand(f"Every step is needed: {found.kept}", code="not_shorter")
    noun = view.item.step_noun
    text = f"{words.count(total - left, noun)} of {total:,} left out. Kept: {found.kept}."
    if not found.proved:
        text += " It may get shorter still: the search was stopped."
    runs: list[JSON] = [list(run) for run in Shortened.runs_of(found.steps)]
    return Act({"content": view.held.content, "runs": runs}, text, EVERYTHING)


def defer(view: View, payload: Payload) -> Act:
    """Later: nothing about the item is decided."""
    if view.item.item_state.deferred:
        raise BadCommand("This item is deferred already", cure="Resume it, or go to the next")
    return Act({}, "Left for later; nothing is decided.", EVERYTHING)


def resume(view: View, payload: Payload) -> Act:
    """A deferred or rejected item is taken up again."""
    state = view.item.item_state
    if not (state.deferred or state.rejected):
        raise BadCommand("This item is in review already")
    return Act({}, "Taken up again.", EVERYTHING)


def reject(view: View, payload: Payload) -> Act:
    """The item will not be promoted; undoable."""
    reason = _text(payload, "reason") or "other"
    known = {choice.id: choice.label.lower() for choice in words.REJECT_REASONS}
    if reason not in known:
        raise BadCommand("This is no reason to reject", cure=f"Give one of {_listed(known)}")
    return Act({"reason": reason}, f"Rejected: {known[reason]}.", EVERYTHING)


def stage(view: View, payload: Payload) -> Act:
    """A ready item joins the export."""
    require_ready(view, "stage")
    return Act({"digest": view.stage}, "Staged for export.", EVERYTHING)


def unstage(view: View, payload: Payload) -> Act:
    """An item leaves the export."""
    if not view.item.staged:
        raise BadCommand("This item is not staged")
    return Act({}, "Taken out of the export.", EVERYTHING)


def require_ready(view: View, what: str) -> None:
    """Raises ``GateClosed`` naming every gate that does not hold."""
    waiting = closed(view.item.gates)
    if waiting or not view.item.ready:
        state = "" if waiting else f" The item is {view.item.state}."
        said = " ".join(f"{gate.name}: {gate.sentence}" for gate in waiting)
        raise GateClosed(
            f"This item is not ready to {what}.{state}",
            means=said,
            cure="Every gate has to pass first",
            details={"gates": [gate.name.value for gate in waiting]},
        )


def require_open(view: View) -> None:
    """Raises ``BadCommand`` for an item about which nothing can be decided any more."""
    item = view.item
    if item.refusal is not None:
        raise BadCommand("This capture does not load", means=item.gates[0].sentence)
    if item.pending:
        raise BadCommand(
            "The replay and the checks are still running",
            means="Nothing can be decided before their result is there",
            cure="Read the steps meanwhile, and press the key again",
            code="pending",
        )
    if item.item_state.exported:
        raise BadCommand(
            "This item is promoted",
            means="A promoted fixture never goes back, so its review is closed",
        )


#: Commands that need nothing but the item. ``rename`` and ``approve_outcome`` need more.
PLAIN: Mapping[str, Callable[[View, Payload], Act]] = {
    "seen": seen,
    "judge": judge,
    "same_as": same_as,
    "minimise": minimise,
    "defer": defer,
    "resume": resume,
    "reject": reject,
    "unstage": unstage,
}


def _finding(view: View, payload: Payload, member: str) -> Finding:
    finding = view.item.finding(_text(payload, member))
    if finding is None:
        raise BadCommand(
            "This finding is not in the item",
            means="It may have gone when the file changed",
            cure="Look at the findings again",
            code="no_such_finding",
        )
    return finding


def _at(finding: Finding) -> str:
    step = finding.places[0].step if finding.places else None
    return f" on step {step}" if step is not None else ""


def _listed(choices: Mapping[str, str]) -> str:
    return words.joined(list(choices), "or")


def _text(payload: Payload, key: str) -> str:
    value = payload.get(key, "")
    return value if isinstance(value, str) else ""
