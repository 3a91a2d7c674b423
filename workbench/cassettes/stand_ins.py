"""Replacing identifying values in a cassette's own text.

Every string that the checks read is rewritten where it is written; nothing else changes but the
lengths that headers state. Source: ``spec/review-ux.md`` §10; DESIGN "Stand-ins".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.cassettes.bodies.rewriting import rewritten_bytes, text_edits
from workbench.cassettes.documents.editing import Change, edited
from workbench.cassettes.documents.maps import SourceMap
from workbench.cassettes.documents.occurrences import Kind, Occurrence
from workbench.cassettes.documents.yaml_document import YamlDocument
from workbench.cassettes.formats import read
from workbench.cassettes.layout import BodyPlace, Layout
from workbench.cassettes.model import Cassette, Form, Header, Stored, header
from workbench.cassettes.texts import is_vocabulary
from workbench.core.errors import BadCommand
from workbench.core.stand_ins import Edit, StandIns, stand_in


def rewritten(cassette: Cassette, data: bytes, table: StandIns) -> bytes:
    """The file's bytes with everything ``table`` replaces in them replaced.

    Raises ``BadCommand`` for a format that is not written back, and where the result would not read
    back as wanted.
    """
    document = cassette.document
    if not cassette.writable or not isinstance(document, YamlDocument):
        raise _not_writable(cassette)
    layout = Layout.of(cassette)
    changes: dict[int, Change] = {}
    asides: list[Edit] = []
    for occurrence in document.occurrences():
        if isinstance(occurrence.raw, SourceMap):
            asides.extend(_aside(occurrence, occurrence.raw.begin, table))
            continue
        change = _change(occurrence, layout, table)
        if change is not None:
            changes[occurrence.number] = change
    if not changes and not asides:
        return data
    return _with_lengths(cassette, edited(document, changes, asides=asides))


def _not_writable(cassette: Cassette) -> BadCommand:
    return BadCommand(
        f"Stand-ins cannot be written in this format: {cassette.title}",
        means="Only parallel lists and vcrpy 1 in YAML can be written back",
        cure="Convert it with workbench.cassettes.convert, record it in one of these, or reject it",
    )


def _aside(occurrence: Occurrence, begin: int, table: StandIns) -> Iterator[Edit]:
    """A comment or a name stays one word or line: white space in a name would end it."""
    for edit in table.edits(occurrence.text):
        replacement = " ".join(edit.replacement.split())
        if occurrence.kind is Kind.NAME:
            replacement = replacement.replace(" ", "-")
        yield Edit(begin + edit.start, begin + edit.end, replacement)


def _change(occurrence: Occurrence, layout: Layout, table: StandIns) -> Change | None:
    if occurrence.kind is Kind.KEY and is_vocabulary(occurrence, layout):
        return None
    place = layout.bodies.get(occurrence.pointer) if occurrence.kind is Kind.VALUE else None
    if place is None or place.stored.form is Form.STRUCTURED:
        return _plain_change(occurrence, table)
    content_type = header(place.headers, "content-type")
    if occurrence.data is not None:
        return _binary_change(occurrence.data, place, content_type, table)
    media_type = content_type.split(";")[0].strip().lower()
    if place.stored.form is not Form.TEXT:
        return None
    edits = text_edits(occurrence.text, media_type, table)
    return Change(tuple(edits)) if edits else None


def _plain_change(occurrence: Occurrence, table: StandIns) -> Change | None:
    if occurrence.data is not None:
        text = occurrence.data.decode("utf-8", "surrogateescape")
        now = stand_in(text, table)
        return None if now == text else Change(data=now.encode("utf-8", "surrogateescape"))
    edits = tuple(table.edits(occurrence.text))
    return Change(edits) if edits else None


def _binary_change(
    data: bytes, place: BodyPlace, content_type: str, table: StandIns
) -> Change | None:
    now = rewritten_bytes(
        data,
        content_type=content_type,
        content_encoding=header(place.headers, "content-encoding"),
        table=table,
    )
    return None if now == data else Change(data=now)


def _with_lengths(before: Cassette, data: bytes) -> bytes:
    """The file with each ``content-length`` that was right made right again."""
    document = YamlDocument.of(before.document.file, data)
    after = read(document)
    numbers = {scalar.pointer: n for n, scalar in enumerate(document.scalars) if not scalar.is_key}
    changes: dict[int, Change] = {}
    for was, now in zip(before.interactions, after.interactions, strict=True):
        for old, new in ((was.request, now.request), (was.response, now.response)):
            for item in _stale(old.stored, new.stored, new.headers):
                number = numbers.get(item.at)
                if number is not None:
                    length = str(len(new.stored.data))
                    changes[number] = Change((Edit(0, len(item.value), length),))
    return edited(document, changes) if changes else data


def _stale(old: Stored, new: Stored, headers: Sequence[Header]) -> Iterator[Header]:
    if len(old.data) != len(new.data):
        for item in headers:
            if item.lowered == "content-length" and item.value == str(len(old.data)):
                yield item
