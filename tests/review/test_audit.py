"""The audit record: what it has, what it never has, and that no byte changes unnoticed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from review_folder import decide, only

from workbench.core.canonical import digest_bytes, pretty_bytes
from workbench.core.errors import Unreadable
from workbench.core.outcome import Meaning
from workbench.findings import Scan, Suppressed
from workbench.review import verify_promoted
from workbench.review.audit import Evidence, audit_bytes, files_digest
from workbench.review.record import Reason, read_record, renewed, sealed
from workbench.review.state import ItemState

NAME = "reply-kept-after-reload"
EMAIL = "zebedee.canary@mail.zq-canary.net"
HOST = "ops@corp.zq-canary.org"


@pytest.fixture
def promoted(captures) -> Path:
    captures.add("quillon-nobody-run", f"write to {EMAIL}", f"not to {HOST}")
    review = captures.review()
    key = only(review)
    item = review.item(key)
    for finding in item.open_findings:
        if finding.value == HOST:
            review.do(
                "judge", item=key, finding=finding.key, verdict="not_identifying", reason="public"
            )
        else:
            review.do("judge", item=key, finding=finding.key, verdict="identifies")
    decide(review, key, NAME)
    review.do("stage", item=key)
    review.do("export", item=key, held=True)
    return captures.promoted / NAME


def record(folder: Path) -> dict:
    return json.loads((folder / f"{NAME}.review.json").read_bytes())


def test_it_has_what_ci_and_a_person_need(promoted: Path) -> None:
    audit = record(promoted)
    assert audit["formatVersion"] == 1
    assert audit["kind"] == "fake"
    assert set(audit["tool"]) == {"name", "version"}
    outcome = (promoted / f"{NAME}.outcome.json").read_bytes()
    assert audit["outcome"] == {
        "agree": True,
        "digest": digest_bytes(outcome),
        "engine": "fake 1",
        "replays": 2,
    }
    assert [gate["gate"] for gate in audit["gates"]] == [
        "Loads",
        "Replays",
        "Consumed",
        "Issued",
        "Contents",
        "Seen",
        "Name",
        "Seed",
        "Outcome",
        "Residue",
    ]
    assert {gate["result"] for gate in audit["gates"]} <= {"pass", "none"}
    assert {gate["judgedBy"] for gate in audit["gates"]} == {"proof", "person"}
    assert audit["findings"]["byClass"]["EMAIL"] == {"identifies": 1, "not_identifying": 1}
    assert audit["findings"]["reasons"] == {"public": 1}
    assert audit["standIns"] == {"email": 1}
    assert audit["residue"]["found"] == 0
    assert audit["residue"]["placesSearched"] > 0
    assert audit["review"] == {"role": "reviewer", "second": False}


def test_it_has_neither_the_old_name_nor_a_value(promoted: Path) -> None:
    text = (promoted / f"{NAME}.review.json").read_text().casefold()
    for gone in ("quillon", "nobody", EMAIL, "zebedee", "canary"):
        assert gone not in text
    assert digest_bytes(EMAIL.encode()) not in text


def test_it_has_no_words_of_a_project_policy() -> None:
    note = "project policy: belongs to quillon"
    scan = Scan(findings=(), strings_checked=1, suppressed=(Suppressed("names", note, 2),))
    evidence = Evidence("fake", {}, b"{}", "fake 1", (), scan, ItemState())
    audit = json.loads(audit_bytes(evidence))
    assert audit["checks"]["setAside"] == {"names": {"project policy": 2}}


def test_it_is_canonical(promoted: Path) -> None:
    data = (promoted / f"{NAME}.review.json").read_bytes()
    assert pretty_bytes(json.loads(data)) == data


def test_a_whole_promoted_folder_has_no_problem(promoted: Path) -> None:
    assert verify_promoted(promoted) == ()


def test_every_changed_byte_is_noticed(promoted: Path) -> None:
    """Each byte of each file, one at a time."""
    for path in sorted(promoted.iterdir()):
        whole = path.read_bytes()
        for at in range(len(whole)):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
            assert verify_promoted(promoted), (path.name, at)
        path.write_bytes(whole)
    assert verify_promoted(promoted) == ()


@pytest.mark.parametrize(
    ("ending", "code"),
    [
        (".review.json", "missing_audit"),
        (".outcome.json", "missing_outcome"),
        (".fake.json", "missing_file"),
    ],
)
def test_a_missing_file_is_told_by_name(promoted: Path, ending: str, code: str) -> None:
    (promoted / f"{NAME}{ending}").unlink()
    assert [problem.code for problem in verify_promoted(promoted)] == [code]


def test_an_added_file_and_an_open_gate_are_told(promoted: Path) -> None:
    (promoted / "notes.txt").write_text("more")
    assert [problem.code for problem in verify_promoted(promoted)] == ["unexpected_file"]
    (promoted / "notes.txt").unlink()
    audit = record(promoted)
    audit["gates"] = [gate for gate in audit["gates"] if gate["gate"] != "Seen"]
    (promoted / f"{NAME}.review.json").write_bytes(sealed(audit))
    (problem,) = verify_promoted(promoted)
    assert problem.code == "gate_not_passed"
    assert problem.sentence == "The audit record does not say that Seen passed."


@pytest.mark.parametrize("gate", ["Loads", "Replays", "Contents", "Seen", "Outcome", "Residue"])
def test_a_gate_every_kind_has_is_not_fine_as_none(promoted: Path, gate: str) -> None:
    audit = record(promoted)
    for row in audit["gates"]:
        if row["gate"] == gate:
            row["result"] = "none"
    (promoted / f"{NAME}.review.json").write_bytes(sealed(audit))
    assert [problem.code for problem in verify_promoted(promoted)] == ["gate_not_passed"]


def test_a_record_that_names_no_file_compares_nothing_and_is_told(promoted: Path) -> None:
    audit = record(promoted)
    for name in audit["promoted"]["files"]:
        (promoted / name).unlink()
    audit["promoted"] = {"digest": files_digest({}), "files": {}}
    (promoted / f"{NAME}.review.json").write_bytes(sealed(audit))
    assert "missing_file" in [problem.code for problem in verify_promoted(promoted)]


def test_a_renamed_folder_is_noticed(promoted: Path) -> None:
    moved = promoted.with_name("another-name")
    shutil.move(promoted, moved)
    assert [problem.code for problem in verify_promoted(moved)] == ["missing_audit"]


def test_no_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(Unreadable):
        verify_promoted(tmp_path / "nothing")


@pytest.mark.parametrize(
    "edit",
    [
        lambda audit: audit["outcome"].update(agree=False),
        lambda audit: audit["outcome"].update(replays=1),
        lambda audit: audit["outcome"].update(replays=True),
        lambda audit: audit["residue"].update(found=1),
        lambda audit: audit["residue"].update(placesSearched=-1),
        lambda audit: audit["promoted"].update(digest="0"),
        lambda audit: audit["findings"]["byClass"].update(EMAIL={"identifies": "1"}),
        lambda audit: audit["gates"][0].update(result="passed"),
        lambda audit: audit.update(kind=None),
        lambda audit: audit.update(note="anything a person may write"),
        lambda audit: audit["review"].update(name="quillon"),
        lambda audit: audit["history"].append({"role": "reviewer"}),
        lambda audit: audit.pop("standIns"),
    ],
)
def test_a_sealed_record_that_says_less_or_more_is_no_record(promoted: Path, edit) -> None:
    """A record that disagrees with itself was never written by the workbench."""
    audit = record(promoted)
    edit(audit)
    (promoted / f"{NAME}.review.json").write_bytes(sealed(audit))
    assert [problem.code for problem in verify_promoted(promoted)] == ["bad_audit"]


def renewed_twice(folder: Path) -> bytes:
    """The record after two changes of the golden, the second to the digest of ``ffff…``."""
    data = (folder / f"{NAME}.review.json").read_bytes()
    for digit in "ef":
        data = renewed(
            data,
            reason=Reason.INTENDED,
            meaning=Meaning.DIFFERENT_DECISION,
            outcome=digit * 64,
            engine="fake 2",
        )
    return data


def test_a_change_adds_an_entry_and_keeps_what_was_there(promoted: Path) -> None:
    before = record(promoted)
    read = read_record(renewed_twice(promoted))
    assert read is not None
    after = json.loads(renewed_twice(promoted))
    assert {**after, "history": [], "digest": ""} == {**before, "digest": ""}
    first, second = after["history"]
    assert first["before"] == before["digest"]
    assert (first["outcome"], second["outcome"]) == ("e" * 64, "f" * 64)
    assert second["reason"] == "intended"
    assert second["role"] == "generator"
    assert read.golden == "f" * 64


@pytest.mark.parametrize(
    "edit",
    [
        lambda history: history[0].update(reason="mended"),
        lambda history: history[0].update(outcome="0" * 64),
        lambda history: history.pop(0),
        lambda history: history.reverse(),
        lambda history: history[1].update(before="0" * 64),
    ],
)
def test_an_earlier_entry_cannot_be_edited_in_silence(promoted: Path, edit) -> None:
    """Sealing again after the edit does not help: the next entry names the record as it was."""
    audit = json.loads(renewed_twice(promoted))
    edit(audit["history"])
    assert read_record(sealed(audit)) is None
