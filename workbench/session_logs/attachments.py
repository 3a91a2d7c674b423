"""Attachments that a log names but does not hold: nothing can check their content."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.core.fixture import NotChecked
from workbench.core.places import Place, Span
from workbench.session_logs.log import SessionLog
from workbench.session_logs.placement import RowSteps
from workbench.session_logs.strings import shown_member


def unread_attachments(log: SessionLog, steps: RowSteps) -> Iterator[NotChecked]:
    """One entry for each image or file block, at its row; ``size`` is what the log says."""
    if b'"attachment"' not in log.data:
        return
    for row in range(len(log.rows)):
        if b'"attachment"' not in log.raw(row):
            continue
        number, start, end = log.span(row)
        for pointer, size in _attachments(log.value(row), f"/{number}"):
            place = Place(
                log.name, steps[row], pointer, number, (), 0, 0, (Span(log.name, start, end),)
            )
            yield NotChecked("attachment kept outside the log", place, size)


def _attachments(value: Any, pointer: str) -> Iterator[tuple[str, int]]:
    if isinstance(value, dict):
        found = value.get("attachment")
        if isinstance(found, dict):
            size = found.get("bytes")
            yield f"{pointer}/attachment", size if type(size) is int and size >= 0 else 0
        for position, (key, item) in enumerate(value.items()):
            if isinstance(item, (dict, list)):
                yield from _attachments(item, f"{pointer}/{shown_member(key, position)}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _attachments(item, f"{pointer}/{index}")
