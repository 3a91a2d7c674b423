"""Campaign folders are searched by what their documents say, and wrong documents are named."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from workbench.plays.library import Library, open_library
from workbench.plays.recorded import Adopt, Recorded

FERRY = "night-ferry@1.0.0.json"


def recorded(campaign: str = "night-ferry", version: str = "1.0.0", *adopted: str) -> Recorded:
    return Recorded("n", campaign, "s", version, "0.11.0", tuple(map(Adopt, adopted)))


@pytest.fixture
def folder(tmp_path: Path, ferry_folder: Path) -> Path:
    """A folder of its own with the ferry, under another name."""
    shutil.copy(ferry_folder / FERRY, tmp_path / "whatever.json")
    return tmp_path


def changed(folder: Path, name: str = "whatever.json", **campaign: Any) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((folder / name).read_text())
    document["campaign"] |= campaign
    return document


def test_a_campaign_is_found_by_its_id_and_version_and_not_by_its_file_name(folder: Path) -> None:
    library = open_library([folder])
    assert library.missing(recorded()) is None
    assert library.refused == ()


def test_what_is_missing_has_its_own_reason(folder: Path) -> None:
    library = open_library([folder])
    assert library.missing(recorded("other")) == "campaign_withdrawn"
    assert library.missing(recorded(version="9")) == "campaign_version_missing"
    assert library.missing(recorded("night-ferry", "1.0.0", "9")) == "campaign_version_missing"
    assert open_library([]).missing(recorded()) == "no_campaigns"
    assert open_library([folder / "nowhere"]).missing(recorded()) == "no_campaigns"


def test_the_compiled_campaign_alone_is_accepted(folder: Path) -> None:
    (folder / "whatever.json").write_text(json.dumps(changed(folder)["campaign"]))
    assert open_library([folder]).missing(recorded()) is None


BROKEN: Mapping[str, Callable[[dict[str, Any]], Any]] = {
    "not JSON": lambda document: "{",
    "not a campaign": lambda document: "[1, 2]",
    "no version": lambda document: json.dumps({**document, "campaign": {"id": "x"}}),
    "strings of another type": lambda document: json.dumps({**document, "strings": {"a": 1}}),
}


@pytest.mark.parametrize("label", BROKEN)
def test_a_malformed_document_is_refused_with_a_reason(label: str, folder: Path) -> None:
    (folder / "whatever.json").write_text(BROKEN[label](changed(folder)))
    library = open_library([folder])
    assert [document.refusal.code for document in library.refused if document.refusal] == [
        "campaign_malformed"
    ]
    assert library.missing(recorded()) == "campaign_withdrawn"


def refused_by(library: Library) -> str:
    (document,) = library.refused
    assert document.refusal is not None
    return f"{document.refusal}"


def test_content_of_another_shape_is_refused_and_not_called_absent(folder: Path) -> None:
    document = changed(folder)
    document["campaign"]["content"]["nodes"]["quay"]["choices"][1]["goto"] = 7
    (folder / "whatever.json").write_text(json.dumps(document))
    library = open_library([folder])
    assert "/nodes/*/choices/1/goto is not text" in refused_by(library)
    assert library.missing(recorded()) == "campaign_refused"


def test_a_campaign_that_fails_its_checks_is_refused_with_their_codes(folder: Path) -> None:
    document = changed(folder)
    document["campaign"]["content"]["startNodeId"] = "jo-example"
    (folder / "whatever.json").write_text(json.dumps(document))
    library = open_library([folder])
    assert "dangling_reference" in refused_by(library)
    assert "jo-example" not in refused_by(library)
    assert library.missing(recorded()) == "campaign_refused"


def test_a_campaign_of_a_kind_this_build_lacks_is_said_to_be_that(folder: Path) -> None:
    (folder / "whatever.json").write_text(json.dumps(changed(folder, kindId="board-game")))
    assert open_library([folder]).missing(recorded()) == "unknown_kind"


def test_equal_documents_are_one_campaign_and_different_ones_a_conflict(folder: Path) -> None:
    shutil.copy(folder / "whatever.json", folder / "again.json")
    assert open_library([folder]).missing(recorded()) is None
    document = changed(folder)
    document["strings"]["ferry.quay.text"] = "Another text"
    (folder / "again.json").write_text(json.dumps(document))
    assert open_library([folder]).missing(recorded()) == "content_version_conflict"


def test_a_document_is_read_again_when_it_changes_and_only_then(folder: Path) -> None:
    first = open_library([folder])
    assert open_library([folder]).archive is first.archive
    document = json.dumps(changed(folder, version="1.0.1"))
    (folder / "whatever.json").write_text(document)
    os.utime(folder / "whatever.json", ns=(1, 1))
    library = open_library([folder])
    assert library.missing(recorded(version="1.0.1")) is None
    assert library.missing(recorded()) == "campaign_version_missing"


def test_links_to_nowhere_and_folders_are_passed_over(folder: Path) -> None:
    (folder / "gone.json").symlink_to(folder / "nowhere.json")
    (folder / "folder.json").mkdir()
    (folder / "notes.txt").write_text("not a campaign")
    library = open_library([folder])
    assert library.refused == ()
    assert library.missing(recorded()) is None


def test_a_very_deep_condition_is_refused_and_does_not_overflow(folder: Path) -> None:
    document = changed(folder)
    condition: dict[str, Any] = {"field": "turn", "operator": "equals", "value": 0}
    for _ in range(150):
        condition = {"not": condition}
    document["campaign"]["content"]["nodes"]["quay"]["choices"][0]["showWhen"] = condition
    (folder / "whatever.json").write_text(json.dumps(document))
    assert "nested more than 100 levels deep" in refused_by(open_library([folder]))
