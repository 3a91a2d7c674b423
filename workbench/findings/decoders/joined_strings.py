"""Strings that code puts together: ``"ja" + "ne"``, ``["ja", "ne"].join("")``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from workbench.findings.alignment import Replaced, align
from workbench.findings.check import Trigger
from workbench.findings.decoders.decoder import Decoded, Scope, Undecoded
from workbench.findings.patterns import Pattern

_LINE = r"[ \t]{0,20}(?:\\?\r?\n[ \t]{0,40})?"
_OPERATOR = rf"{_LINE}(?:\+|\.\.?|&|\|\|){_LINE}"
# Possessive, and with few backslashes: a string that never ends is not read again from each quote in it.
_FEW = "{0,60}+"


def _string(quote: str, escaped: str, plain: str) -> str:
    return rf"{quote}{plain}*+(?:{escaped}{plain}*+){_FEW}{quote}"


_STRINGS = (
    "(?:" + "|".join(_string(quote, r"\\.", rf"[^{quote}\\\n]") for quote in ('"', "'", "`")) + ")",
    # In a string of a string each quote has a backslash, and what had one has three.
    "(?:"
    + "|".join(
        _string(rf"\\{quote}", rf"(?:\\\\\\{quote}|\\[^{quote}])", rf"[^{quote}\\\n]")
        for quote in ('"', "'")
    )
    + ")",
)
_CHAINS = tuple(
    (re.compile(rf"{each}(?:{_OPERATOR}(?:\b[fFrRbBuU])?{each})++"), re.compile(each))
    for each in _STRINGS
)
_LISTS = tuple(
    (
        re.compile(
            rf"[\[(]\s{{0,8}}{each}(?:\s{{0,8}},\s{{0,8}}{each})++\s{{0,8}},?\s{{0,8}}[\])]"
        ),
        re.compile(each),
    )
    for each in _STRINGS
)
_JOIN_BEFORE = re.compile(r"""(?:\\?["'`]){2}\.join\(\Z""")
_JOIN_AFTER = re.compile(r"""\.join\(\s{0,4}(?:\\?["'`]){2}\s{0,4}\)""")
_SEEN = Pattern(
    r"""["'`][ \t\r\n\\]{0,40}(?:\+|\.\.?|&|\|\|)[ \t\r\n\\]{0,40}[fFrRbBuU]?\\{0,4}["'`]"""
    r"""|\]\.join\(\\{0,4}["'`]|["'`]\.join\([\[(]"""
)
_ESCAPE = re.compile(r"""\\[nrt\\"'`]""")
_SIGNS = {"n": "\n", "r": "\r", "t": "\t"}


class JoinedStrings:
    """The whole text with its strings as they are once the code has run."""

    name = "joined strings"
    scope = Scope.WHOLE
    trigger = Trigger(patterns=(_SEEN,))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        joints = sorted({*_operators(value), *_commas(value)})
        if not joints:
            return ()
        aligned = align(value, _with_escapes(value, joints))
        return (Decoded(aligned.value, aligned.outer),)


def _operators(value: str) -> Iterator[Replaced]:
    for chain, string in _CHAINS:
        for match in chain.finditer(value):
            yield from _between(value, string, *match.span())


def _commas(value: str) -> Iterator[Replaced]:
    """The commas of lists that are joined with nothing between their strings."""
    if ".join(" not in value:
        return
    for listed, string in _LISTS:
        for match in listed.finditer(value):
            start, end = match.span()
            before = value[max(0, start - 12) : start]
            if _JOIN_BEFORE.search(before) or _JOIN_AFTER.match(value, end):
                yield from _between(value, string, start, end)


def _between(value: str, string: re.Pattern[str], start: int, end: int) -> Iterator[Replaced]:
    """What stands between the strings of a part, their quotes with it."""
    last = -1
    for match in string.finditer(value, start, end):
        quote = 2 if match.group().startswith("\\") else 1
        if last >= 0:
            yield Replaced(last, match.start() + quote, "")
        last = match.end() - quote


def _with_escapes(value: str, joints: Sequence[Replaced]) -> Iterator[Replaced]:
    """The joints, and between them what a backslash stands for: code that has run holds neither."""
    position = 0
    for joint in joints:
        if joint.start >= position:
            yield from _escapes(value, position, joint.start)
            yield joint
            position = joint.end
    yield from _escapes(value, position, len(value))


def _escapes(value: str, start: int, end: int) -> Iterator[Replaced]:
    for match in _ESCAPE.finditer(value, start, end):
        sign = match.group()[1]
        yield Replaced(*match.span(), _SIGNS.get(sign, sign))
