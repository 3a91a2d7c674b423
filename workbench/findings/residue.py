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
from workbench.core.json_places import string_tokens
from workbench.core.places import NoRawMap, Role, Text
from workbench.findings.encodings import encodings_of
from workbench.findings.folding import fold
from workbench.findings.readings import read_all

_SHORT = 6  # folded characters; shorter forms count only as whole words
_SPELLED = frozenset(
    {"plain", "other case", "other separators", "camel case", "last name first", "spelt with words"}
)


@dataclass(frozen=True, slots=True)
class ResiduePlace:
    """Where something remains: the file (``""`` for a file's own name), how it is encoded, how often.

    ``file_number`` counts the files from 1 in name order: a file whose name itself holds the value
    is told by number.
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
    not_searched: tuple[str, ...] = ()  # files that could not be unpacked

    @property
    def clean(self) -> bool:
        return not self.found and not self.not_searched

    @property
    def count(self) -> int:
        return sum(place.count for place in self.found)


def residue(files: Mapping[str, bytes], originals: Sequence[str]) -> Residue:
    """Search names and contents of ``files`` for ``originals`` in every encoding.

    Strings of JSON, JSON in JSON, base64, compressed and percent-encoded parts are searched decoded
    as well. ``places_searched`` counts names, strings and decoded parts.
    """
    forms = _forms(originals)
    automaton = ahocorasick_rs.AhoCorasick(list(forms), store_patterns=False) if forms else None
    sweep = _Sweep(automaton, list(forms.items()))
    found: list[ResiduePlace] = []
    unread: list[str] = []
    searched = 0
    for number, name in enumerate(sorted(files), start=1):
        in_name = sweep.count([Text(name, Role.LABEL, "", "", NoRawMap())])
        shown = "" if in_name else name
        found += (ResiduePlace("", how, count, number, True) for how, count in in_name.items())
        content = _unpacked(files[name])
        if content is None:
            unread.append(shown)
            continue
        texts = list(_readings(content))
        counts = sweep.count(texts)
        found += (ResiduePlace(shown, how, count, number) for how, count in counts.items())
        searched += 1 + max(1, len(texts))
    return Residue(searched, tuple(found), tuple(unread))


def _forms(originals: Sequence[str]) -> dict[str, tuple[str, bool]]:
    """Folded form → (encoding, whether it must stand as a word of its own)."""
    forms: dict[str, tuple[str, bool]] = {}
    for original in originals:
        for name, form in encodings_of(original):
            value = fold(form)
            short = len(value) < _SHORT
            if value and (not short or name in _SPELLED):
                forms.setdefault(value, (name, short))
    return forms


@dataclass(frozen=True, slots=True)
class _Sweep:
    automaton: ahocorasick_rs.AhoCorasick | None
    forms: Sequence[tuple[str, tuple[str, bool]]]

    def count(self, texts: Sequence[Text]) -> Counter[str]:
        """How often each encoding occurs; a text and its decoded readings are counted apart."""
        counts: Counter[str] = Counter()
        if self.automaton is None:
            return counts
        for text in texts:
            counts.update(self._encodings(text))
        return counts

    def _encodings(self, text: Text) -> Iterator[str]:
        assert self.automaton is not None
        value = fold(text.value)
        last = -1
        for at, start, end in self.automaton.find_matches_as_indexes(value, overlapping=True):
            _, (name, as_word) = self.forms[at]
            if as_word and (_goes_on(value, start) or _goes_on(value, end)):
                continue
            if start >= last:
                last = end
                yield ", ".join((name, *text.chain))


def _readings(content: bytes) -> Iterator[Text]:
    """Every string of the file and everything decoded out of it, and the file as one text."""
    whole = content.decode("utf-8", "surrogateescape")
    texts = [Text(whole, Role.OTHER, "", "", NoRawMap())]
    if b'"' in content:
        texts += (
            Text(token.value, Role.OTHER, "", token.pointer, NoRawMap(), chain=("json",))
            for token in string_tokens(content)
            if b"\\" in token.raw
        )
    for reading in read_all(texts).readings:
        yield reading.text


def _unpacked(content: bytes) -> bytes | None:
    """``content`` without its compression; ``None`` if it cannot be unpacked within the limit."""
    try:
        if content.startswith(GZIP_MAGIC):
            with gzip.GzipFile(fileobj=io.BytesIO(content)) as packed:
                unpacked = packed.read(MAX_FILE + 1)
        elif content.startswith(ZSTD_MAGIC):
            reader = zstandard.ZstdDecompressor().stream_reader(content)
            unpacked = reader.read(MAX_FILE + 1)
        else:
            return content
    except (OSError, EOFError, zlib.error, zstandard.ZstdError):
        return None
    return unpacked if len(unpacked) <= MAX_FILE else None


def _goes_on(value: str, at: int) -> bool:
    return 0 < at < len(value) and value[at - 1].isalnum() and value[at].isalnum()
