"""Names in prose by a pinned model: only the pinned one, only prose, and said where it is missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from finding_texts import text

from workbench.core.errors import Refused, Unreadable
from workbench.core.places import Role
from workbench.findings import KnownIdentities, Policy, Scan, read_policy
from workbench.findings.checks.names_in_prose import NamesInProse
from workbench.findings.name_model import NamesPin, load_names, model_digest
from workbench.findings.scanning import scan_texts

NAME = "Quillon Marrowby"


def by_hand(value: str) -> tuple[tuple[int, int], ...]:
    """A stand-in for a model that knows one person and one word."""
    return tuple(
        (value.index(name), value.index(name) + len(name))
        for name in (NAME, "Release")
        if name in value
    )


def scanned(value: str, *, policy: Policy, role: Role = Role.PROSE) -> Scan:
    return scan_texts([text(value, role=role)], known=KnownIdentities(), policy=policy)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A small pipeline, made here, that knows one person."""
    spacy = pytest.importorskip("spacy", reason="spaCy is not installed (extra ner)")
    pipeline = spacy.blank("en")
    ruler = pipeline.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "PERSON", "pattern": NAME}, {"label": "ORG", "pattern": "Acme"}])
    folder = tmp_path / "model"
    pipeline.to_disk(folder)
    return folder


def test_a_model_finds_people_and_ordinary_words_are_none() -> None:
    check = NamesInProse(by_hand)
    value = f"Release notes: {NAME} moored here, {'and left ' * 3_000}then {NAME} came back"
    hits = list(check.find(text(value, role=Role.PROSE)))
    assert {value[hit.start : hit.end] for hit in hits} == {NAME}
    assert len(hits) == 2


def test_the_pinned_model_reads_prose_and_nothing_else(model: Path) -> None:
    policy = Policy(names=NamesPin(model, model_digest(model)))
    value = f"the harbour where {NAME} waited"
    (finding,) = scanned(value, policy=policy).findings
    assert (finding.check, finding.value) == ("name-in-prose", NAME)
    assert scanned(value, policy=policy, role=Role.CODE).findings == ()


def test_a_model_that_changed_by_one_byte_is_not_used_and_that_is_said(model: Path) -> None:
    pin = NamesPin(model, model_digest(model))
    (model / "meta.json").write_bytes((model / "meta.json").read_bytes() + b"\n")
    with pytest.raises(Refused, match="not the pinned one"):
        load_names(pin)
    result = scanned(f"where {NAME} waited", policy=Policy(names=pin))
    assert result.findings == ()
    assert any("not the pinned one" in sentence for sentence in result.skipped)


def test_without_the_model_everything_else_is_found_and_the_rest_is_said(tmp_path: Path) -> None:
    mailbox = "jane.doe" + "@" + "lighthouse-harbour.dev"
    result = scanned(f"to {mailbox}", policy=Policy(names=NamesPin(tmp_path / "none", "0" * 64)))
    assert [finding.value for finding in result.findings] == [mailbox]
    assert (
        len([sentence for sentence in result.skipped if "names in prose" in sentence.lower()]) == 1
    )


def test_the_policy_pins_a_model_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "workbench.toml"
    path.write_text(f'[names]\nmodel = "models/small"\nsha256 = "{"ab" * 32}"\n')
    assert read_policy(path).names == NamesPin(tmp_path / "models" / "small", "ab" * 32)


@pytest.mark.parametrize("table", ['model = "x"', 'model = "x"\nsha256 = "12"', 'url = "x"'])
def test_a_pin_that_is_not_understood_is_refused(tmp_path: Path, table: str) -> None:
    path = tmp_path / "workbench.toml"
    path.write_text(f"[names]\n{table}\n")
    with pytest.raises(Refused):
        read_policy(path)


def test_an_empty_folder_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(Unreadable):
        model_digest(tmp_path)
