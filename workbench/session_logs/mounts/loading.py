"""The scenario behind a replay: from a folder, from files, or from a capture that is open already.

Source: ``spec/session-logs.md`` §§10, 13, 20.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from workbench.core.errors import Unreadable
from workbench.core.files import SourceFile, Unit
from workbench.session_logs.errors import DEFAULT_PREFIX, LogRefused, refuse
from workbench.session_logs.family import FAMILY
from workbench.session_logs.fixture import SessionLogFixture
from workbench.session_logs.frames import complete_frames
from workbench.session_logs.header import NEWEST_GENERATION
from workbench.session_logs.scenario import Scenario, load_scenario
from workbench.session_logs.settings import DEFAULT_SETTINGS, Settings, Sources

#: What can be replayed: a path, a capture, or a scenario that was loaded already.
Recorded: TypeAlias = str | Path | SessionLogFixture | Scenario


def check_formats(settings: Settings = DEFAULT_SETTINGS) -> None:
    """Raises ``LogRefused`` where the agent writes a generation that is not the newest read here (§10)."""
    if settings.session_format != NEWEST_GENERATION:
        raise refuse(
            f"{settings.prefix}format catalog v{NEWEST_GENERATION} "
            f"does not match Session v{settings.session_format}",
            means="The agent and this replay are of different builds",
            cure="Use a replay that reads the agent's format",
            code="format_skew",
        )


def scenario_in(folder: Path, *, settings: Settings = DEFAULT_SETTINGS) -> Scenario:
    """The scenario of a folder: of each role the newest log, and the sidecar. Raises ``Refused``."""
    try:
        return FAMILY.read(Unit.at(folder)).scenario
    except LogRefused as failure:
        raise _prefixed(failure, settings.prefix) from None


def _prefixed(failure: LogRefused, prefix: str) -> LogRefused:
    """The same refusal in the words of a fork."""
    if prefix == DEFAULT_PREFIX or not failure.exact.startswith(DEFAULT_PREFIX):
        return failure
    start = len(DEFAULT_PREFIX)
    return LogRefused(
        prefix + failure.what[start:],
        exact=prefix + failure.exact[start:],
        where=failure.where,
        means=failure.means,
        cure=failure.cure,
        code=failure.code,
    )


def scenario_from(files: Sources, *, settings: Settings = DEFAULT_SETTINGS) -> Scenario:
    """The scenario of the files that were named, loaded in the order of §13. Raises ``Refused``."""
    parent = None
    if files.file.exists() and not _same(files.file, files.override):
        parent = _log(files.file)
    override = None
    if files.override is not None and files.override.exists():
        override = _log(files.override)[1]
    children, missing = _children(files)
    try:
        scenario = load_scenario(
            ([] if parent is None else [parent]) + children,
            override=override,
            primary_missing=parent is None,
            prefix=settings.prefix,
        )
    except LogRefused as failure:
        if failure.code != "no_parent":
            raise
        raise _absent(
            f"{settings.prefix}fixture not found: {files.file} "
            "— run `pnpm run test:snapshot:record` first"
        ) from None
    if missing is not None:
        raise _absent(
            f"{settings.prefix}child fixture not found: {missing} — re-record the scenario"
        )
    return scenario


def _children(files: Sources) -> tuple[list[tuple[str, bytes]], Path | None]:
    """The children's logs up to the first that is not there, and that one."""
    found: list[tuple[str, bytes]] = []
    for path in files.children:
        if not path.exists():
            return found, path
        found.append(_log(path))
    return found, None


def _same(one: Path, other: Path | None) -> bool:
    return other is not None and one.resolve() == other.resolve()


def _absent(text: str) -> LogRefused:
    return LogRefused(text, code="absent")


def _log(path: Path) -> tuple[str, bytes]:
    """Name and bytes of a log; of a torn runtime log the complete batches (§20)."""
    unit = Unit.at(path)
    try:
        file: SourceFile = unit.file(unit.name)
    except Unreadable as error:
        if error.code != "bad_zstd":
            raise
        file, _ = complete_frames(unit.name, unit.stored(unit.name))
    return file.name, file.data
