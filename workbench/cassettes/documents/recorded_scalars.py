"""What a scalar of a recorder's YAML says, decoded in C wherever a whole scalar can be.

Each function gives what libyaml would give, or raises :class:`NotRecorded` where that is not certain.
Source: YAML 1.1 §5, §8.1, §9, as libyaml reads it.
"""

from __future__ import annotations

import binascii
import json
import re
from typing import Any, Final

from yaml.scanner import Scanner

_INDENTED = frozenset({" ", ""})  # how a next line may begin
_ONE_BREAK, _MORE_BREAKS = re.compile(r"(?<!\n)\n(?!\n)"), re.compile(r"\n(\n+)")
# Characters of a line of some length: a string for each shorter one takes too much memory.
LINE = 40
FEW_LINES = 1_000
_JOINED = re.compile(r"\\\n *")
# A joined line before an empty one or before what may be a marker, blanks behind a backslash at the end
# of a line, halves of characters.
_UNCLEAR = re.compile(r"\\(?:\n(?: *\n|---|\.\.\.)| +\n|u[dD][89a-fA-F])")
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_LARGEST = 0x10FFFF
_json_string: Final[Any] = json.decoder.scanstring  # type: ignore[attr-defined]  # no stub has it


class NotRecorded(Exception):
    """The text is not wholly of the kind that recorders write."""


def single_quoted(written: str) -> str:
    """The text of a single-quoted scalar, given what stands between its quotes."""
    text = folded(written)
    return text.replace("''", "'") if "'" in text else text


def double_quoted(written: str) -> str:
    """The text of a double-quoted scalar, given what stands between its quotes."""
    if "\\" not in written:
        return folded(written)
    # An escaped backslash as JSON writes it too: every other backslash now begins an escape.
    text = written.replace("\\\\", "\\u005c")
    if _UNCLEAR.search(text):
        raise NotRecorded
    if "\n" in text:
        if "\t" in text:
            raise NotRecorded  # beside a break it is dropped
        text = folded(_JOINED.sub("", text))
    if "\\ " in text:
        text = text.replace("\\ ", " ")
    try:
        # Most escapes are JSON's, which are read in C, and one more is easily made so.
        return str(_json_string(text.replace("\\x", "\\u00") + '"', 0, False)[0])
    except ValueError:
        return _ESCAPE.sub(_character, text)


def folded(text: str) -> str:
    """A quoted scalar's lines as one: a break is a blank, an empty line is a break."""
    if "\n" not in text:
        return text
    if text.count("\n") > max(FEW_LINES, len(text) // LINE):
        raise NotRecorded
    first, *lines = text.split("\n")
    if "\t" in text or not _INDENTED.issuperset([line[:1] for line in lines]):
        raise NotRecorded  # a tab beside a break is dropped, a marker ends the document
    last = lines.pop().lstrip(" ")
    lines = [first.rstrip(" "), *(line.strip(" ") for line in lines), last]
    if "" not in lines[1:-1]:
        return " ".join(lines)
    return _MORE_BREAKS.sub(r"\1", _ONE_BREAK.sub(" ", "\n".join(lines)))


def _character(match: re.Match[str]) -> str:
    number = match[1] or match[2] or match[3]
    if not number:
        try:
            return Scanner.ESCAPE_REPLACEMENTS[match[4]]
        except KeyError:
            raise NotRecorded from None
    code = int(number, 16)
    if code > _LARGEST or 0xD800 <= code < 0xE000:
        raise NotRecorded
    return chr(code)


def literal_block(lines: str, margin: str, chomp: str) -> str:
    """The text of a literal block, its lines' margin taken away."""
    text = lines[len(margin) :].replace("\n" + margin, "\n")
    if chomp == "+":
        return text
    return text.rstrip("\n") + ("" if chomp else "\n")


def base64_bytes(lines: str) -> bytes:
    """The bytes of a ``!!binary`` block; white space is ignored anywhere."""
    try:
        return binascii.a2b_base64(lines.encode("ascii").translate(None, b" \n"), strict_mode=True)
    except ValueError:
        raise NotRecorded from None
