"""The one model every cassette format is read into.

Bodies are bytes, always; absent and empty are different. Each part says where in the document it
stands, so that one walk over the document can tell what each string is.
Source: ``spec/http-cassettes.md`` §1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Final, TypeAlias, overload

from workbench.cassettes.bodies.coding import Decoded, decode
from workbench.cassettes.documents.occurrences import Document
from workbench.core.files import SourceFile
from workbench.core.fixture import Note

WILDCARD = "**REDACTED**"
HEAD = 64  # characters or bytes that tell a stream of events


class Any(Enum):
    """Matches whatever a live request has (stubs without a literal URL or body)."""

    ANY = "any"


ANY: Final = Any.ANY
Body: TypeAlias = "bytes | Any | None"


class Form(Enum):
    """How a file holds a body, which decides how it is read for checks and written back."""

    ABSENT = "absent"
    TEXT = "text"
    BINARY = "binary"  # a ``!!binary`` scalar
    BASE64 = "base64"  # a plain string of base64
    STRUCTURED = "structured"  # the body's JSON, written as the document's own values
    CHUNKS = "chunks"  # a list of base64 strings
    RAW = "raw"  # the bytes stand in the file as they are
    HEX = "hex"
    ELSEWHERE = "elsewhere"  # in a companion file that is not here


@dataclass(frozen=True, slots=True)
class Header:
    """One value of one header. ``name`` as recorded; ``at`` points to the value."""

    name: str = field(repr=False)
    value: str = field(repr=False)
    at: str = ""

    @property
    def lowered(self) -> str:
        return self.name.lower()


class Headers(Sequence[Header]):
    """Headers in recorded order, made when they are first looked at.

    Half of all strings of a cassette are headers, and most uses want one of them. ``first`` gives
    the first value of a name, or ``""``, and needs no other header; ``make`` gives all of them.
    """

    __slots__ = ("_first", "_made", "_make")

    def __init__(
        self,
        make: Callable[[], Iterable[Header]],
        first: Callable[[str], str],
    ) -> None:
        self._make = make
        self._first = first
        self._made: tuple[Header, ...] | None = None

    @property
    def all(self) -> tuple[Header, ...]:
        if self._made is None:
            self._made = tuple(self._make())
        return self._made

    def first(self, name: str) -> str:
        """The first value of ``name`` (lower case), or ``""``."""
        return self._first(name)

    @overload
    def __getitem__(self, index: int) -> Header: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Header, ...]: ...

    def __getitem__(self, index: int | slice) -> Header | tuple[Header, ...]:
        return self.all[index]

    def __len__(self) -> int:
        return len(self.all)

    def __iter__(self) -> Iterator[Header]:
        return iter(self.all)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Headers, tuple)) and self.all == tuple(other)

    def __hash__(self) -> int:
        return hash(self.all)

    def __repr__(self) -> str:
        return f"<Headers, {len(self)}>"


def header(headers: Sequence[Header], name: str) -> str:
    """The first value of the header ``name`` (lower case), or ``""``."""
    if isinstance(headers, Headers):
        return headers.first(name)
    return next((item.value for item in headers if item.lowered == name), "")


@dataclass(frozen=True, slots=True)
class Stored:
    """A body as its file holds it: what the file says, the form, and where.

    Text is ``held`` as the document's own string: a large cassette would not stand in memory twice.
    """

    held: Body | str = field(default=None, repr=False)
    form: Form = Form.ABSENT
    at: str = ""
    file: str = field(default="", repr=False)  # the companion file that holds it, if one does

    @property
    def body(self) -> Body:
        """The bytes; a lone surrogate half in a text keeps its three."""
        held = self.held
        return held.encode("utf-8", "surrogatepass") if isinstance(held, str) else held

    @property
    def data(self) -> bytes:
        body = self.body
        return body if isinstance(body, bytes) else b""

    @property
    def head(self) -> bytes:
        """How the body begins."""
        part = self.held[:HEAD] if isinstance(self.held, (str, bytes)) else b""
        return part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part


@dataclass(frozen=True)
class Request:
    """A recorded request. ``url`` is the exact recorded text."""

    method: str
    url: str | Any = field(repr=False)
    headers: Sequence[Header] = field(default=(), repr=False)
    stored: Stored = Stored()
    url_at: str = ""

    @property
    def body(self) -> Body:
        return self.stored.body

    @property
    def is_wildcard(self) -> bool:
        return self.url is ANY or self.url == WILDCARD

    @cached_property
    def decoded(self) -> Decoded:
        return decode(self.stored.data, header(self.headers, "content-encoding"))


@dataclass(frozen=True)
class Response:
    """A recorded response. ``stored.body`` may still be content-encoded; ``decoded`` is not."""

    status: int | None
    reason: str = field(default="", repr=False)
    headers: Sequence[Header] = field(default=(), repr=False)
    stored: Stored = Stored()
    chunk_sizes: tuple[int, ...] = ()

    @cached_property
    def decoded(self) -> Decoded:
        """The body with its content codings undone, where its bytes really are encoded."""
        return decode(self.stored.data, header(self.headers, "content-encoding"))

    @property
    def body(self) -> bytes:
        return self.decoded.body

    @property
    def head(self) -> bytes:
        """How the body begins, without decoding one that is not encoded."""
        encoded = header(self.headers, "content-encoding")
        return self.body[:HEAD] if encoded else self.stored.head

    @property
    def media_type(self) -> str:
        return header(self.headers, "content-type").split(";")[0].strip().lower()


@dataclass(frozen=True, slots=True)
class Interaction:
    """One exchange. ``at`` points to the parts of the document that are its own."""

    index: int
    request: Request
    response: Response
    at: tuple[str, ...] = ()
    recorded_at: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Cassette:
    """A loaded cassette. ``format`` is one of the words of ``formats``; ``title`` says it to people."""

    format: str
    title: str
    interactions: tuple[Interaction, ...]
    document: Document = field(repr=False)
    notes: tuple[Note, ...] = ()
    source_path: str = field(default="", repr=False)
    companions: tuple[SourceFile, ...] = field(default=(), repr=False)
    writable: bool = False  # stand-ins can be written back in this format
