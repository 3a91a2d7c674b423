"""A scenario: the parent's log, the children's logs and the sidecar, in the order they bind.

Source: ``spec/session-logs.md`` §13.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from workbench.session_logs.derivation import Call, check_derived
from workbench.session_logs.errors import DEFAULT_PREFIX, LogRefused, refuse
from workbench.session_logs.log import SessionLog
from workbench.session_logs.names import OVERRIDE_NAME, printable
from workbench.session_logs.override import apply_override, read_override, replaces
from workbench.session_logs.reading import read_log


@dataclass(frozen=True, slots=True)
class RecordedScript:
    """One recorded session's calls. ``ordinal`` is the file's; ``log`` is ``None`` without a file."""

    calls: tuple[Call, ...] = field(repr=False)
    recorded_id: str = field(repr=False)
    created_at: int | float
    primary: bool
    ordinal: int
    file: str = field(repr=False)
    log: SessionLog | None = field(repr=False)

    @property
    def entries(self) -> list[dict[str, Any]]:
        return [call.entry for call in self.calls]


@dataclass(frozen=True, slots=True)
class Scenario:
    """Everything a scenario replays from, in binding order."""

    scripts: tuple[RecordedScript, ...]
    override: Any = field(default=None, repr=False)
    has_override: bool = False


def load_scenario(
    logs: Sequence[tuple[str, bytes]],
    *,
    override: bytes | None = None,
    primary_missing: bool = False,
    prefix: str = DEFAULT_PREFIX,
) -> Scenario:
    """The scenario of ``(file name, bytes)`` logs, parent first. Raises ``LogRefused`` (§13).

    With ``primary_missing`` every log is a child, as in a folder that holds only a sidecar.
    """
    parent = None if primary_missing else _in_file(read_log, *logs[0])
    document = None
    if override is not None:
        read = partial(_override, prefix=prefix)
        document = _in_file(read, OVERRIDE_NAME, override)
    parent_file = "session.jsonl" if parent is None else parent.name
    scripts = [_primary(parent, parent_file, document, override is not None, prefix)]
    children = [
        _in_file(partial(_child, ordinal=ordinal, prefix=prefix), *log)
        for ordinal, log in enumerate(logs[0 if primary_missing else 1 :], start=1)
    ]
    children.sort(key=lambda script: (script.created_at, locale_key(script.recorded_id)))
    return Scenario((*scripts, *children), document, override is not None)


def _in_file(read: Callable[[str, bytes], Any], name: str, data: bytes) -> Any:
    try:
        return read(name, data)
    except LogRefused as failure:
        raise failure.in_file(printable(name)) from None


def _primary(
    parent: SessionLog | None, file: str, document: Any, overridden: bool, prefix: str
) -> RecordedScript:
    calls: Sequence[Call] = () if parent is None else parent.all_calls
    if not (overridden and replaces(document)):
        if parent is None:
            raise refuse(
                f"{prefix}fixture not found: {file} — run `pnpm run test:snapshot:record` first",
                means="The parent's log is not there, and no sidecar replaces it",
                code="no_parent",
            )
        failure = check_derived(calls, prefix=prefix)
        if failure is not None:
            raise failure.in_file(printable(file))
    if overridden:
        calls = apply_override(document, calls, OVERRIDE_NAME, prefix=prefix)
    return RecordedScript(
        calls=tuple(calls),
        recorded_id="" if parent is None else parent.header.recorded_id,
        created_at=0 if parent is None else parent.header.created_at,
        primary=True,
        ordinal=0,
        file="" if parent is None else file,
        log=parent,
    )


def _override(name: str, data: bytes, *, prefix: str) -> Any:
    return read_override(data, name, prefix=prefix)


def _child(name: str, data: bytes, *, ordinal: int, prefix: str) -> RecordedScript:
    log = read_log(name, data)
    failure = check_derived(log.own_calls, prefix=prefix)
    if failure is not None:
        raise failure
    header = log.header
    return RecordedScript(
        log.own_calls, header.recorded_id, header.created_at, False, ordinal, name, log
    )


def locale_key(text: str) -> tuple[str, str]:
    """Order of JavaScript's ``localeCompare`` for ids: case-insensitive, then lower case first (§22)."""
    return text.casefold(), text.swapcase()
