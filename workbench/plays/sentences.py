"""A play in the workbench's own words: submissions, decisions, reason codes, engine versions.

Codes are the engine's own vocabulary, so they may be shown; everything else a fixture says is not.
Source: ``spec/play-sessions.md`` §13, ``spec/review-ux.md`` §11, §14.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from workbench.plays.engine.kind import Kind
from workbench.plays.recorded import Action, Adopt, Recorded, Submission
from workbench.plays.runner import Played

_VERSION = re.compile(r"[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4}\Z")
_CODE = re.compile(r"[a-z][a-z0-9_]{0,63}\Z")

_UNRUNNABLE = {
    "engine_not_installed": "Recorded under {version}, which is not available here.",
    "no_older_rules": "Not run: engines of {version} had no older rules of admission.",
    "no_campaigns": "Not run: no campaign folder was found, so there is nothing to replay on.",
    "campaign_withdrawn": "Not run: the campaign folders hold no campaign of this id.",
    "campaign_version_missing": "Not run: a version of the campaign that this play names is not "
    "in the campaign folders.",
    "campaign_refused": "Not run: the campaign document was refused.",
    "content_version_conflict": "Not run: two documents claim to be this campaign at this version, "
    "and they differ.",
    "unknown_kind": "Not run: this build cannot play the campaign's kind.",
}


def words(code: str) -> str:
    """A reason code as words: ``requirement_unmet`` → "requirement unmet"."""
    return code.replace("_", " ") if _CODE.match(code) else "a reason of the kind's own"


def version_in_words(version: str) -> str:
    """An engine version, if it looks like one; a capture may say anything there."""
    return version if _VERSION.match(version) else "an engine version"


def why_unrunnable(code: str, version: str) -> str:
    """The sentence of an ``unrunnable`` result."""
    if code == "engine_not_installed" and not _VERSION.match(version):
        return "Recorded under an engine version that is not installed."
    return _UNRUNNABLE.get(code, "Not run: something the replay needs is not here.").format(
        version=version_in_words(version)
    )


def rules_in_words(kind: Kind) -> str:
    """Under which rules of admission a kind played, where they are not the present ones."""
    return "" if kind.admission == "strict" else "under the admission rules of older engines"


def what_of(submission: Submission, kind: Kind | None = None) -> str:
    """A submission in a few words: those of its kind, where it is known."""
    if isinstance(submission, Adopt):
        return "Adopts another version of the content"
    if kind is not None:
        return kind.describe(submission.action_id, submission.params)
    params = len(submission.params or ())
    return f"Takes an action with {counted(params, 'param')}" if params else "Takes an action"


def kind_spoken(recorded: Recorded, kinds: Iterable[Kind]) -> Kind | None:
    """The kind whose actions a play names, where every action is of one kind and of no other.

    A kind whose action ids are its campaign's own (a story) is never told by them: without the
    campaign, nothing is claimed.
    """
    spoken = {each.action_id for each in recorded.submissions if isinstance(each, Action)}
    speakers = [kind for kind in kinds if kind.actions is not None and spoken <= kind.actions]
    return speakers[0] if spoken and len(speakers) == 1 else None


def decision_sentence(played: Played) -> str:
    """The engine's decision, without anything the fixture says."""
    adoption = not isinstance(played.submission, Action)
    if not played.accepted:
        verb = "Not adopted" if adoption else "Rejected"
        return f"{verb}: {words(played.reason or '')}"
    if played.after is played.before:
        return "Adopted already: nothing was logged"
    return f"{'Adopted' if adoption else 'Accepted'} as entry {played.seq}"


def counted(number: int, noun: str) -> str:
    """``1 submission``, ``2 submissions``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
