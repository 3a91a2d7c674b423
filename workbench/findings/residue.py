"""What is left of what was to go, anywhere in what is about to be published.

Source: ``spec/review-ux.md`` §9.4. Zero is the only pass, and the number of places searched is told
so that zero means something.
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import ahocorasick_rs
import zstandard

from workbench.core.files import GZIP_MAGIC, MAX_FILE, ZSTD_MAGIC
from workbench.core.places import Role, Text, Utf8Map
from workbench.findings.bare_text import read_texts
from workbench.findings.encodings import SPELLINGS, encodings_of
from workbench.findings.folding import fold, folded
from workbench.findings.readings import Reading, read_all

_SHORT = 6  # folded characters; shorter forms count only as whole words
_FORMATS = {".json": "json", ".jsonl": "jsonl", ".yaml": "yaml", ".yml": "yaml", ".ipynb": "json"}


@dataclass(frozen=True, slots=True)
class ResiduePlace:
    """Where something remains: file, how it is encoded there, and how often.

    ``file`` is ``""`` where the file's own name holds the value; ``file_number`` counts files from 1
    in name order.
    """

    file: str
    encoding: str
    count: int
    file_number: int = 0
    in_name: bool = False


@dataclass(frozen=True, slots=True)
class Residue:
    """The result of a sweep. ``clean`` is the only pass."""

    places_searched: int
    found: tuple[ResiduePlace, ...] = ()
    not_searched: tuple[int, ...] = ()  # numbers of files that could not be unpacked

    @property
    def clean(self) -> bool:
        return not self.found and not self.not_searched

    @property
    def count(self) -> int:
        return sum(place.count for place in self.found)


def residue(files: Mapping[str, bytes], originals: Sequence[str]) -> Residue:
    """Search names and contents of ``files`` for ``originals`` in every encoding.

    Strings are searched as they stand and decoded: JSON in JSON, base64, compression, percent and
    entity encoding, streamed pieces joined. ``places_searched`` counts names, strings and decoded
    parts. Source: ``spec/review-ux.md`` §9.4.
    """
    sweep = _Sweep.of(originals)
    found: list[ResiduePlace] = []
    unread: list[int] = []
    searched = 0
    for number, name in enumerate(sorted(files), start=1):
        in_name, places = sweep.count(_whole(name))
        found += (ResiduePlace("", how, count, number, True) for how, count in in_name.items())
        searched += places
        content = _unpacked(files[name])
        if content is None:
            unread.append(number)
            continue
        inside, places = sweep.count(_texts(name, content))
        shown = "" if in_name else name
        found += (ResiduePlace(shown, how, count, number) for how, count in inside.items())
        searched += places
    return Residue(searched, tuple(found), tuple(unread))


def left_in(texts: Sequence[Text], originals: Sequence[str]) -> int:
    """How many places of ``texts`` hold one of ``originals``, as a fixture's family reads its own files.

    A family undoes what no reader of plain files can: codings that only a header names.
    """
    return sum(_Sweep.of(originals).count(texts)[0].values())


@dataclass(frozen=True, slots=True)
class _Sweep:
    """One automaton over the folded forms of all originals."""

    automaton: ahocorasick_rs.AhoCorasick | None
    forms: Sequence[tuple[str, bool]]  # (encoding, whether it must be a word of its own)

    @classmethod
    def of(cls, originals: Sequence[str]) -> _Sweep:
        forms: dict[str, tuple[str, bool]] = {}
        for original in originals:
            for name, form in encodings_of(original):
                value = fold(form)
                short = len(value) < _SHORT
                if value and (not short or name in SPELLINGS):
                    forms.setdefault(value, (name, short))
        if not forms:
            return cls(None, ())
        automaton = ahocorasick_rs.AhoCorasick(list(forms), store_patterns=False)
        return cls(automaton, tuple(forms.values()))

    def count(self, texts: Sequence[Text]) -> tuple[Counter[str], int]:
        """How many different byte ranges hold something, by encoding, and how many places were read."""
        readings = read_all(texts).readings
        ranges: list[tuple[int, int, str]] = []
        if self.automaton is not None:
            for reading in readings:
                ranges += self._ranges(reading)
        counts: Counter[str] = Counter()
        last = -1
        for start, end, encoding in sorted(ranges):
            if start >= last:
                counts[encoding] += 1
            last = max(last, end)
        return counts, len(readings)

    def _ranges(self, reading: Reading) -> Iterator[tuple[int, int, str]]:
        assert self.automaton is not None
        text = reading.text
        aligned = folded(text.value)
        value = aligned.value
        for at, start, end in self.automaton.find_matches_as_indexes(value, overlapping=True):
            name, as_word = self.forms[at]
            if as_word and (_goes_on(value, start) or _goes_on(value, end)):
                continue
            outer = (start, end) if text.value.isascii() else aligned.outer(start, end)
            for span in text.raw.spans(*outer):
                yield span.start, span.end, ", ".join((*text.chain, name))


def _whole(value: str) -> list[Text]:
    return [Text(value, Role.OTHER, "", "", Utf8Map("", 0, value))]


def _texts(name: str, content: bytes) -> list[Text]:
    """The strings of a file in its format, and the file as one text for what lies between them."""
    value = content.decode("utf-8", "surrogateescape")
    bare = name.lower().removesuffix(".gz")
    ending = next((form for end, form in _FORMATS.items() if bare.endswith(end)), None)
    if ending is None and "\ndata:" in f"\n{value[:4096]}":
        ending = "sse"
    return _whole(value) if ending is None else [*_whole(value), *read_texts(value, format=ending)]


def _unpacked(content: bytes) -> bytes | None:
    """``content`` without its compression; ``None`` if it cannot be unpacked within the limit."""
    try:
        if content.startswith(GZIP_MAGIC):
            with gzip.GzipFile(fileobj=io.BytesIO(content)) as packed:
                unpacked = packed.read(MAX_FILE + 1)
        elif content.startswith(ZSTD_MAGIC):
            reader = zstandard.ZstdDecompressor().stream_reader(content, read_across_frames=True)
            unpacked = reader.read(MAX_FILE + 1)
        else:
            return content
    except (OSError, EOFError, zlib.error, zstandard.ZstdError):
        return None
    return unpacked if len(unpacked) <= MAX_FILE else None


def _goes_on(value: str, at: int) -> bool:
    return 0 < at < len(value) and value[at - 1].isalnum() and value[at].isalnum()
