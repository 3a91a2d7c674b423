"""A document's characters and the bytes they stand in.

A parser counts characters; places count bytes. Bytes in, text out, never the platform's encoding
(``spec/http-cassettes.md`` §8).
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass, field
from functools import cached_property

from workbench.cassettes.documents.masking import masked
from workbench.cassettes.errors import CassetteError, not_parsed

_CHUNK = 4096  # characters between two checkpoints
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True)
class SourceText:
    """The text of a file; ``mark`` is the length of its byte order mark."""

    text: str = field(repr=False)
    encoding: str = "utf-8"
    mark: bytes = b""

    @classmethod
    def of(cls, data: bytes) -> SourceText:
        """Decode UTF-8, or UTF-16 and UTF-32 with a mark. Raises ``CassetteError``."""
        for mark, encoding in MARKS:
            if data.startswith(mark):
                return cls(_decoded(data[len(mark) :], encoding), encoding, mark)
        return cls(_decoded(data, "utf-8"))

    def byte(self, index: int) -> int:
        """The byte in the file at which character ``index`` begins."""
        if self._plain:
            return len(self.mark) + index
        number = min(index // _CHUNK, len(self._checkpoints) - 1)
        rest = self.text[number * _CHUNK : index]
        return self._checkpoints[number] + len(rest.encode(self.encoding))

    def encoded(self, text: str) -> bytes:
        """``text`` as bytes of this file's encoding, its mark included."""
        return self.mark + text.encode(self.encoding)

    @cached_property
    def _plain(self) -> bool:
        return self.encoding == "utf-8" and self.text.isascii()

    @cached_property
    def _checkpoints(self) -> list[int]:
        offsets = [len(self.mark)]
        for start in range(0, len(self.text), _CHUNK):
            part = self.text[start : start + _CHUNK]
            offsets.append(offsets[-1] + len(part.encode(self.encoding)))
        return offsets


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise not_utf(error, data) from None


def not_utf(error: UnicodeDecodeError, data: bytes) -> CassetteError:
    """The file is not text in its encoding, with the line of the first bad byte."""
    line = data.count(b"\n", 0, error.start) + 1
    column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
    start = data.rfind(b"\n", 0, error.start) + 1
    written = data[start : start + 240].split(b"\n", 1)[0].decode(error.encoding, "replace")
    reason = f"the file is not valid {error.encoding.upper()}"
    return not_parsed(reason, line=line, column=column, excerpt=masked(written))
