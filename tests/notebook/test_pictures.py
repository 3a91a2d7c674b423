"""The overview of a folder: every picture says in words what it shows, and holds no captured value."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pandas
import pytest

from workbench.findings import KnownIdentities
from workbench.notebook.pictures import Picture, days_picture, findings_picture, pictures
from workbench.review import Overview, Review, overview

SAMPLES = Path(__file__).parents[2] / "sample_fixtures"


@pytest.fixture(scope="module")
def seen() -> Overview:
    return overview(SAMPLES / "captures", known=KnownIdentities())


def test_every_capture_and_promoted_fixture_is_counted(seen: Overview) -> None:
    from workbench.core.discovery import discover

    captures = discover([SAMPLES / "captures"])
    assert list(seen.gates.index) == list(range(1, len(captures) + 1))
    assert seen.states["captures"].sum() == len(captures)
    promoted = [path for path in (SAMPLES / "promoted").iterdir() if path.is_dir()]
    assert seen.goldens["fixtures"].sum() == len(promoted)
    assert seen.sentence.startswith(f"{len(captures)} captures: ")


def test_looking_leaves_nothing_behind(tmp_path: Path) -> None:
    log = tmp_path / "captures" / "broken.jsonl"
    log.parent.mkdir()
    log.write_text("{")
    assert overview(log.parent).sentence.endswith("0 promoted fixtures.")
    assert [path.name for path in log.parent.iterdir()] == ["broken.jsonl"]
    assert [path.name for path in tmp_path.iterdir()] == ["captures"]


def test_what_was_decided_counts_in_unless_it_is_looked_at_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORKBENCH_STATE", str(tmp_path / "state"))
    folder = tmp_path / "captures"
    folder.mkdir()
    name = "ferry-report-0007.fixture.json"
    (folder / name).write_bytes((SAMPLES / "captures" / name).read_bytes())
    with Review.open(folder) as review:
        review.do("reject", item=review.queue()[0].key, reason="not_useful")
    assert list(overview(folder).states.index) == ["rejected"]
    assert "rejected" not in overview(folder, anew=True).states.index


def test_an_empty_folder_has_nothing_to_draw(tmp_path: Path) -> None:
    folder = tmp_path / "captures"
    folder.mkdir()
    empty = overview(folder)
    assert empty.sentence == "0 captures. 0 findings. 0 promoted fixtures."
    assert pictures(empty) == ()


def test_each_picture_is_well_formed_and_equal_every_time(seen: Overview) -> None:
    first, again = pictures(seen), pictures(seen)
    assert [picture.title for picture in first] == [
        "Findings by class",
        "Gates by capture",
        "Goldens by meaning",
    ]
    for picture, other in zip(first, again, strict=True):
        assert ElementTree.fromstring(picture.svg).tag.endswith("svg")
        assert picture.svg == other.svg
        assert "script" not in picture.svg.lower()
        assert "http" not in picture.svg.split("<defs>", 1)[1]


def test_a_picture_is_read_out_in_words() -> None:
    table = pandas.DataFrame(
        [[1, 0, 2]], index=pandas.Index(["EMAIL"]), columns=["proof", "strong", "weak"]
    )
    picture = findings_picture(table)
    assert picture is not None
    assert repr(picture) == "Findings by class: EMAIL 1 proof and 2 weak."
    assert 'role="img" aria-label="Findings by class. EMAIL 1 proof' in picture._repr_html_()


def test_words_of_a_table_are_escaped() -> None:
    assert "<b>" not in Picture("<b>", '"<b>', "")._repr_html_()


def test_days_left_are_counted_where_they_are_kept() -> None:
    table = pandas.DataFrame({"days left": pandas.Series([3, 1, None, 3], dtype="object")})
    picture = days_picture(table)
    assert picture is not None
    assert picture.words == "1 capture 1 day and 2 captures 3 days."


def test_no_picture_or_table_holds_a_captured_value(
    tmp_path: Path, canaries: dict[str, str]
) -> None:
    """Captures whose names, keys and contents are canaries leave none of them in any form."""
    import json

    folder = tmp_path / "captures"
    folder.mkdir()
    for name, value in canaries.items():
        row = {"type": "session", "version": 0, "id": value, value: f"{name} {value}"}
        (folder / f"{value.replace('/', '_')[:60]}.jsonl").write_text(json.dumps(row) + "\n")
    seen = overview(folder)
    tables = [seen.findings, seen.gates, seen.states, seen.goldens]
    said = [seen.sentence, *(table.to_string() for table in tables)]
    drawn = [text for each in pictures(seen) for text in (repr(each), each._repr_html_())]
    for text in (*said, *drawn):
        for value in canaries.values():
            assert value not in text
