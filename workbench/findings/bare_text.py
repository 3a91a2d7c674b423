"""Scanning text that no family has read: simple walks of JSON, JSON Lines, YAML and event streams."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from workbench.core.errors import BadCommand
from workbench.core.json_places import string_tokens
from workbench.core.places import (
    JoinedMap,
    JsonStringMap,
    Role,
    Text,
    Utf8Map,
    pointer,
    pointer_members,
)
from workbench.findings.catalogue import Issued, unissued_in
from workbench.findings.finding import Scan
from workbench.findings.known import KnownIdentities
from workbench.findings.policy import Policy
from workbench.findings.scanning import scan_texts
from workbench.findings.yaml_walk import yaml_texts

FILE = "text"
LABEL = "label"


def scan_text(
    text: str,
    *,
    format: str | None = None,
    label: str | None = None,
    known: KnownIdentities | Mapping[str, Sequence[str]] | Sequence[str] = (),
    issued: Mapping[str, object] | None = None,
    key: bytes = b"",
    policy: Policy | None = None,
) -> Scan:
    """The findings in a bare text, with spans that count its UTF-8 bytes.

    ``format`` is ``"json"``, ``"jsonl"``, ``"yaml"``, ``"sse"`` or ``None`` for plain text; text that
    is not in its format is read as plain text. ``label`` is a name to check; its places have the file
    ``"label"``. ``issued`` is a catalogue of ``campaigns``, ``actions`` (id → parameter keys) and
    ``ids``. ``policy`` holds a project's own rules and the model it reads prose with. Raises
    ``BadCommand`` for an unknown format.
    """
    texts = read_texts(text, format=format)
    catalogue = None if issued is None else Issued.of(issued)
    labels = [] if label is None else [label_text(label)]
    return scan_texts(
        texts,
        labels=labels,
        known=KnownIdentities.of(known),
        key=key,
        more=() if catalogue is None else unissued_in(texts, catalogue, key=key),
        policy=policy,
    )


def read_texts(text: str, *, format: str | None) -> list[Text]:
    """Every string of ``text`` that is not empty. Raises ``BadCommand`` for an unknown format."""
    if format not in _READERS:
        raise BadCommand("This format is not known", cure="Use json, jsonl, yaml, sse or none")
    return [found for found in _READERS[format](text) if found.value]


def label_text(label: str) -> Text:
    """A name as a text; its spans count the name's own UTF-8 bytes."""
    return Text(label, Role.LABEL, LABEL, "/label/0", Utf8Map(LABEL, 0, label), "name", "name")


def _plain(text: str) -> Iterator[Text]:
    yield Text(text, Role.PROSE, FILE, "", Utf8Map(FILE, 0, text))


def _json(text: str) -> Iterator[Text]:
    data = text.encode("utf-8", "surrogatepass")
    found = list(json_texts(data))
    yield from found or _plain(text)


def json_texts(
    data: bytes, *, base: int = 0, prefix: str = "", line: int | None = None
) -> Iterator[Text]:
    """Every string of one JSON text that starts at byte ``base``."""
    for token in string_tokens(data):
        members = pointer_members(token.pointer)
        yield Text(
            value=token.value,
            role=Role.KEY if token.is_key else Role.OTHER,
            file=FILE,
            pointer=prefix + token.pointer,
            raw=JsonStringMap(FILE, _at(base + token.start, token.raw)),
            key=next((name for name in reversed(members) if not name.isdigit()), ""),
            line=line,
        )


def _at(start: int, raw: bytes) -> Callable[[], tuple[int, bytes]]:
    return lambda: (start, raw)


def _lines(text: str) -> Iterator[tuple[int, int, bytes]]:
    """Number (from 1), first byte and bytes of each line that is not empty."""
    base = 0
    for number, line in enumerate(text.encode("utf-8", "surrogatepass").split(b"\n"), start=1):
        if line.strip():
            yield number, base, line
        base += len(line) + 1


def _jsonl(text: str) -> Iterator[Text]:
    for number, base, line in _lines(text):
        found = list(json_texts(line, base=base, prefix=pointer(number), line=number))
        if found:
            yield from found
        else:
            value = line.decode("utf-8", "surrogateescape")
            yield Text(value, Role.OTHER, FILE, pointer(number), Utf8Map(FILE, base, value))


def _sse(text: str) -> Iterator[Text]:
    """The strings of every event, and for each pointer its strings in all events, joined."""
    streams: dict[str, list[Text]] = {}
    event = 0
    for _, base, line in _lines(text):
        name, _, rest = line.partition(b":")
        if name != b"data":
            value = line.decode("utf-8", "surrogateescape")
            yield Text(value, Role.OTHER, FILE, pointer(event), Utf8Map(FILE, base, value))
            continue
        start = base + len(line) - len(rest)
        for found in json_texts(rest, base=start, prefix=pointer(event)):
            yield found
            if found.role is not Role.KEY:
                streams.setdefault(found.pointer.split("/", 2)[-1], []).append(found)
        event += 1
    for path, pieces in streams.items():
        if len(pieces) > 1:
            yield _joined(path, pieces)


def _joined(path: str, pieces: Sequence[Text]) -> Text:
    return Text(
        value="".join(piece.value for piece in pieces),
        role=Role.PROSE,
        file=FILE,
        pointer=f"/*/{path}",
        raw=JoinedMap(tuple((len(piece.value), piece.raw) for piece in pieces)),
        heading="joined events",
        key=pieces[0].key,
        chain=("joined",),
    )


def _yaml(text: str) -> Iterator[Text]:
    found = yaml_texts(text, file=FILE)
    yield from _plain(text) if found is None else found


_READERS: dict[str | None, Callable[[str], Iterator[Text]]] = {
    None: _plain,
    "json": _json,
    "jsonl": _jsonl,
    "yaml": _yaml,
    "sse": _sse,
}
