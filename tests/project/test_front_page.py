"""The README and the guides: what they show is there, and what the README runs runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.main import get_command

from workbench import open_fixture
from workbench.cli.app import app

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
PAGES += [ROOT / "benchmarks" / "README.md", ROOT / "sample_fixtures" / "README.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_to_a_file_leads_to_one(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8"))
    here = [target for target in targets if "://" not in target]
    assert [target for target in here if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_command_that_a_page_shows_exists(page: Path) -> None:
    shown = set(re.findall(r"^(?:\$ )?workbench ([a-z]+)", _fences(page, "sh"), re.M))
    assert shown <= set(get_command(app).commands)  # type: ignore[attr-defined]


def test_the_python_of_the_readme_does_what_its_comments_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT / "sample_fixtures")
    code = _fences(ROOT / "README.md", "python")
    held: dict[str, object] = {}
    exec(code, held)
    last = [line for line in code.splitlines() if line.startswith("replay(")]
    assert eval(last[-1].partition("#")[0], held)["finalStatus"] == "ended"
    fixture = open_fixture(str(held["path"]))
    assert len(fixture.timeline()) == len(fixture.steps()) == 6


def test_every_path_that_the_readme_gives_to_a_command_is_among_the_samples() -> None:
    lines = _fences(ROOT / "README.md", "sh").splitlines()
    given = [re.match(r"(?:workbench [a-z]+|pytest) ([a-z][\w/-]*)", line) for line in lines]
    paths = [match[1] for match in given if match]
    assert len(paths) >= 6
    assert [path for path in paths if not (ROOT / "sample_fixtures" / path).exists()] == []


def _fences(page: Path, language: str) -> str:
    found = re.findall(rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
    return "\n".join(found)
