"""Bytes to a cassette: unpack, find the kind of document, find the format.

Source: ``spec/http-cassettes.md`` §2.1, §7.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from workbench.cassettes import formats
from workbench.cassettes.bodies.coding import may_be_too_large
from workbench.cassettes.companions import Read, beside, with_companions
from workbench.cassettes.documents.json_document import JsonDocument
from workbench.cassettes.documents.occurrences import Document
from workbench.cassettes.documents.trace_document import FIRST_LINE, TraceDocument
from workbench.cassettes.documents.yaml_document import YamlDocument
from workbench.cassettes.errors import BAD_GZIP, CassetteError, invalid, not_parsed
from workbench.cassettes.model import Cassette, header
from workbench.core.errors import TooLarge, Unreadable
from workbench.core.files import SourceFile, Unit
from workbench.core.fixture import Note
from workbench.core.json_text import NotJson, parse

_LINES = 1024 * 1024  # bytes in which two lines of JSON are looked for
_GZ_PLAIN = Note("The file's name says gzip, its content is not packed")


def load_cassette(path: str | Path) -> Cassette:
    """The cassette at ``path``.

    Raises ``CassetteError`` (``missing_cassette``, ``invalid_cassette``, ``unsafe_tag``,
    ``unsupported_cassette_kind``) with the exact texts of the specification, ``TooLarge`` for bombs.
    """
    absolute = Path(path).absolute()
    try:
        unit = Unit.at(absolute)
        source = unpacked(lambda: unit.file(unit.name), str(absolute))
        cassette = read_cassette(source, beside(unit))
    except Unreadable as error:
        raise CassetteError(
            f"cassette not found: {absolute}",
            means=error.means,
            cure=error.cure,
            code="missing_cassette",
            details={"reason": error.what},
        ) from None
    return replace(cassette, source_path=str(absolute))


def unpacked(read: Callable[[], SourceFile], path: str = "") -> SourceFile:
    """A file, its damaged gzip named as the specification does."""
    try:
        return read()
    except Unreadable as error:
        if error.code in ("bad_gzip", "bad_zstd"):
            raise invalid(BAD_GZIP, details={"path": path} if path else None) from None
        raise


def read_cassette(source: SourceFile, read: Read | None = None) -> Cassette:
    """The cassette in an unpacked file. ``read`` gives the bytes of companion files by name."""
    cassette = with_companions(formats.read(document_of(source.name, source.data)), read)
    _refuse_bombs(cassette)
    if source.packing:
        # Only the native format has a name of its own when it is packed.
        name = f"{cassette.format}-gz" if cassette.format == "parallel-lists" else cassette.format
        return replace(cassette, format=name, title=f"{cassette.title}, {source.packing}")
    if source.name.endswith(".gz"):
        return replace(cassette, notes=(*cassette.notes, _GZ_PLAIN))
    return cassette


def _refuse_bombs(cassette: Cassette) -> None:
    """Raise ``TooLarge`` now for a body that would unpack beyond the limits when it is looked at."""
    for item in cassette.interactions:
        for side in (item.request, item.response):
            coding = side.stored.held and header(side.headers, "content-encoding")
            if coding and may_be_too_large(side.stored.data, coding):
                try:
                    _ = side.decoded
                except TooLarge as error:
                    raise TooLarge(
                        error.what, where=f"exchange {item.index + 1}", means=error.means
                    ) from None


def document_of(file: str, data: bytes) -> Document:
    """A trace by its first line, JSON if the bytes are one JSON container, else YAML.

    Raises ``CassetteError``.
    """
    if data.startswith(FIRST_LINE):
        return TraceDocument.of(file, data)
    if data.lstrip(b" \t\r\n")[:1] in (b"{", b"["):
        try:
            return JsonDocument.of(file, data)
        except NotJson:
            # Flow-style YAML begins so, too; YAML gives the error that is shown.
            if _are_lines_of_json(data):
                raise not_parsed("the file holds one JSON value a line", line=2, column=1) from None
    return YamlDocument.of(file, data)


def _are_lines_of_json(data: bytes) -> bool:
    lines = data[:_LINES].splitlines()[:2]
    return len(lines) == 2 and all(_is_json(line) for line in lines)


def _is_json(line: bytes) -> bool:
    try:
        return isinstance(parse(line), (dict, list))
    except NotJson:
        return False
