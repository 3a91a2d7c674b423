"""Changing scalars of a YAML file in place: only the lines that must change do.

An edit keeps the scalar's style where the style can hold the new text; where it cannot, that scalar
alone becomes double-quoted. The result is composed again and compared with what was wanted before
anything is believed. Source: ``spec/http-cassettes.md`` §7; DESIGN "Stand-ins".
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from yaml.nodes import ScalarNode

from workbench.cassettes.documents.composing import PLAIN, compose
from workbench.cassettes.documents.scalars import (
    Runs,
    block_header,
    block_indent,
    content_start,
    runs_of,
)
from workbench.cassettes.documents.source_text import SourceText
from workbench.cassettes.documents.tags import BINARY_TAGS
from workbench.cassettes.documents.values import Values, unquoted_value
from workbench.cassettes.documents.yaml_document import Scalar, YamlDocument
from workbench.cassettes.errors import CassetteError
from workbench.core.errors import BadCommand
from workbench.core.stand_ins import Edit, apply_edits

BASE64_WIDTH = 76
_UNPRINTABLE = re.compile(r"[^\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_YAML_BREAKS = re.compile("[\x85\u2028\u2029]")
_BREAKS = re.compile(r"[\r\n\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of one scalar: edits to its text, or new binary data."""

    edits: tuple[Edit, ...] = field(default=(), repr=False)
    data: bytes | None = field(default=None, repr=False)

    def applied(self, value: str) -> str:
        return apply_edits(value, self.edits)


def edited(
    document: YamlDocument, changes: Mapping[int, Change], *, asides: Sequence[Edit] = ()
) -> bytes:
    """The file with ``changes`` made to its scalars (by number) and ``asides`` to its other text.

    Raises ``BadCommand`` when no way of writing gives exactly the values that were wanted.
    """
    quoted: set[int] = set()
    for _ in range(3):
        text = apply_edits(
            document.source.text, sorted(_edits(document, changes, quoted, asides), key=_start)
        )
        wrong = _disagreeing(document, changes, text)
        if not wrong:
            return document.source.encoded(text)
        if wrong <= quoted:
            break
        quoted |= wrong
    raise BadCommand(
        "The stand-ins cannot be written into this file",
        means="Written in any way, the file would not read back as it should",
        cure="Choose stand-ins of plain letters, digits and hyphens",
    )


def _start(edit: Edit) -> tuple[int, int]:
    return edit.start, edit.end


def _edits(
    document: YamlDocument, changes: Mapping[int, Change], quoted: set[int], asides: Sequence[Edit]
) -> Iterator[Edit]:
    yield from asides
    for number, change in changes.items():
        node = document.scalars[number].node
        source = document.source.text
        if change.data is not None:
            yield _binary(source, node, change.data)
            continue
        inside = None if number in quoted else _in_place(source, node, change.edits)
        if inside is None:
            yield _requoted(source, node, change.applied(node.value))
        else:
            yield from inside


def _in_place(source: str, node: ScalarNode, edits: Sequence[Edit]) -> list[Edit] | None:
    """The edits as changes of the source, or ``None`` where the style cannot hold them."""
    runs = runs_of(source, node)
    if runs is None or not runs.runs:
        return None
    made: list[Edit] = []
    for edit in edits:
        wide = _widened(runs, node.value, edit)
        written = _in_style(source, node, wide.replacement)
        if written is None or (made and runs.source(wide.start, wide.end)[0] < made[-1].end):
            return None
        begin, end = runs.source(wide.start, wide.end)
        made.append(Edit(begin, end, written))
    return made


def _widened(runs: Runs, value: str, edit: Edit) -> Edit:
    start, end = runs.widened(edit.start, edit.end)
    return Edit(start, end, value[start : edit.start] + edit.replacement + value[edit.end : end])


def _in_style(source: str, node: ScalarNode, text: str) -> str | None:
    if node.style == '"':
        return escaped(text)
    if _UNPRINTABLE.search(text.replace("\n", "")):
        return None
    if node.style == "|":
        indent = block_indent(source, content_start(source, node), node.end_mark.index, node.value)
        return text.replace("\n", "\n" + " " * indent)
    if _BREAKS.search(text):
        return None
    return text.replace("'", "''") if node.style == "'" else text


def escaped(text: str) -> str:
    """``text`` as it stands between double quotes in YAML, readable characters kept."""
    plain = json.dumps(text, ensure_ascii=False)[1:-1]
    return _UNPRINTABLE.sub(_escape, _YAML_BREAKS.sub(_escape, plain))


def _escape(match: re.Match[str]) -> str:
    number = ord(match.group())
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _requoted(source: str, node: ScalarNode, value: str) -> Edit:
    start, end = _content(source, node)
    return Edit(start, end, f'"{escaped(value)}"')


def _content(source: str, node: ScalarNode) -> tuple[int, int]:
    """The range a scalar's content takes, without the blank lines behind it."""
    start, end = content_start(source, node), node.end_mark.index
    return start, start + len(source[start:end].rstrip())


def _binary(source: str, node: ScalarNode, data: bytes) -> Edit:
    """New base64 in the old lines' width and indentation: what was unchanged before stays so."""
    start, end = _content(source, node)
    text = base64.b64encode(data).decode("ascii")
    header = block_header(source, start) if node.style in ("|", ">") else None
    if header is None:
        quote = node.style or ""
        return Edit(start, end, f"{quote}{text}{quote}" if text or quote else '""')
    lines = source[header.end() : end].split("\n")
    first = lines[0].rstrip()
    width = len(first.strip()) if len(lines) > 1 else BASE64_WIDTH
    indent = first[: len(first) - len(first.lstrip())] or "  "
    width = max(width, 4)
    cut = [indent + text[begin : begin + width] for begin in range(0, len(text), width)]
    ending = "\r\n" if lines[0].endswith("\r") else "\n"
    return Edit(header.end(), max(end, header.end()), ending.join(cut))


def _disagreeing(document: YamlDocument, changes: Mapping[int, Change], text: str) -> set[int]:
    """The numbers of changed scalars that do not read back as wanted; all of them on an error."""
    try:
        after = _scalars(document.file, text)
    except CassetteError:
        return set(changes)
    before = document.scalars
    if len(after) != len(before):
        return set(changes)
    wrong = {
        number
        for number, (was, now) in enumerate(zip(before, after, strict=True))
        if not _agrees(was, now, changes.get(number))
    }
    # An unchanged scalar that reads differently is the fault of a changed one beside it.
    return set(changes) if wrong - set(changes) else wrong


def _agrees(was: Scalar, now: Scalar, change: Change | None) -> bool:
    if was.node.tag in BINARY_TAGS:
        wanted = was.node.value if change is None else None
        if wanted is None:
            assert change is not None
            data = change.data if change.data is not None else b""
            wanted = base64.b64encode(data).decode("ascii")
        return now.node.tag in BINARY_TAGS and _solid(now.node.value) == _solid(wanted)
    if change is None:
        return bool(was.node.value == now.node.value and was.node.tag == now.node.tag)
    if change.applied(was.node.value) != now.node.value:
        return False
    # A stand-in is text: it must not turn into a number or into nothing.
    return now.node.tag != PLAIN or isinstance(unquoted_value(now.node.value), str)


def _solid(text: str) -> str:
    return "".join(text.split())


def _scalars(file: str, text: str) -> tuple[Scalar, ...]:
    source = SourceText(text)
    return YamlDocument(file, source, Values(None), compose(source)).scalars
