"""The shape of an audit record, strictly: what it may hold, and nothing else.

Source: ``spec/review-ux.md`` §13. A change of a golden outcome adds an entry to the history; each entry
names the digest of the record before it, so that no earlier entry can be edited in silence.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from workbench.core.canonical import JSON, digest, pretty_bytes
from workbench.core.json_text import NotJson, parse
from workbench.core.outcome import Meaning

FORMAT = 1

Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Count = Annotated[int, Field(ge=0)]
Agreeing = Annotated[int, Field(ge=2)]


class Reason(StrEnum):
    """Why a golden outcome was recorded anew: a closed vocabulary, since free text may identify."""

    INTENDED = "intended"  # the engine changed on purpose
    MENDED = "mended"  # the earlier outcome showed a defect
    DETAIL = "detail"  # outcomes say more than before, or are written otherwise


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Tool(_Strict):
    """What wrote the record."""

    name: str
    version: str


class PromotedFiles(_Strict):
    """The fixture's files by name, and one digest over them all."""

    digest: Digest
    files: dict[str, Digest]


class Outcome(_Strict):
    """The golden outcome as it was approved at promotion."""

    digest: Digest
    engine: str
    replays: Agreeing
    agree: Literal[True]


class GateRow(_Strict):
    """One gate with its result and who judged it."""

    gate: str
    result: Literal["pass", "fail", "ask", "idle", "none"]
    judgedBy: Literal["proof", "person", ""]  # noqa: N815 - the member's name in the file


class Checks(_Strict):
    """What the checks read, left out and set aside."""

    stringsChecked: Count  # noqa: N815
    notChecked: dict[str, Count]  # noqa: N815
    skipped: list[str]
    setAside: dict[str, dict[str, Count]]  # noqa: N815
    # Stands there only where the rules came with the capture.
    policy: Literal["project policy in the capture's own folder"] | None = None


class Findings(_Strict):
    """Findings by class and verdict, and the reasons that were given."""

    byClass: dict[str, dict[str, Count]]  # noqa: N815
    reasons: dict[str, Count]


class Residue(_Strict):
    """The sweep for what was to go: zero is the only number that may stand here."""

    placesSearched: Count  # noqa: N815
    found: Literal[0]


class Reviewed(_Strict):
    """Who reviewed, as a role, and whether a second person agreed."""

    role: str
    second: bool


class Renewal(_Strict):
    """One later change: a golden outcome that a person approved in place of the one before.

    ``before`` is the digest of the record as it was; ``outcome`` that of the new golden.
    """

    role: str
    reason: Reason = Field(strict=False)
    meaning: Meaning = Field(strict=False)
    outcome: Digest
    engine: str
    replays: Agreeing
    before: Digest


class Record(_Strict):
    """An audit record."""

    formatVersion: Literal[1]  # noqa: N815
    kind: str
    tool: Tool
    promoted: PromotedFiles
    outcome: Outcome
    gates: list[GateRow]
    checks: Checks
    findings: Findings
    standIns: dict[str, Count]  # noqa: N815
    residue: Residue
    review: Reviewed
    history: list[Renewal]
    digest: Digest

    @property
    def golden(self) -> str:
        """The digest of the golden that holds now: the newest that was approved."""
        return self.history[-1].outcome if self.history else self.outcome.digest


def sealed(record: Mapping[str, JSON]) -> bytes:
    """The bytes of a record with the digest of all its other members, so that no edit is silent."""
    body = {key: value for key, value in record.items() if key != "digest"}
    return pretty_bytes({**body, "digest": digest(body)})


def read_record(data: bytes) -> Record | None:
    """The record in ``data``; ``None`` where it cannot be read, was edited, or holds anything else."""
    try:
        value = parse(data)
        record = Record.model_validate(value)
    except (NotJson, ValidationError):
        return None
    # Sealing again gives the same bytes, unless a single one was edited.
    if not isinstance(value, dict) or sealed(value) != data or not _chained(value):
        return None
    return record


def _chained(value: Mapping[str, JSON]) -> bool:
    """Whether each entry of the history names the record as it was before that entry."""
    history = value["history"]
    assert isinstance(history, list)
    for number, entry in enumerate(history):
        body = {key: member for key, member in value.items() if key != "digest"}
        assert isinstance(entry, dict)
        if entry["before"] != digest({**body, "history": history[:number]}):
            return False
    return True


def renewed(data: bytes, *, reason: Reason, meaning: Meaning, outcome: str, engine: str) -> bytes:
    """The record in ``data`` with one entry more. ``data`` must be a record that reads.

    The entry holds digests, codes and the engine's version: nothing of the fixture.
    """
    value = parse(data)
    assert isinstance(value, dict)
    history = value["history"]
    assert isinstance(history, list)
    entry: dict[str, JSON] = {
        "role": "generator",
        "reason": reason.value,
        "meaning": meaning.value,
        "outcome": outcome,
        "engine": engine,
        "replays": 2,
        "before": value["digest"],
    }
    return sealed({**value, "history": [*history, entry]})
