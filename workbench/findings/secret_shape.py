"""What a secret's fixed shape is, and how its example is put together.

Examples are recipes: literal pieces and (alphabet, count) pieces filled by a fixed sequence, so that
no secret-shaped string stands in this file. Patterns begin at their cue; a group is the secret where
it is not the whole match.
"""

from __future__ import annotations

import string
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from workbench.findings.patterns import Pattern

Piece: TypeAlias = "str | tuple[str, int]"

HEX = string.digits + "abcdef"
LOWER = string.digits + string.ascii_lowercase
UPPER = string.digits + string.ascii_uppercase
ALNUM = string.digits + string.ascii_letters
URLSAFE = ALNUM + "_-"
DIGITS = string.digits
BASE32 = string.ascii_uppercase + "234567"


@dataclass(frozen=True, slots=True)
class Shape:
    """``cue`` is the literal the pattern begins with; ``joins`` characters that may not touch it."""

    vendor: str
    source: str
    cue: str
    pattern: str
    example: tuple[Piece, ...]
    counter: tuple[Piece, ...]
    joins: str = ""

    @property
    def compiled(self) -> Pattern:
        return _compiled(self.pattern)


@cache
def _compiled(pattern: str) -> Pattern:
    return Pattern(pattern)


def assembled(pieces: tuple[Piece, ...]) -> str:
    """The text of a recipe. The sequence is fixed, spread over the alphabet, and nobody's secret."""
    parts = []
    for at, piece in enumerate(pieces):
        if isinstance(piece, str):
            parts.append(piece)
        else:
            alphabet, count = piece
            size = len(alphabet)
            steps = ((n * 7919 + n * n * 31 + at * 53 + 11) % 65_521 for n in range(1, count + 1))
            parts.append("".join(alphabet[step % size] for step in steps))
    return "".join(parts)


def prefixed(
    vendor: str, source: str, prefix: str, alphabet: tuple[str, str], sizes: tuple[int, int]
) -> Shape:
    """A prefix and a run of one alphabet: most tokens are made so. Sizes 0: open-ended."""
    letters, characters = alphabet
    least, most = sizes
    count = f"{{{least}}}" if least == most else f"{{{least},{most or ''}}}"
    return Shape(
        vendor,
        source,
        prefix.lower(),
        rf"{_escape(prefix)}[{characters}]{count}",
        (prefix, (letters, least)),
        (prefix, (letters, max(2, least // 3))),
        joins="_" if "_" not in characters else "",
    )


def _escape(text: str) -> str:
    return "".join(
        f"\\{character}" if character in ".+*?()[]{}|^$/" else character for character in text
    )
