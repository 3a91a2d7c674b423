"""A play in the workbench's own words: submissions, decisions, reason codes, engine versions.

Codes are the engine's own vocabulary, so they may be shown; everything else a fixture says is not.
Source: ``spec/play-sessions.md`` §13, ``spec/review-ux.md`` §11, §14.
"""

from __future__ import annotations

import re

from workbench.plays.recorded import Action, Adopt, Submission
from workbench.plays.runner import Played

_VERSION = re.compile(r"[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4}\Z")
_CODE = re.compile(r"[a-z][a-z0-9_]{0,63}\Z")

_UNRUNNABLE = {
    "engine_not_installed": "Recorded under {version}, which is not available here.",
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


def what_of(submission: Submission) -> str:
    """A submission in a few words."""
    if isinstance(submission, Adopt):
        return "Adopts another version of the content"
    if not submission.params:
        return "Picks a choice"
    return f"Takes an action with {counted(len(submission.params), 'param')}"


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
