"""The family of session logs: which files are one, and how they are opened.

A unit is a scenario folder, or one lone log. Source: ``spec/session-logs.md`` §§2, 13, 20.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from workbench.core.errors import Refused, Unreadable
from workbench.core.files import SourceFile, Unit
from workbench.core.fixture import Note, Recognition
from workbench.core.goldens import OUTCOME_SUFFIX
from workbench.session_logs.beginning import Beginning
from workbench.session_logs.errors import LogRefused
from workbench.session_logs.fixture import SessionLogFixture, open_files
from workbench.session_logs.frames import complete_frames
from workbench.session_logs.header import check_name_agrees
from workbench.session_logs.json_numbers import is_count
from workbench.session_logs.lines import parse_line, spans_of_lines
from workbench.session_logs.names import (
    OVERRIDE_NAME,
    is_output,
    parse_name,
    printable,
    select,
    stored_name,
)
from workbench.session_logs.projection import projected
from workbench.session_logs.reading import read_log

_ENDINGS = (".jsonl", ".jsonl.zstd", ".jsonl.zst", ".jsonl.gz")


class SessionLogFamily:
    """See :class:`workbench.core.fixture.Family`."""

    name = "session_logs"
    title = "session log"
    step_noun = "call"
    steps_key = "steps"
    issuers = "no tool call, message or session before it"

    def candidates(self, names: Sequence[str]) -> tuple[str, ...]:
        """The folder itself where it holds a scenario, the scenario's own files, and lone logs."""
        logs = [name for name in names if name.endswith(_ENDINGS) and not is_output(name)]
        if _holds_scenario(names):
            own = [name for name in names if _belongs(name)]
            return (".", *dict.fromkeys([*own, *logs]))
        return tuple(logs)

    def recognise(self, unit: Unit) -> Recognition:
        """By the names of a folder; by the first line of a file."""
        if unit.is_folder:
            try:
                found = _holds_scenario(unit.names)
            except Refused as error:
                return Recognition(False, error.what)
            reason = "holds a parent log or a sidecar" if found else "holds no session log"
            return Recognition(found, reason)
        if _belongs(unit.name) and unit.name != OVERRIDE_NAME:
            return Recognition(True, "has the name of a session log")
        if unit.name == OVERRIDE_NAME:
            return Recognition(False, "a sidecar is opened with its folder")
        if _first_line_is_header(unit.head()):
            return Recognition(True, "the first line is a session header")
        return Recognition(False, "the first line is no session header")

    def read(self, unit: Unit) -> SessionLogFixture:
        """The fixture. Raises ``Refused``; nothing is written."""
        try:
            return _read_folder(unit) if unit.is_folder else _read_file(unit)
        except RecursionError:
            raise Refused("The log is nested too deeply to be read") from None

    def beginning(self, unit: Unit) -> SessionLogFixture | None:
        """The first turns of a large scenario; ``None`` where they cannot be read by themselves."""
        try:
            return self.read(Beginning(unit.folder, unit.name))
        except Refused:
            return None


def _holds_scenario(names: Sequence[str]) -> bool:
    return OVERRIDE_NAME in names or any(stored_name(name) is not None for name in names)


def _belongs(name: str) -> bool:
    looks_like_log = name.startswith("session") and name.endswith(".jsonl")
    return (
        looks_like_log or name == OVERRIDE_NAME or is_output(name) or stored_name(name) is not None
    )


def _first_line_is_header(head: bytes) -> bool:
    line = next((head[start:end] for _, start, end in spans_of_lines(head)), b"")
    try:
        value = parse_line(line, 1)
    except LogRefused:
        return False
    return isinstance(value, dict) and value.get("type") == "session"


def _read_file(unit: Unit) -> SessionLogFixture:
    # Any name will do for a lone log; a scenario folder is what gives names a meaning.
    notes: list[Note] = []
    file = _file(unit, unit.name, notes)
    if is_output(unit.name):
        notes.append(
            Note("By its name an output kept for comparison, never replay input", weight="ask")
        )
    else:
        _check_generation(file)
    return open_files(unit.label, [file], extra=tuple(notes))


def _file(unit: Unit, name: str, notes: list[Note]) -> SourceFile:
    """A file of the unit, unpacked; of a torn runtime log the complete batches (§20)."""
    try:
        file = unit.file(name)  # the unit may hold files that are on no disk
    except Unreadable as error:
        if error.code != "bad_zstd":
            raise
        file, torn = complete_frames(name, unit.stored(name))
        if torn:
            text = "The last batch of the packed log is cut off and was not read"
            notes.append(Note(text, printable(name), "ask"))
    return _projected(file, notes) if file.packing == "zstd" else file


def _projected(file: SourceFile, notes: list[Note]) -> SourceFile:
    """A log as the runtime packed it, without sequence and time of its rows (§20)."""
    try:
        log = read_log(file.name, file.data)
    except LogRefused as failure:
        raise failure.in_file(printable(file.name)) from None
    if not log.complete:
        return file
    text = (
        "Packed by the runtime: the sequence and time of every row are left out, as in any fixture"
    )
    notes.append(Note(text, printable(file.name)))
    return replace(file, data=projected(log))


def _read_folder(unit: Unit) -> SessionLogFixture:
    outputs = [name for name in unit.names if is_output(name)]
    names = [name for name in unit.names if name not in outputs]
    notes: list[Note] = []
    files = [_file(unit, name, notes) for name in _log_names(names)]
    for file in files:
        _check_generation(file)
    if OVERRIDE_NAME in names:
        files.append(unit.file(OVERRIDE_NAME))
    notes += _folder_notes(unit, files, len(outputs))
    return open_files(unit.label, files, extra=tuple(notes))


def _log_names(names: Sequence[str]) -> list[str]:
    has_log = any(parse_name(name) is not None for name in names)
    if has_log:
        return [role.name for role in select(names)]
    stored = {role: name for name in names if (role := stored_name(name)) is not None}
    if not stored and OVERRIDE_NAME not in names:
        select(names)  # says that there is no parent
    return [stored[max(stored)]] if stored else []


def _check_generation(file: SourceFile) -> None:
    """Refuse a file whose name declares another generation than its header (§2.3)."""
    try:
        role = parse_name(file.name)
    except LogRefused:
        return
    first = next(spans_of_lines(file.data), None)
    if role is None or first is None:
        return
    number, start, end = first
    header = parse_line(file.data[start:end], number)
    if isinstance(header, dict) and is_count(header.get("version", 0)):
        label = printable(file.name)
        failure = check_name_agrees(header, label=label, generation=role.generation)
        if failure is not None and header.get("type") == "session":
            raise failure


#: Files that the workbench itself puts beside a promoted fixture.
_OWN_ENDINGS = (OUTCOME_SUFFIX, ".review.json")


def _folder_notes(unit: Unit, files: Sequence[SourceFile], outputs: int) -> tuple[Note, ...]:
    used = {file.name for file in files}
    others = [
        name
        for name in unit.names
        if name not in used and not is_output(name) and not name.endswith(_OWN_ENDINGS)
    ]
    older = [name for name in others if _is_log(name)]
    counted = (
        (outputs, "kept for comparison"),
        (len(older), "of an older generation"),
        (len(others) - len(older), "of the folder"),
    )
    return tuple(
        Note(f"{_files(count)} {what}: no replay input, not checked and not exported")
        for count, what in counted
        if count
    )


def _is_log(name: str) -> bool:
    return parse_name(name) is not None or stored_name(name) is not None


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count} files"


FAMILY = SessionLogFamily()
