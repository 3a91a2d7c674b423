"""Which bytes a person could read, in whichever way they spell their characters."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from workbench.findings.decoders.decoder import printable
from workbench.findings.folding import without_invisible

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_FIRST_OF_MARKS = frozenset(mark[:1] for mark, _ in _MARKS)
_ODD = bytes(set(range(256)) - set(range(0x20, 0x7F)) - {0x09, 0x0A, 0x0D})
_FEW = 0.15  # of bytes: with more that is no plain character, bytes are not read as one text
_LEAST_LOOSE = 10
_RUN = re.compile(rb"[\x20-\x7e]{16,}")


@dataclass(frozen=True, slots=True)
class Readable:
    """Bytes as text: ``mark`` is what stood before it, ``tail`` what filled up its end."""

    value: str = field(repr=False)
    codec: str = "utf-8"
    mark: bytes = b""
    tail: bytes = b""

    @property
    def is_sure(self) -> bool:
        """Whether nearly all of it is plain letters: bytes in another order are none."""
        return self.value.isascii() if self.codec == "latin-1" else _likely(self) >= _SURE

    def bytes_before(self, at: int) -> int:
        """How many bytes stand before character ``at``."""
        before = self.value[:at]
        if self.codec == "latin-1" or (self.codec == "utf-8" and before.isascii()):
            return len(self.mark) + at
        return len(self.mark) + len(before.encode(self.codec, "surrogatepass"))

    def encode(self, changed: str) -> bytes:
        """A changed text, spelt the same way where that way has its characters."""
        if self.codec == "latin-1":
            return self.mark + changed.encode("latin-1", "replace")
        return self.mark + changed.encode(self.codec, "surrogatepass") + self.tail


def plainly_readable(data: bytes, *, at_least: int = 4) -> Readable | None:
    """``data`` as text of ``at_least`` characters that is UTF-8 or says how it is spelt."""
    for mark, codec in _MARKS if data[:1] in _FIRST_OF_MARKS else ():
        if data.startswith(mark):
            found = _spelt(data[len(mark) :], codec, mark, at_least)
            if found is not None:
                return found
    bare = data.rstrip(b"\0")
    text = printable(bare, at_least=at_least)
    return None if text is None else Readable(text, tail=data[len(bare) :])


def readable(data: bytes, *, at_least: int = 4) -> Readable | None:
    """``data`` as text of ``at_least`` characters: UTF-8, UTF-16, UTF-32, or a byte a character."""
    found = plainly_readable(data, at_least=at_least)
    return loosely_readable(data, at_least=at_least) if found is None else found


def loosely_readable(data: bytes, *, at_least: int = 4) -> Readable | None:
    """``data`` as text that is not UTF-8: UTF-16 or UTF-32 without a mark, or a byte a character."""
    wide = [_spelt(data, codec, b"", at_least) for codec in _wide(data)]
    found = max(filter(None, wide), key=_likely, default=None)
    if found is not None:
        return found
    zeros = data.count(0)
    odd = len(data) - len(data.translate(None, _ODD)) - zeros
    plain = len(data) - odd - zeros
    if plain < max(at_least, _LEAST_LOOSE) or plain * 3 < len(data) or odd > _FEW * plain:
        return None
    return Readable(data.decode("latin-1"), "latin-1")


def readable_parts(data: bytes) -> Iterator[tuple[int, Readable]]:
    """Plain text that stands among other bytes, each with the bytes before it. Chance makes few."""
    for match in islice(_RUN.finditer(data), _MOST_PARTS):
        yield match.start(), Readable(match.group().decode("ascii"))


_MOST_PARTS = 200


def _wide(data: bytes) -> Iterator[str]:
    """How text may be spelt whose characters have two or four bytes each, most of one script."""
    if len(data) < 8 or len(data) % 2:
        return
    if len(data) % 4 == 0 and not any(data[3::4]):
        yield "utf-32-le"
    if len(data) % 4 == 0 and not any(data[0::4]):
        yield "utf-32-be"
    least = _ONE_SCRIPT if len(data) < _LONG else _TWO_SCRIPTS
    if _most_of_one(data[1:_SAMPLE:2]) >= least:
        yield "utf-16-le"
    if _most_of_one(data[0:_SAMPLE:2]) >= least:
        yield "utf-16-be"


def _likely(found: Readable) -> float:
    """How much of a text is plain letters, or drawn as nothing: the other order of bytes gives neither."""
    sample = found.value[:_SAMPLE]
    seen = without_invisible(sample)
    return (len(sample) - len(seen) + sum("\0" < each < "\u0250" for each in seen)) / len(sample)


_SURE = 0.9
_FEWEST = 3  # different characters; a text of fewer is a pattern of bytes
_SAMPLE = 2048  # bytes from which the spelling is seen
_LONG = 32  # bytes after which less is needed, since chance gives less
_ONE_SCRIPT, _TWO_SCRIPTS = 0.6, 0.4


def _most_of_one(data: bytes) -> float:
    """The share of the most frequent byte: of a text in one script the one that names the script."""
    if len(set(data)) * 3 > len(data) * 2:
        return 0.0  # most come once: no need to count
    return max(Counter(data).values()) / len(data)


def _spelt(data: bytes, codec: str, mark: bytes, at_least: int) -> Readable | None:
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return None
    shown = text.replace("\0", "")
    kept = printable(shown.encode("utf-8", "replace"), at_least=at_least)
    if kept is None or kept != shown or len(set(text)) < _FEWEST:
        return None
    return Readable(text, codec, mark)
