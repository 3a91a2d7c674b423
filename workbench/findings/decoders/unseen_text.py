"""Text spelt in characters that are drawn as nothing: tags, and variation selectors for bytes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from workbench.findings.check import Trigger
from workbench.findings.decoders.decoder import Decoded, OuterRange, Scope, Undecoded
from workbench.findings.decoders.readable import Readable, readable
from workbench.findings.patterns import Pattern

_TAGS = re.compile("[\U000e0000-\U000e007e]{4,}")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,}")
_TAG = 0xE0000
_FIRST, _SECOND, _SMALL = 0xFE00, 0xE0100, 16


class Tags:
    """Tag characters, each of which is one of ASCII."""

    name = "tags"
    scope = Scope.RUN
    trigger = Trigger(patterns=(Pattern(r"[\x{e0000}-\x{e007e}]{4}"),))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        for match in _TAGS.finditer(value):
            plain = "".join(chr(ord(character) - _TAG) for character in match.group())
            yield Decoded(
                plain,
                _places(match.start(), Readable(plain)),
                *match.span(),
                whole=_as_tags,
            )


class Selectors:
    """Variation selectors, of which 256 stand for the bytes of a text."""

    name = "variation selectors"
    scope = Scope.RUN
    trigger = Trigger(patterns=(Pattern(r"[\x{fe00}-\x{fe0f}\x{e0100}-\x{e01ef}]{4}"),))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        for match in _SELECTORS.finditer(value):
            text = readable(bytes(map(_byte, match.group())))
            if text is None:
                continue
            yield Decoded(
                text.value,
                _places(match.start(), text),
                *match.span(),
                whole=_as_selectors(text),
            )


def _as_tags(changed: str) -> str:
    plain = changed.encode("ascii", "replace").decode()
    return "".join(chr(ord(character) + _TAG) for character in plain if character.isprintable())


def _byte(character: str) -> int:
    code = ord(character)
    return code - _FIRST if code < _SECOND else code - _SECOND + _SMALL


def _as_selectors(text: Readable) -> Callable[[str], str]:
    def encode(changed: str) -> str:
        data = text.encode(changed)
        return "".join(
            chr(byte + _FIRST if byte < _SMALL else byte - _SMALL + _SECOND) for byte in data
        )

    return encode


def _places(base: int, text: Readable) -> OuterRange:
    return lambda start, end: (base + text.bytes_before(start), base + text.bytes_before(end))
