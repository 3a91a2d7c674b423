"""Two readings of a text in which disguises fall away, each with the way back to what stands there.

*Plain* keeps case: NFKC, invisible characters gone, look-alike letters made Latin, digits made
ASCII. *Folded* also drops marks and case: known values are compared in it
(``spec/detection.md`` §3).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from workbench.findings.alignment import Aligned, Respelt, respell, rewrite

#: Characters that are drawn as nothing: zero-width, soft hyphen, direction controls, fillers, blanks,
#: variation selectors, tags.
INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_INVISIBLE = re.compile(f"[{INVISIBLE}]")
_ALL_INVISIBLE = re.compile(f"[{INVISIBLE}]+")
# Controls that are no line's, and the sequences that colour the text of a terminal.
_CONTROL = r"\x1b\[[0-9;?]{0,20}[@-~]|\x1b|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]{1,1000}"
_CONTROLS = re.compile(_CONTROL)
_LONGEST_WORD = 2_000  # characters; a longer word is read in parts
_LETTERS = r"[^\W\d_]{1,60}"
_WORD = re.compile(rf"({_LETTERS}(?:[^\w\s]{_LETTERS}){{0,20}})")
_LATIN = re.compile("[A-Za-z\u0130\u212a]")
# A letter with its combining marks, or one character that is not ASCII.
_MARKED = r"\w[\u0300-\u036f]{1,8}"
_HAS_MARKS = re.compile(r"\w[\u0300-\u036f]")
_NOT_ASCII = rf"{_MARKED}|[{INVISIBLE}]{{1,40}}|[^\x00-\x7f]"
_ODD = re.compile(f"({_NOT_ASCII})")
_ODD_OR_CONTROL = re.compile(rf"({_CONTROL}|{_NOT_ASCII})")
_REACH = 1_000  # characters of the longest of them

# Letters of other scripts that are drawn like Latin ones, after Unicode's confusables.
_LOOKALIKES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХѴԌԚԜаеорсухіјѕԁԛԝһвкмнтгпѵӏαορνικυτωΑΒΕΖΗΙΚΜΝΟΡΤΥΧıȷɑɡℓ",
    "ABESIJKMHOPCTYXVGQWaeopcyxijsdqwhbkmhtrnvlaopvikutwABEZHIKMNOPTYXijagl",
)
_LOOKALIKE = re.compile(f"[{''.join(map(chr, _LOOKALIKES))}]")
_ASCII_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
_SPACES = "\u00a0\u2002\u2003\u2007\u2009\u202f\u3000"


def plain(value: str) -> Aligned | Respelt | None:
    """``value`` without disguises, case kept; ``None`` when nothing changes."""
    controls = _CONTROLS.search(value) is not None
    if value.isascii() and not controls:
        return None
    latin = _made_latin(value)
    if not controls and _HAS_MARKS.search(latin) is None:
        found: Aligned | Respelt = replace(respell(latin, _spelling(latin, _plain)), text=value)
    else:
        found = rewrite(latin, _ODD_OR_CONTROL if controls else _ODD, _plain, reach=_REACH)
    return None if found.value == value else found


def folded(value: str) -> Aligned | Respelt:
    """``value`` as known values are compared: plain, without marks, in lower case."""
    if value.isascii():
        return Respelt(value.lower(), value)
    changed = respell(value, _spelling(value, _folded))
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


def _spelling(value: str, change: Callable[[str], str]) -> dict[int, str]:
    """What each character of ``value`` that is not ASCII becomes, where that is another."""
    changed = ((each, change(each)) for each in set(value) if each > "\x7f")
    return {ord(each): now for each, now in changed if now != each}


@lru_cache(maxsize=8_192)
def _plain(piece: str) -> str:
    if _ALL_INVISIBLE.fullmatch(piece) or _CONTROLS.fullmatch(piece):
        return ""
    return " " if piece in _SPACES else unicodedata.normalize("NFKC", piece)


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


def _made_latin(value: str) -> str:
    """``value`` with Latin letters for look-alikes in words that mix both: there alone that is a disguise."""
    if _LOOKALIKE.search(value) is None:
        return value
    return rewrite(value, _WORD, _latin_word, reach=_LONGEST_WORD).value


def _latin_word(word: str) -> str:
    return word.translate(_LOOKALIKES) if _LATIN.search(word) else word
