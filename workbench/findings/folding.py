"""Two readings of a text in which disguises fall away, each with the way back to what stands there.

*Plain* keeps case: NFKC, invisible characters gone, look-alike letters made Latin, digits made
ASCII. *Folded* also drops marks and case: known values are compared in it
(``spec/detection.md`` §3).
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter

from workbench.findings.alignment import Aligned, Replaced, align

#: Characters that are drawn as nothing: zero-width, soft hyphen, direction controls, fillers, blanks,
#: variation selectors, tags.
INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_INVISIBLE = re.compile(f"[{INVISIBLE}]")
# Controls that are no line's, and the sequences that colour the text of a terminal.
_CONTROL = r"\x1b\[[0-9;?]{0,20}[@-~]|\x1b|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]{1,1000}"
_CONTROLS = re.compile(_CONTROL)
_WORD_WITH_LATIN = re.compile(r"[^\W\d_]+(?:[^\w\s][^\W\d_]+)*")
# A letter with its combining marks, or one character that is not ASCII.
_NOT_ASCII = re.compile(r"\w[\u0300-\u036f]{1,8}|[^\x00-\x7f]")
_ODD = re.compile(rf"{_CONTROL}|{_NOT_ASCII.pattern}")

# Letters of other scripts that are drawn like Latin ones, after Unicode's confusables.
_LOOKALIKES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХѴԌԚԜаеорсухіјѕԁԛԝһвкмнтгпѵӏαορνικυτωΑΒΕΖΗΙΚΜΝΟΡΤΥΧıȷɑɡℓ",
    "ABESIJKMHOPCTYXVGQWaeopcyxijsdqwhbkmhtrnvlaopvikutwABEZHIKMNOPTYXijagl",
)
_ASCII_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
_SPACES = "\u00a0\u2002\u2003\u2007\u2009\u202f\u3000"


def plain(value: str) -> Aligned | None:
    """``value`` without disguises, case kept; ``None`` when nothing changes."""
    controls = _CONTROLS.search(value) is not None
    if value.isascii() and not controls:
        return None
    mixed = _mixed_script_ranges(value)
    found = None
    if not mixed and not controls:
        found = _translated(value, lambda character: _plain(character, False))
    if found is None:
        found = _rewritten(
            value,
            lambda index, character: _plain(character, _inside(index, mixed)),
            _ODD if controls else _NOT_ASCII,
        )
    return None if found.value == value else found


def folded(value: str) -> Aligned:
    """``value`` as known values are compared: plain, without marks, in lower case."""
    if value.isascii():
        return Aligned(value.lower())
    changed = _translated(value, _folded) or _rewritten(value, lambda _, each: _folded(each))
    return replace(changed, value=changed.value.translate(_ASCII_LOWER))


def fold(value: str) -> str:
    """The folded text alone."""
    return folded(value).value


def without_invisible(value: str) -> str:
    """``value`` without the characters that are drawn as nothing, and without a terminal's colours."""
    seen = _INVISIBLE.sub("", value)
    return _CONTROLS.sub(_kept_control, seen) if "\x1b" in seen else seen


def _kept_control(match: re.Match[str]) -> str:
    return "" if match.group()[0] == "\x1b" else match.group()


def _rewritten(
    value: str, change: Callable[[int, str], str], odd: re.Pattern[str] = _NOT_ASCII
) -> Aligned:
    """``value`` with every odd character changed, each by what it is and where it stands."""
    changes = []
    for match in odd.finditer(value):
        character = match.group()
        now = change(match.start(), character)
        if now != character:
            changes.append(Replaced(match.start(), match.end(), now))
    return align(value, changes)


def _translated(value: str, change: Callable[[str], str]) -> Aligned | None:
    """``value`` with odd characters changed one for one, which needs no way back.

    ``None`` if one becomes none or several, or has marks. Most texts of other scripts are read so.
    """
    table: dict[int, str] = {}
    for character in set(value):
        if character > "\x7f":
            now = change(character)
            if len(now) != 1 or unicodedata.combining(character):
                return None
            table[ord(character)] = now
    return Aligned(value.translate(table))


@lru_cache(maxsize=8_192)
def _plain(character: str, mixed: bool) -> str:
    if _INVISIBLE.fullmatch(character) or _CONTROLS.fullmatch(character):
        return ""
    if character in _SPACES:
        return " "
    if mixed:
        character = character.translate(_LOOKALIKES)
    return unicodedata.normalize("NFKC", character)


@lru_cache(maxsize=8_192)
def _folded(character: str) -> str:
    if "\ud800" <= character <= "\udfff":
        return "\ufffd"  # half a character: automata take whole ones only
    if _INVISIBLE.fullmatch(character):
        return ""
    parts = unicodedata.normalize("NFKD", character.translate(_LOOKALIKES))
    kept = "".join(part for part in parts if not unicodedata.combining(part))
    return _SPECIAL.get(kept, kept).casefold().translate(_LOOKALIKES)


# Letters that have no decomposition but are commonly written as their plain base.
_SPECIAL = {
    "ł": "l",
    "Ł": "l",
    "ø": "o",
    "Ø": "o",
    "đ": "d",
    "Đ": "d",
    "ð": "d",
    "ħ": "h",
    "İ": "i",
}


def _mixed_script_ranges(value: str) -> list[tuple[int, int]]:
    """Words that mix Latin letters with look-alikes: there alone the look-alike is a disguise."""
    ranges = []
    for match in _WORD_WITH_LATIN.finditer(value):
        word = match.group()
        if word.isascii():
            continue
        changed = word.translate(_LOOKALIKES)
        if changed != word and any("a" <= character.lower() <= "z" for character in word):
            ranges.append(match.span())
    return ranges


def _inside(index: int, ranges: list[tuple[int, int]]) -> bool:
    at = bisect_right(ranges, index, key=itemgetter(0)) - 1
    return at >= 0 and index < ranges[at][1]
