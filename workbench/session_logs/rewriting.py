"""Stand-ins in the files themselves: only the replaced characters' bytes change.

Every copy of a value is in some text; a text knows its bytes, joined fragments included. A
replacement goes where the value began, and the other fragments lose their share, so no fragment is
added or dropped and ``dt`` stays as it is (``spec/session-logs.md`` §23, *Editing rule*).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from workbench.core.files import SourceFile
from workbench.core.places import Role, Text
from workbench.core.stand_ins import StandIns

Patch = tuple[int, int, bytes]  # first byte, end, new bytes


def rewritten(
    files: Sequence[SourceFile], texts: Iterable[Text], table: StandIns
) -> tuple[SourceFile, ...]:
    """The files with every text rewritten by ``table``; untouched lines keep their bytes."""
    ascii_only = {file.name: file.data.isascii() for file in files}
    patches: dict[str, list[Patch]] = {file.name: [] for file in files}
    for text in texts:
        if text.role is Role.FIXED:
            continue
        for edit in table.edits(text.value):
            spans = text.raw.spans(edit.start, edit.end)
            for position, span in enumerate(spans):
                new = edit.replacement if position == 0 else ""
                raw = _escaped(new, ascii_only=ascii_only[span.file])
                patches[span.file].append((span.start, span.end, raw))
    return tuple(_patched(file, patches[file.name]) for file in files)


def _escaped(text: str, *, ascii_only: bool) -> bytes:
    """``text`` as it stands between the quotes of a JSON string, in the file's style."""
    try:
        return json.dumps(text, ensure_ascii=ascii_only)[1:-1].encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(text)[1:-1].encode("ascii")


def _patched(file: SourceFile, patches: list[Patch]) -> SourceFile:
    if not patches:
        return file
    parts: list[bytes] = []
    position = 0
    for start, end, new in sorted(set(patches)):
        if start < position:
            continue  # the same bytes, reached through two texts
        parts += (file.data[position:start], new)
        position = end
    parts.append(file.data[position:])
    return replace(file, data=b"".join(parts))
