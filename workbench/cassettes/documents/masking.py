"""A damaged line as errors may show it: its shape, and the words of cassettes."""

from __future__ import annotations

import re

from workbench.cassettes.words import words

_WORD = re.compile(r"[^\W_]+")
VOCABULARY = words(
    "requests responses interactions request response method uri url body headers status code",
    "message string version parsed_body binary",
)


def masked(line: str) -> str:
    """A line's shape without its content: every word that is not cassette vocabulary is ``x``-ed."""

    def mask(match: re.Match[str]) -> str:
        word = match.group()
        return word if word in VOCABULARY else "x" * min(len(word), 8)

    short = line[:60]
    shown = _WORD.sub(mask, short)
    return "".join(c if c.isascii() and c.isprintable() else "?" for c in shown)
