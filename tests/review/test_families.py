"""The same review over every real family: a sample capture goes from the queue through the door."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from review_folder import KNOWN, decide

from workbench.core.discovery import discover
from workbench.core.outcome import golden_bytes
from workbench.core.replaying import replay
from workbench.findings import residue
from workbench.review import Review, verify_promoted

SAMPLES = Path(__file__).parents[2] / "sample_fixtures"
NAME = "reply-kept-after-reload"
CLEAN = (
    "ada-calendar-flake",
    "agent-run-0012",
    "agent-run-0031",
    "nightly-report-0063",
    "ferry-report-0007.fixture.json",
    "embeddings-0003.yaml.gz",
    "grace-support-mail.yaml",
    "batch-poll-0021.yaml",
    "tool-stream-0007.yaml",
)


def copied(tmp_path: Path, name: str) -> Path:
    source, folder = SAMPLES / "captures" / name, tmp_path / "captures"
    if not source.exists():
        pytest.skip(f"the sample capture {name} is not here")
    folder.mkdir()
    shutil.copytree(SAMPLES / "campaigns", tmp_path / "campaigns")
    target = folder / name
    if source.is_dir():
        shutil.copytree(source, target)
    else:
        shutil.copy(source, target)
    return target


def contents(path: Path) -> dict[str, bytes]:
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    return {file.name: file.read_bytes() for file in files if file.is_file()}


@pytest.mark.parametrize("name", CLEAN)
def test_a_sample_goes_through_the_door(tmp_path: Path, name: str) -> None:
    """Everything that identifies gets a stand-in; what is written loads, replays and verifies."""
    capture = copied(tmp_path, name)
    before = contents(capture)
    with Review.open(tmp_path / "captures", known=KNOWN) as review:
        (row,) = review.queue()
        for finding in review.item(row.key).open_findings:
            curable = finding.stand_in and review.item(row.key).fixture.accepts_stand_ins
            verdict = {"verdict": "identifies"}
            if not curable:
                verdict = {"verdict": "not_identifying", "reason": "vocabulary"}
            review.do("judge", item=row.key, finding=finding.key, **verdict)
        decide(review, row.key, NAME)
        item = review.item(row.key)
        assert item.state == "ready", [
            (gate.name.value, gate.sentence) for gate in item.gates if not gate.status.holds
        ]
        going = [
            finding.value
            for finding in item.findings
            if (verdict := item.verdict(finding)) and verdict.verdict == "identifies"
        ]
        review.do("stage", item=row.key)
        review.do("export", item=row.key, typed_name=NAME)
    folder = tmp_path / "promoted" / NAME
    assert contents(capture) == before
    assert verify_promoted(folder) == ()
    assert residue(contents(folder), going).found == ()
    (unit,) = discover([folder])
    replayed = replay(unit)
    assert golden_bytes(replayed.outcome) == (folder / f"{NAME}.outcome.json").read_bytes()


@pytest.mark.parametrize(
    ("name", "state", "sentence"),
    [
        (
            "ferry-report-0019.fixture.json",
            "blocked",
            "Blocked: 2 steps are not accepted. Step 0: Rejected: requirement unmet.",
        ),
        (
            "tide-table-0009.yaml",
            "blocked",
            "Blocked: step 0 names an id that no earlier response and no item of its request issued.",
        ),
        (
            "agent-run-0044",
            "refused",
            "Refused: session snapshot line 12 contains invalid JSON. Where: session.jsonl, line 12. "
            "The file was not changed. Record it again or copy it again.",
        ),
    ],
)
def test_a_bad_sample_says_why(tmp_path: Path, name: str, state: str, sentence: str) -> None:
    copied(tmp_path, name)
    with Review.open(tmp_path / "captures", known=KNOWN) as review:
        (row,) = review.queue()
        item = review.item(row.key)
        assert (item.state, item.sentence) == (state, sentence)
