"""Folders are searched by what the families say may be a fixture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from workbench.core.discovery import campaign_folders, discover
from workbench.core.errors import Unreadable
from workbench.core.files import Unit
from workbench.core.fixture import Fixture, Recognition


class Family:
    """Claims names by their ending, or the whole folder by one name; recognises by first bytes."""

    title, step_noun, steps_key = "test", "step", "steps"

    def __init__(self, name: str, ending: str, *, folder: str = "") -> None:
        self.name, self.ending, self.folder = name, ending, folder

    def candidates(self, names: Sequence[str]) -> tuple[str, ...]:
        claimed = tuple(name for name in names if name.endswith(self.ending))
        return (".", *claimed) if self.folder in names else claimed

    def recognise(self, unit: Unit) -> Recognition:
        matches = not unit.is_folder and unit.head().startswith(self.name.encode())
        return Recognition(matches, "" if matches else "it starts with something else")

    def read(self, unit: Unit) -> Fixture:
        raise AssertionError("listing must not read")


LOGS = Family("log", ".jsonl", folder="session.jsonl")
TAPES = Family("tape", ".yaml")


def names(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in discover([folder], known=[LOGS, TAPES])]


def lay(folder: Path, **files: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)


def test_a_flat_folder_gives_its_candidates_in_name_order(tmp_path: Path) -> None:
    lay(tmp_path, b__yaml="tape", a__yaml="anything", readme__md="x")
    assert names(tmp_path) == ["a.yaml", "b.yaml"]


def test_a_scenario_folder_is_one_fixture(tmp_path: Path) -> None:
    lay(tmp_path / "run", session__jsonl="log", snapshot__yaml="settings: 1")
    assert names(tmp_path) == ["run"]


def test_what_is_recognised_inside_a_scenario_folder_is_not_hidden(tmp_path: Path) -> None:
    lay(tmp_path, session__jsonl="log", other__yaml="tape of something")
    assert names(tmp_path) == [".", "other.yaml"]


def test_outcomes_records_and_hidden_names_are_no_fixtures(tmp_path: Path) -> None:
    lay(tmp_path, a__yaml="tape")
    (tmp_path / "a.outcome.json").write_text("{}")
    (tmp_path / "a.review.json").write_text("{}")
    lay(tmp_path / ".workbench", b__yaml="tape")
    lay(tmp_path / "campaigns", c__yaml="tape")
    assert names(tmp_path) == ["a.yaml"]


def test_a_linked_folder_is_not_followed(tmp_path: Path) -> None:
    lay(tmp_path / "captures", a__yaml="tape")
    (tmp_path / "captures" / "loop").symlink_to(tmp_path)
    assert names(tmp_path / "captures") == ["a.yaml"]


def test_a_file_named_outright_is_taken_whatever_its_name(tmp_path: Path) -> None:
    lay(tmp_path, odd__txt="x")
    assert discover([tmp_path / "odd.txt"], known=[LOGS]) == (tmp_path / "odd.txt",)


def test_a_path_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(Unreadable):
        discover([tmp_path / "nothing"], known=[LOGS])


def test_campaigns_are_found_beside_a_folder_above(tmp_path: Path) -> None:
    (tmp_path / "campaigns").mkdir()
    inner = tmp_path / "captures" / "deep"
    inner.mkdir(parents=True)
    assert campaign_folders(inner) == (tmp_path / "campaigns",)
