"""Bodies in files beside a cassette: read, checked, replayed and exported along; nothing else is."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from cassette_writing import NAME

from workbench.cassettes import CassetteError, convert, load_cassette
from workbench.core.errors import BadCommand, TooLarge
from workbench.core.fixture import Fixture, ReplayEnvironment, open_fixture

BODY = json.dumps({"to": NAME}).encode()


def stub(name: str, **response: object) -> dict[str, object]:
    return {
        "request": {"method": "GET", "url": "https://api.example.com/items"},
        "response": {"status": 200, "bodyFileName": name, **response},
    }


def written(folder: Path, name: str = "body.json", **files: bytes) -> Path:
    """A file of stubs, with a folder of bodies beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "stubs.json"
    kind = {"headers": {"Content-Type": "application/json"}}
    path.write_text(json.dumps({"mappings": [stub(name, **kind)]}))
    for file, data in files.items():
        target = folder / "__files" / file.replace("__", "/").replace("_json", ".json")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return path


def replayed(fixture: Fixture) -> str:
    return fixture.replay(ReplayEnvironment()).sentence


def test_a_body_in_a_file_of_its_own_is_read_and_exported_along(tmp_path: Path) -> None:
    fixture = open_fixture(written(tmp_path / "a", body_json=BODY))
    assert [file.name for file in fixture.files] == ["stubs.json", "__files/body.json"]
    (found,) = [text for text in fixture.texts() if text.value == NAME]
    (span,) = found.place().spans
    assert span.file == "__files/body.json"
    assert BODY[span.start : span.end] == NAME.encode()
    assert found.step == 0
    assert found in fixture.step_texts(0)
    assert fixture.step_spans(0)[-1].file == "__files/body.json"
    assert "1 of 1 exchanges played" in replayed(fixture)
    exported = fixture.export("new")
    assert exported["__files/body.json"] == BODY
    for name, data in exported.items():
        target = tmp_path / "b" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    again = open_fixture(tmp_path / "b" / "new.json")
    assert again.digest == fixture.digest
    changed = written(tmp_path / "c", body_json=BODY + b" ")
    assert open_fixture(changed).digest != fixture.digest


def test_the_folder_of_bodies_may_stand_beside_the_folder_of_stubs(tmp_path: Path) -> None:
    """As WireMock lays them out."""
    written(tmp_path, body_json=BODY)
    path = written(tmp_path / "mappings" / "deeper")
    assert load_cassette(path).interactions[0].response.body == BODY


def test_a_body_that_is_not_here_is_said_and_never_served_empty(tmp_path: Path) -> None:
    fixture = open_fixture(written(tmp_path))
    assert any("not here" in note.text for note in fixture.notes)
    assert "0 of 1 exchanges played" in replayed(fixture)
    with pytest.raises(BadCommand, match="not here"):
        convert(fixture)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name", ["../secret.json", "/etc/hostname", "a/../../x", "a\\..\\x", "", "x\0y", "a//b"]
)
def test_a_name_that_leads_out_of_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.json").write_bytes(BODY)
    with pytest.raises(CassetteError, match="outside its folder") as caught:
        open_fixture(written(tmp_path / "a", name))
    assert caught.value.where == "exchange 1"


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_bytes(BODY)
    path = written(tmp_path / "a")
    (tmp_path / "a" / "__files").mkdir()
    os.symlink(tmp_path / "secret.json", tmp_path / "a" / "__files" / "body.json")
    fixture = open_fixture(path)
    assert NAME not in [text.value for text in fixture.texts()]
    assert len(fixture.files) == 1


def test_bodies_are_bounded_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.cassettes.companions.MAX_FILE", 10)
    with pytest.raises(TooLarge):
        open_fixture(written(tmp_path, body_json=BODY))
