"""``workbench goldens``: what changed is told with the digest to approve; nothing else is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_running import Commands

from workbench.core.canonical import digest_bytes, pretty_bytes
from workbench.review.record import sealed

NAME = "boat-leaves-at-noon"


@pytest.fixture
def changed(promoted: Path) -> Path:
    """The promoted folder as a reviewer of an earlier replayer left it: another status at step 0."""
    folder = promoted / NAME
    outcome, audit = folder / f"{NAME}.outcome.json", folder / f"{NAME}.review.json"
    earlier = json.loads(outcome.read_bytes())
    earlier["steps"][0]["status"] = 599
    outcome.write_bytes(pretty_bytes(earlier))
    record = json.loads(audit.read_bytes())
    record["outcome"]["digest"] = digest_bytes(outcome.read_bytes())
    audit.write_bytes(sealed(record))
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_unchanged_goldens_end_with_zero(workbench: Commands, promoted: Path) -> None:
    ran = workbench("goldens", promoted)
    assert ran.code == 0
    assert "1 promoted fixture: 1 same" in ran.out


def test_a_changed_golden_waits_for_a_person(workbench: Commands, changed: Path) -> None:
    before = contents(changed)
    ran = workbench("goldens", changed.parent)
    assert ran.code == 1
    assert "different decision: A different decision at step 0" in ran.out
    assert f"--approve {NAME}=" in ran.out
    assert "599" not in ran.out
    assert contents(changed) == before


def test_an_approval_by_digest_records_it_anew(workbench: Commands, changed: Path) -> None:
    digest = workbench("goldens", changed, "--json").line["outcomeSha256"]
    approval = f"{NAME}={digest}"
    ran = workbench("goldens", changed, "--approve", approval, "--reason", "mended", "--json")
    assert ran.code == 0, ran.err
    assert ran.line["written"] is True
    assert digest_bytes((changed / f"{NAME}.outcome.json").read_bytes()) == digest
    assert workbench("goldens", changed).code == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--approve", f"{NAME}={'0' * 64}", "--reason", "mended"], "not that of the outcome"),
        (["--approve", f"{NAME}={'0' * 64}"], "needs a reason"),
        (["--approve", f"{NAME}={'0' * 64}", "--reason", "because"], "needs a reason"),
        (["--approve", "another-name=00", "--reason", "mended"], "not in the folders"),
        (["--approve", NAME, "--reason", "mended"], "not a name, =, and a digest"),
    ],
)
def test_a_wrong_approval_fails_and_writes_nothing(
    workbench: Commands, changed: Path, options: list[str], said: str
) -> None:
    before = contents(changed)
    ran = workbench("goldens", changed, *options)
    assert ran.code == 2
    assert said in ran.err
    assert contents(changed) == before


def test_an_edited_fixture_is_not_replayed(workbench: Commands, promoted: Path) -> None:
    folder = promoted / NAME
    record = folder / f"{NAME}.review.json"
    record.write_bytes(record.read_bytes().replace(b'"agree": true', b'"agree": null'))
    ran = workbench("goldens", promoted, "--json")
    assert ran.code == 1
    assert [problem["code"] for problem in ran.line["problems"]] == ["bad_audit"]
    assert ran.line["comparison"] is None


def test_a_folder_without_promoted_fixtures_is_said(workbench: Commands, captures: Path) -> None:
    ran = workbench("goldens", captures)
    assert ran.code == 2
    assert "No promoted fixture is in the folders given" in ran.err
