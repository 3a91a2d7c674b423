"""The lines of ``--json``: what ``docs/json-output.md`` documents, and no member more.

Captured values are left out; method, address and file names are the fixture's own words, shown to
the person who asked for them in their own terminal.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from workbench.cli.opening import Opened
from workbench.cli.printing import masked
from workbench.core.canonical import JSON, digest_bytes
from workbench.core.errors import WorkbenchError
from workbench.core.fixture import (
    Fixture,
    NotChecked,
    Note,
    Replay,
    ReplayEnvironment,
    Script,
)
from workbench.core.outcome import Change, golden_bytes
from workbench.core.places import Place, Span
from workbench.findings.finding import Finding, Scan
from workbench.review import Gate, Problem

SCHEMA = "fixture-workbench/1"

Record = dict[str, JSON]


def line(record: Mapping[str, JSON]) -> str:
    """One record as one line of ASCII: no control character of a capture reaches the terminal."""
    return json.dumps(record, ensure_ascii=True, separators=(",", ":"))


def base(command: str, opened: Opened) -> Record:
    """What every line of every command begins with."""
    fixture = opened.fixture
    return {
        "schema": SCHEMA,
        "command": command,
        "path": opened.path.as_posix(),
        "status": status(opened.refusal),
        "refusal": refusal(opened.refusal),
        "family": fixture.family if fixture else None,
        "format": fixture.format if fixture else None,
        "digest": fixture.digest if fixture else None,
        "steps": len(fixture.steps()) if fixture else None,
    }


def status(error: WorkbenchError | None) -> str:
    """``loaded``, ``refused`` (says something about the capture) or ``failed`` (about the tool)."""
    if error is None:
        return "loaded"
    return "failed" if error.code == "crashed" else "refused"


def refusal(error: WorkbenchError | None) -> JSON:
    """An error as data, without captured values."""
    if error is None:
        return None
    return {
        "code": error.code,
        "what": error.what,
        "where": error.where,
        "means": error.means,
        "cure": error.cure,
        "text": str(error),
    }


def contents(fixture: Fixture, environment: ReplayEnvironment) -> Record:
    """What is in a fixture: files, scripts, the family's own facts, remarks, what is not checked."""
    return {
        "files": [
            {
                "name": file.name,
                "packing": file.packing or None,
                "storedSize": file.stored_size,
                "storedSha256": file.stored_digest,
                "size": len(file.data),
                "sha256": digest_bytes(file.data),
            }
            for file in fixture.files
        ],
        "scripts": [_script(script) for script in fixture.scripts()],
        "facts": fixture.facts(environment),
        "notes": [_note(note) for note in fixture.notes],
        "notChecked": [not_checked(part) for part in fixture.not_checked()],
    }


def _script(script: Script) -> Record:
    return {
        "name": script.name,
        "file": script.file,
        "steps": script.steps,
        "sha256": script.digest,
    }


def _note(note: Note) -> Record:
    return {"text": note.text, "where": note.where, "weight": note.weight}


def not_checked(part: NotChecked) -> Record:
    """What no check can read: one part, or many of a kind with the place of the first."""
    return {
        "reason": part.reason,
        "count": part.count,
        "size": part.size,
        "place": place(part.place),
    }


def place(where: Place) -> Record:
    """A place down to the raw bytes. Pointers are made of the capture's own member names."""
    return {
        "file": where.file,
        "step": where.step,
        "pointer": where.pointer,
        "line": where.line,
        "chain": list(where.chain),
        "start": where.start,
        "end": where.end,
        "spans": [_span(span) for span in where.spans],
    }


def _span(span: Span) -> Record:
    return {"file": span.file, "start": span.start, "end": span.end}


def finding(each: Finding, *, verdict: str | None = None) -> Record:
    """A finding without its value: its length, its shape, and every place."""
    return {
        "check": each.check,
        "kind": each.kind.value,
        "certainty": each.certainty.value,
        "what": each.what,
        "why": each.why,
        "refuses": each.refuses,
        "standIn": each.stand_in or None,
        "verdict": verdict,
        "length": len(each.value),
        "shape": masked(each.value),
        "count": len(each.places),
        "places": [place(where) for where in each.places],
    }


def scanned(scan: Scan) -> Record:
    """How much a scan covered, and what it did not."""
    return {
        "stringsChecked": scan.strings_checked,
        "notChecked": [not_checked(part) for part in scan.not_checked],
        "crashed": [{"check": crash.check, "report": crash.report} for crash in scan.crashed],
        "skipped": list(scan.skipped),
        "suppressed": [
            {"check": known.check, "reason": known.reason, "count": known.count}
            for known in scan.suppressed
        ],
    }


def gate(each: Gate) -> Record:
    """One mark of the gate row."""
    return {
        "name": each.name.value,
        "status": each.status.value,
        "word": each.word,
        "sentence": each.sentence,
        "judgedBy": each.judged_by or None,
    }


def problem(each: Problem) -> Record:
    """Something that does not match in a promoted fixture."""
    return {"code": each.code, "sentence": each.sentence}


def replayed(replay: Replay) -> Record:
    """What a replay gave. The outcome itself is asked for with ``--outcome``."""
    golden = None if replay.outcome is None else golden_bytes(replay.outcome)
    return {
        "status": replay.status.value,
        "engine": replay.engine,
        "reason": replay.reason,
        "sentence": replay.sentence,
        "faultAt": replay.fault_at,
        "consumed": {
            "used": replay.consumption.used,
            "total": replay.consumption.total,
            "unused": list(replay.consumption.unused),
        },
        "unissued": len(replay.unissued),
        "outcomeSha256": digest_bytes(golden) if golden is not None else None,
    }


def compared(change: Change | None, golden: Path | None) -> JSON:
    """How an outcome differs from its golden; ``None`` where there is no golden."""
    if change is None:
        return None
    return {
        "golden": golden.as_posix() if golden else None,
        "meaning": change.meaning.value,
        "needsPerson": change.meaning.needs_person,
        "sentence": change.sentence,
        "at": change.at,
        "differences": [
            {
                "pointer": each.pointer,
                "kind": each.kind,
                "step": each.step,
                "sentence": each.sentence,
            }
            for each in change.differences
        ],
    }
