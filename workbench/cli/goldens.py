"""``workbench goldens``: replay promoted fixtures, and record a golden anew where a person says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from workbench.cli import records
from workbench.cli.opening import guarded
from workbench.cli.options import surroundings
from workbench.cli.printing import counted, escaped, say
from workbench.core.errors import BadCommand, WorkbenchError
from workbench.review.record import Reason
from workbench.review.renewing import Standing, promoted_folders, renew, standing
from workbench.review.words import count, joined

DIFFERENCES_SHOWN = 20


def run(
    paths: Sequence[Path],
    *,
    approvals: Sequence[str],
    reason: str,
    campaigns: list[Path] | None,
    as_json: bool,
    engines: list[str] | None = None,
) -> int:
    """Replay every promoted fixture; write the goldens that are approved. Returns 1 while one waits.

    Raises ``BadCommand`` for an approval of no fixture, or without a reason.
    """
    folders = promoted_folders(paths)
    approved = _approvals(approvals, folders)
    given = _reason(reason) if approved else None
    seen: Counter[str] = Counter()
    waiting = False
    for folder in counted(folders, "Promoted fixture"):
        environment = surroundings(folder, campaigns, engines)
        stood = guarded(partial(standing, folder, environment=environment))
        written = False
        if isinstance(stood, Standing) and given is not None and folder.name in approved:
            renew(stood, approved=approved[folder.name], reason=given)
            written = True
        word = _word(stood, written=written)
        seen[word] += 1
        waiting = waiting or not (
            written or (isinstance(stood, Standing) and not stood.needs_person)
        )
        if as_json:
            print(records.line(_record(folder, stood, written=written)))
        else:
            _show(folder, stood, word)
    if not as_json:
        words = [f"{number:,} {word}" for word, number in sorted(seen.items())]
        say(f"{count(seen.total(), 'promoted fixture')}: {joined(words)}", style="bold")
    return 1 if waiting else 0


def _approvals(given: Sequence[str], folders: Sequence[Path]) -> Mapping[str, str]:
    pairs = [each.rpartition("=") for each in given]
    if any(not name or not digest for name, _, digest in pairs):
        raise BadCommand("An approval is not a name, =, and a digest", cure="Write NAME=DIGEST")
    approved = {name: digest for name, _, digest in pairs}
    unknown = set(approved) - {folder.name for folder in folders}
    if unknown:
        raise BadCommand(
            f"{count(len(unknown), 'approval')} of a fixture that is not in the folders given",
            means="Nothing was written",
            cure="Name the promoted fixture as its folder is named",
        )
    return approved


def _reason(reason: str) -> Reason:
    try:
        return Reason(reason)
    except ValueError:
        raise BadCommand(
            "An approval needs a reason",
            means="The audit record says why a golden was recorded anew",
            cure=f"Give --reason {joined([each.value for each in Reason], 'or')}",
        ) from None


def _word(stood: Standing | WorkbenchError, *, written: bool) -> str:
    if isinstance(stood, WorkbenchError):
        return records.status(stood)
    if written:
        return "recorded anew"
    if stood.problems:
        return "not as reviewed"
    return stood.change.meaning.value if stood.change else ""


def _record(folder: Path, stood: Standing | WorkbenchError, *, written: bool) -> records.Record:
    record: records.Record = {
        "schema": records.SCHEMA,
        "command": "goldens",
        "path": folder.as_posix(),
        "written": written,
    }
    if isinstance(stood, WorkbenchError):
        return record | {"status": records.status(stood), "refusal": records.refusal(stood)}
    return record | {
        "status": "not as reviewed" if stood.problems else "replayed",
        "refusal": None,
        "problems": [records.problem(problem) for problem in stood.problems],
        "sentence": stood.sentence,
        "comparison": records.compared(stood.change, None),
        "outcomeSha256": stood.digest or None,
    }


def _show(folder: Path, stood: Standing | WorkbenchError, word: str) -> None:
    path = escaped(folder.as_posix())
    if isinstance(stood, WorkbenchError):
        say(f"{path}  {escaped(str(stood))}", style="red")
        return
    style = "red" if stood.needs_person and word != "recorded anew" else ""
    said = stood.change.sentence if stood.change else stood.sentence
    say(f"{path}  {word}: {escaped(said)}", style=style)
    for problem in stood.problems[1:]:
        say(f"  {escaped(problem.sentence)}", style=style)
    if stood.change is None or stood.change.meaning.value == "same":
        return
    if stood.sentence:
        say(f"  {escaped(stood.sentence)}")
    for difference in stood.change.differences[:DIFFERENCES_SHOWN]:
        say(f"  {escaped(difference.sentence)} ({escaped(difference.pointer)})")
    left = len(stood.change.differences) - DIFFERENCES_SHOWN
    if left > 0:
        say(f"  … {count(left, 'more difference')}")
    if stood.digest and word != "recorded anew":
        say(f"  to record it anew: --approve {escaped(folder.name)}={stood.digest} --reason …")
