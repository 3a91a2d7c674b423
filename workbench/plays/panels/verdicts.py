"""The replay held against the golden, side by side, and the submissions that were rejected.

Source: ``spec/play-sessions.md`` §9.2, §15.5, §15.7.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workbench.core.canonical import JSON
from workbench.core.fixture import Evidence, Replay, ReplayStatus
from workbench.core.panels import (
    Cell,
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
from workbench.plays.sentences import counted
from workbench.plays.verdicts import decisions_of, divergence, ending_of

_AROUND = 3  # decisions shown before and after the one that differs


def verdict(replay: Replay, golden: JSON) -> Panel:
    """Whether the play does what its golden says, with ``at`` where it does not."""
    if replay.status is ReplayStatus.FAULT:
        return _fault(replay)
    if replay.status is ReplayStatus.UNRUNNABLE:
        reason = row("reason", captured(replay.reason))
        return _plain(replay.sentence, cell("unrunnable", tone="idle"), reason)
    if not isinstance(golden, Mapping) or not isinstance(replay.outcome, Mapping):
        words = f"{replay.sentence} Nothing to compare with yet."
        return _plain(words, cell("no golden stands beside this file", tone="idle"))
    at = divergence(golden, replay.outcome)
    if at is None:
        words = "match: every decision and the ending are as recorded"
        return _plain(replay.sentence, cell(words, tone="pass"))
    return _diverged(golden, replay.outcome, at)


def _plain(sentence: str, said: Cell, *more: Row) -> Facts:
    return Facts("Verdict", sentence, rows=(row("verdict", said), *more))


def _fault(replay: Replay) -> Facts:
    at = replay.fault_at
    where = "while the game was created" if at is None else f"at step {at}"
    rows = (
        row("verdict", cell(f"fault {where}", tone="fail", step=at)),
        row("code", captured(replay.reason)),
        row(
            "note",
            "the call that failed is not in a capture: the log holds what was accepted before",
        ),
    )
    return Facts("Verdict", replay.sentence, weight="ask", rows=rows)


def _diverged(golden: Mapping[str, Any], actual: Mapping[str, Any], at: int) -> Difference:
    wanted, given = decisions_of(golden), decisions_of(actual)
    first, last = max(0, at - _AROUND), min(max(len(wanted), len(given)), at + _AROUND + 1)
    changes = [
        Change(
            f"decision {index}",
            _decision(wanted, index),
            _decision(given, index),
            "differs first here" if index == at else "",
        )
        for index in range(first, last)
    ]
    changes += [
        Change(_ENDING_WORDS[name], value(was), value(now))
        for name, was, now in ending_of(golden, actual)
    ]
    many = len(wanted)
    where = f"at decision {at}" if at < many else "after the last decision: only the ending differs"
    return Difference(
        "Verdict",
        f"Diverged, at {at}: the replay differs {where}. A person decides whether that is a defect.",
        weight="ask",
        before="golden",
        after="replay",
        changes=tuple(changes),
    )


_ENDING_WORDS = {
    "finalStatus": "final status",
    "acceptedActions": "accepted actions",
    "achievements": "achievements",
    "terminal": "ending",
}


def _decision(decisions: Sequence[Any], index: int) -> Part:
    if index >= len(decisions) or not isinstance(decisions[index], Mapping):
        return "none"
    decision = decisions[index]
    named = str(decision.get("actionId", decision.get("adopt", "")))
    word = "accepted" if decision.get("accepted") is True else "rejected"
    reason = f", {decision['reason']}" if "reason" in decision else ""
    return captured(f"{named}: {word}{reason}")


def rejections(evidence: Sequence[Evidence]) -> Table | None:
    """Every submission that was not accepted; ``None`` where there is none.

    A session layer records what was accepted, so in a capture each of these is an alarm.
    """
    wrong = [each for each in evidence if not each.ok]
    if not wrong:
        return None
    accepted_later = max((each.step for each in evidence if each.ok), default=-1)
    kept, left_out = fitted(wrong)
    return Table(
        "Rejected submissions",
        f"{counted(len(wrong), 'submission')} of {len(evidence):,} rejected. A session layer records "
        "accepted ones only: this file was edited by hand, or captured under another version.",
        weight="ask",
        columns=("Step", "Decision", "Later"),
        rows=tuple(
            row(
                cell(f"{each.step}", step=each.step),
                cell(each.sentence, tone="fail"),
                "a later one is accepted" if each.step < accepted_later else "nothing after it is",
                step=each.step,
            )
            for each in kept
        ),
        left_out=left_out,
    )
