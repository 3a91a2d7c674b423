"""Readings inside readings: encoded text, decoded, with the way back to the raw characters.

To add a decoder, write one class in one module here and name it in ``DECODERS``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from workbench.findings.decoders.base32_text import Base32
from workbench.findings.decoders.base64_text import Base64
from workbench.findings.decoders.base85_text import Base85
from workbench.findings.decoders.byte_lists import CodePoints, DecimalList, HexList
from workbench.findings.decoders.decoder import Decoded, Decoder, Scope, Undecoded
from workbench.findings.decoders.disguised import Disguised
from workbench.findings.decoders.encoded_word import EncodedWord
from workbench.findings.decoders.escapes import Escapes
from workbench.findings.decoders.hex_text import Hex
from workbench.findings.decoders.html_entities import HtmlEntities
from workbench.findings.decoders.joined_strings import JoinedStrings
from workbench.findings.decoders.json_text import JsonText
from workbench.findings.decoders.percent import Percent
from workbench.findings.decoders.unseen_text import Selectors, Tags
from workbench.findings.decoders.utf7 import Utf7
from workbench.findings.decoders.uuencoded import Uuencoded

Names: TypeAlias = tuple[str, ...]

DECODERS: tuple[Decoder, ...] = (
    JsonText(),
    JoinedStrings(),
    Escapes(),
    Utf7(),  # before forms make spaces of its signs
    Percent(),
    HtmlEntities(),
    EncodedWord(),
    Base64(),
    Base32(),
    Base85(),
    Uuencoded(),
    Hex(),
    HexList(),
    DecimalList(),
    CodePoints(),
    Tags(),
    Selectors(),
    Disguised(),
)


def decode(value: str, decoders: Sequence[Decoder]) -> Iterator[tuple[Decoded | Undecoded, Names]]:
    """What ``decoders`` make of ``value``, with the names of those that took part.

    A document is only taken apart. Otherwise the decoders of the whole text work one after the
    other, and each run is decoded on its own.
    """
    for decoder in decoders:
        if decoder.scope is Scope.DOCUMENT:
            parts = list(decoder.decode(value))
            if parts:
                yield from ((part, (decoder.name,)) for part in parts)
                return
    yield from _whole(value, [member for member in decoders if member.scope is Scope.WHOLE])
    for decoder in decoders:
        if decoder.scope is Scope.RUN:
            yield from ((found, (decoder.name,)) for found in decoder.decode(value))


def _whole(value: str, decoders: Sequence[Decoder]) -> Iterator[tuple[Decoded, Names]]:
    found: Decoded | None = None
    names: list[str] = []
    for decoder in decoders:
        for step in decoder.decode(value if found is None else found.value):
            if isinstance(step, Decoded):
                found = step if found is None else found.then(step)
                names.append(decoder.name)
    if found is not None:
        yield found, tuple(names)


__all__ = ["DECODERS", "Decoded", "Decoder", "Scope", "Undecoded", "decode"]
