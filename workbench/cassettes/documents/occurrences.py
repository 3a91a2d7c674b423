"""One string of a document, and the protocol every kind of document answers to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import NamedTuple, Protocol

from workbench.cassettes.documents.tree import Tree
from workbench.core.fixture import Note
from workbench.core.places import RawMap, Span


class Kind(Enum):
    """What a string is in its document."""

    KEY = "key"
    VALUE = "value"
    COMMENT = "comment"  # read by no parser, published all the same
    NAME = "name"  # an anchor, an alias, a directive


class Occurrence(NamedTuple):
    """A string as the document writes it: at ``pointer``, with a map of its characters to bytes.

    For binary data ``data`` holds the bytes and ``raw`` maps *them*. ``shadowed``: a later
    duplicate of the key hides it from a parser.
    """

    pointer: str
    kind: Kind
    text: str
    raw: RawMap
    line: int
    data: bytes | None = None
    shadowed: bool = False
    number: int = -1  # of the scalar in its document, in file order

    def __repr__(self) -> str:
        return f"<Occurrence {self.kind.value}, line {self.line}>"


class Document(Protocol):
    """A parsed file: its values, its strings, and the bytes of its parts."""

    @property
    def file(self) -> str:
        """The file's name inside its fixture."""
        ...

    @property
    def root(self) -> Tree:
        """The document's value."""
        ...

    @property
    def notes(self) -> tuple[Note, ...]:
        """What was noticed while reading."""
        ...

    @property
    def aliases(self) -> Mapping[str, str]:
        """Pointers of parts that stand in the file only once, under another pointer."""
        ...

    def occurrences(self) -> Iterator[Occurrence]:
        """Every string of the file, keys, comments and shadowed values included, in file order."""
        ...

    def span(self, pointer: str) -> Span | None:
        """The bytes of the part at ``pointer``."""
        ...
