"""Promoted fixtures are test items: ``pytest promoted/`` replays each against its golden.

Source: ``spec/review-ux.md`` §16. Acts only on folders that hold a golden outcome or a review record,
so that ordinary test trees are left alone; and imports the workbench only when there is such a folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from workbench.core.fixture import ReplayEnvironment
    from workbench.core.goldens import Held
    from workbench.core.outcome import Difference

OUTCOME = ".outcome.json"
REVIEW = ".review.json"
DIFFERENCES_SHOWN = 20
VALUE_SHOWN = 60  # characters of a value in a difference


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--workbench-campaigns`` and ``--workbench-engine``, and the ini options of the same names."""
    group = parser.getgroup("workbench", "promoted fixtures")
    group.addoption(
        "--workbench-campaigns",
        metavar="DIR",
        action="append",
        default=[],
        help="A folder of campaigns; default: the nearest folder named campaigns.",
    )
    group.addoption(
        "--workbench-engine",
        metavar="VERSION=COMMAND",
        action="append",
        default=[],
        help="An external engine for plays captured under that version.",
    )
    parser.addini(
        "workbench_engines",
        "External engines, VERSION=COMMAND a line, for plays captured under these versions.",
        type="linelist",
        default=[],
    )
    parser.addini(
        "workbench_campaigns",
        "Folders of campaigns that promoted plays replay with.",
        type="paths",
        default=[],
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """One collector for each folder of a promoted fixture, made at its first file that tells."""
    telling = _telling_files(file_path.parent)
    if file_path.name not in telling:
        return None
    if file_path.name != telling[0] and not parent.session.isinitpath(file_path):
        return None
    collector: pytest.Collector = PromotedFolder.from_parent(parent, path=file_path)
    return collector


def _telling_files(folder: Path) -> Sequence[str]:
    """The records of a promoted folder; of a folder that lost both, the files of its fixture."""
    names = _names(folder)
    records = [name for name in names if name.endswith((OUTCOME, REVIEW))]
    if records or not _stands_among_promoted(folder):
        return records
    return names if _holds_a_fixture(folder) else ()


def _names(folder: Path) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    except OSError:
        return []


def _stands_among_promoted(folder: Path) -> bool:
    """Whether a folder beside this one holds the review record of its own name."""
    siblings = (folder.parent / name for name in _names(folder.parent))
    return any(
        (sibling / f"{sibling.name}{REVIEW}").is_file() for sibling in siblings if sibling != folder
    )


def _holds_a_fixture(folder: Path) -> bool:
    from workbench.core.discovery import discover
    from workbench.core.errors import WorkbenchError
    from workbench.core.fixture import open_fixture

    try:
        return any(open_fixture(path) for path in discover([folder]))
    except WorkbenchError:
        return False


class PromotedFolder(pytest.File):
    """The folder of one promoted fixture."""

    def collect(self) -> Iterator[pytest.Item]:
        """One item, named by the folder; one a fixture where somebody put several in one folder."""
        folder = self.path.parent
        stems = {
            name.removesuffix(ending)
            for name in _names(folder)
            for ending in (OUTCOME, REVIEW)
            if name.endswith(ending)
        }
        if len(stems) < 2:
            yield PromotedItem.from_parent(self, name=folder.name, stem="")
            return
        for stem in sorted(stems):
            yield PromotedItem.from_parent(self, name=stem, stem=stem)


class NotAsReviewed(Exception):
    """What is not as it was when it was reviewed: sentences, each with what it is about."""

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__(f"{len(sentences)} problems")
        self.sentences = tuple(sentences)


class NotRunHere(Exception):
    """What replay needs is not here: said and counted as skipped, and never a failure."""


class PromotedItem(pytest.Item):
    """One promoted fixture: its review record matches, and it replays to its golden outcome."""

    def __init__(self, *, stem: str, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.stem = stem

    @property
    def folder(self) -> Path:
        """The folder that holds the fixture, its golden and its record."""
        return self.path.parent

    def runtest(self) -> None:
        """Verify the record, then replay. Everything found is said at once."""
        sentences = [*_record_problems(self.folder, self.stem)]
        proved = not sentences
        try:
            sentences += _replay_problems(
                self.folder, self.stem, environment=self._environment(), values=proved
            )
        except NotRunHere as reason:
            if not sentences:
                pytest.skip(str(reason))
        if sentences:
            raise NotAsReviewed(sentences)

    def _environment(self) -> ReplayEnvironment:
        from workbench.core.discovery import campaign_folders
        from workbench.core.engine_choice import chosen_engines
        from workbench.core.fixture import ReplayEnvironment

        given = [Path(folder) for folder in self.config.getoption("--workbench-campaigns")]
        chosen = given or self.config.getini("workbench_campaigns")
        engines = self.config.getoption("--workbench-engine")
        return ReplayEnvironment(
            campaigns=tuple(chosen) or campaign_folders(self.folder),
            engines=chosen_engines(engines or self.config.getini("workbench_engines")),
        )

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        """The sentences; of an error in the workbench its class and place, never its message."""
        from workbench.core.errors import WorkbenchError
        from workbench.core.reports import report_of

        error = excinfo.value
        lines = [f"promoted fixture: {self.name}"]
        if isinstance(error, NotAsReviewed):
            lines += error.sentences
        elif isinstance(error, WorkbenchError):
            lines.append(str(error))
        else:
            lines.append(f"The workbench stopped with {report_of(error)}.")
        return "\n".join(lines)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.folder, None, f"promoted fixture: {self.name}"


def _record_problems(folder: Path, stem: str) -> Iterator[str]:
    from workbench.review import verify_promoted

    if not stem:
        yield from (problem.sentence for problem in verify_promoted(folder))
        return
    yield f"{folder.name}: this folder holds several fixtures; each has a folder of its own."
    for ending, what in ((OUTCOME, "golden outcome"), (REVIEW, "review record")):
        if not (folder / f"{stem}{ending}").is_file():
            yield f"{stem}{ending}: the {what} is missing."


def _replay_problems(
    folder: Path, stem: str, *, environment: ReplayEnvironment, values: bool
) -> Iterator[str]:
    from workbench.core.errors import WorkbenchError
    from workbench.core.fixture import open_fixture
    from workbench.core.goldens import held_against_golden

    path = _fixture_path(folder, stem)
    if path is None:
        yield f"{stem or folder.name}: no fixture is beside these files."
        return
    try:
        held = held_against_golden(open_fixture(path), path, environment=environment)
    except WorkbenchError as error:
        yield f"{path.name}: {error}"
        return
    if held.unrunnable:
        raise NotRunHere(held.replay.sentence)
    yield from _held_problems(held, values=values)


def _fixture_path(folder: Path, stem: str) -> Path | None:
    from workbench.core.discovery import discover
    from workbench.core.goldens import golden_of

    units = [path for path in discover([folder]) if path == folder or path.parent == folder]
    if stem:
        units = [path for path in units if golden_of(path) == folder / f"{stem}{OUTCOME}"]
    return units[0] if units else None


def _held_problems(held: Held, *, values: bool) -> Iterator[str]:
    if held.change is None or held.holds:
        return  # a missing golden is a problem of the record
    yield f"{held.change.sentence}."
    if held.replay.outcome is None and held.replay.sentence:
        yield f"  {held.replay.sentence}"
    for difference in held.change.differences[:DIFFERENCES_SHOWN]:
        yield f"  {difference.sentence} ({difference.pointer})"
        if values:
            yield from _values(difference)
    left = len(held.change.differences) - DIFFERENCES_SHOWN
    if left > 0:
        yield f"  … and {left} more"


def _values(difference: Difference) -> Iterator[str]:
    """Both values, of a fixture whose record proves that a person passed them."""
    for sign, value in (("-", difference.was), ("+", difference.now)):
        text = json.dumps(value)
        yield f"    {sign} {text if len(text) <= VALUE_SHOWN else text[:VALUE_SHOWN] + '…'}"
