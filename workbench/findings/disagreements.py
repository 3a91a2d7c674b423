"""Steps whose recording says two different things, as replay proved them.

A stream of chunks and the message recorded for it are two accounts of one answer; where they differ, a
person has to say which is meant (``spec/session-logs.md`` §12). Replay tells such a step by a reason beside
an answer that is otherwise as recorded.
"""

from __future__ import annotations

from workbench.core.fixture import Evidence, Fixture, Replay
from workbench.findings.finding import Certainty, Finding, Kind
from workbench.findings.grouping import finding_key

CHECK = "recorded-twice"


def disagreements(fixture: Fixture, replay: Replay | None, *, key: bytes) -> tuple[Finding, ...]:
    """One proof-level finding for each step that is answered as recorded and says something else too."""
    told = replay.evidence if replay is not None else ()
    found = (_finding(fixture, each, key) for each in told if each.ok and each.reason)
    return tuple(finding for finding in found if finding is not None)


def _finding(fixture: Fixture, evidence: Evidence, key: bytes) -> Finding | None:
    texts = fixture.step_texts(evidence.step)
    if not texts:
        return None
    # What differs is the step as a whole, so no single string is the value; all of them make the key.
    said = "\x00".join(text.value for text in texts)
    return Finding(
        key=finding_key(key, CHECK, said, texts[0]),
        check=CHECK,
        kind=Kind.MISMATCH,
        certainty=Certainty.PROOF,
        what="Is recorded twice, and differently",
        why=f"{evidence.sentence[:1].upper()}{evidence.sentence[1:]}.",
        places=(texts[0].place(),),
        value="",
    )
