"""Characters that are drawn as nothing or turn the direction of text.

They can fingerprint who copied a text (``spec/review-ux.md`` §6). Those that a script or an emoji
needs are left alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from workbench.core.places import Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.finding import Certainty, Kind
from workbench.findings.folding import INVISIBLE
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.patterns import Pattern

_VARIATIONS = "\ufe00-\ufe0f"
_RUN = re.compile(f"[{INVISIBLE}]{{1,10000}}")
_ALWAYS = INVISIBLE.replace(_VARIATIONS, "")
# After an emoji or a symbol a variation selector says how it is drawn: most texts with one need no look.
_HIDDEN = Pattern(
    rf"[{_ALWAYS}]|(?:^|[^\x{{a9}}\x{{ae}}\x{{203c}}-\x{{3299}}\x{{1f000}}-\x{{1faff}}])[{_VARIATIONS}]"
)
_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_JOINERS = frozenset("\u200c\u200d")
_WITH_JOINERS = (
    "ARABIC", "DEVANAGARI", "BENGALI", "TAMIL", "SINHALA", "PERSIAN", "MALAYALAM", "GUJARATI",
    "GURMUKHI", "KANNADA", "TELUGU", "ORIYA", "KHMER", "MYANMAR", "MONGOLIAN", "SYRIAC", "NKO",
)  # fmt: skip
#: Scripts without spaces, in which a zero-width space is where a line may break.
_WITHOUT_SPACES = ("THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN", "CJK", "HIRAGANA", "KATAKANA")
_SELECTORS = re.compile(f"[{_VARIATIONS}\U000e0100-\U000e01ef]")
_SELECTED = frozenset("0123456789#*\u2139\u203c\u2049\u3030\u303d")
_TAGGED_FLAG = re.compile("[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f")
_BLACK_FLAG = "\U0001f3f4"
_LETTERS = re.compile(r"[^\W\d_]*")
_LONG_WORD = 8  # letters; in a shorter word nobody needs to say where it may be broken


class HiddenCharacters:
    """Zero-width and direction characters inside words, and any run that could carry a message."""

    id = "hidden-characters"
    title = "hidden characters"
    kind = Kind.HIDDEN
    stand_in = ""
    trigger = Trigger(patterns=(_HIDDEN,))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        return _hits(text.value)


def _hits(value: str) -> Iterator[Hit]:
    braille: bool | None = None
    for match in _RUN.finditer(value):
        start, end = match.span()
        if value[start] == "\u2800" and braille is None:
            braille = any("\u2801" <= character <= "\u28ff" for character in value)
        reason = _benign(value, start, end) or _blank(match.group(), bool(braille))
        soft = match.group() == "\u00ad" and _in_a_long_word(value, start, end)
        yield Hit(
            start,
            end,
            why=_why(end - start),
            certainty=Certainty.WEAK if soft else Certainty.STRONG,
            benign=reason,
        )


def _benign(value: str, start: int, end: int) -> str:
    run = value[start:end]
    before, after = value[start - 1 : start], value[end : end + 1]
    if before == _BLACK_FLAG and _TAGGED_FLAG.fullmatch(run):
        return "tags that make a flag"
    if end - start > 2:
        return ""
    if run == "\ufeff" and start == 0:
        return "a byte order mark at the beginning"
    if _SELECTORS.fullmatch(run[0]):
        selected = _is_selected(before, run[0])
        if selected and (len(run) == 1 or (run[1] == "\u200d" and after)):
            return "a selector that says how a character is drawn"
        return ""
    if run in _JOINERS and (_is_emoji(before) or _needs(before, _WITH_JOINERS)):
        return "a joiner that an emoji or a script needs"
    return _by_script(run, before, after)


def _by_script(run: str, before: str, after: str) -> str:
    if run == "\u200b" and _needs(before, _WITHOUT_SPACES) and _needs(after, _WITHOUT_SPACES):
        return "where a line may break in a script without spaces"
    if "\u180b" <= run <= "\u180f" and _needs(before, ("MONGOLIAN",)):
        return "a selector that a script needs"
    if run in ("\u115f", "\u1160") and (_needs(before, ("HANGUL",)) or _needs(after, ("HANGUL",))):
        return "a filler beside letters of its script"
    if set(run) <= _DIRECTION and (_is_rtl(before) or _is_rtl(after)):
        return "a direction mark beside right-to-left text"
    return ""


def _blank(run: str, braille: bool) -> str:
    return "a blank of a Braille text" if braille and set(run) == {"\u2800"} else ""


def _is_selected(before: str, selector: str) -> bool:
    """Whether ``before`` is a character that has more than one way to be drawn."""
    if not before:
        return False
    if "\ufe0e" <= selector <= "\ufe0f":
        return _is_emoji(before) or before in _SELECTED or unicodedata.category(before) == "Sm"
    if unicodedata.category(before) == "Sm":
        return True
    return not before.isascii() and _needs(before, ("CJK", "MONGOLIAN", "MYANMAR", "PHAGS-PA"))


def _is_emoji(character: str) -> bool:
    return bool(character) and unicodedata.category(character) in ("So", "Sk")


def _needs(character: str, scripts: tuple[str, ...]) -> bool:
    return bool(character) and unicodedata.name(character, "").startswith(scripts)


def _is_rtl(character: str) -> bool:
    return bool(character) and unicodedata.bidirectional(character) in ("R", "AL", "AN")


def _in_a_long_word(value: str, start: int, end: int) -> bool:
    """Whether a hyphen stands where a word may be broken: a long one, with letters on both sides."""
    after = _LETTERS.match(value, end, end + 40)
    before = _LETTERS.match(value[max(0, start - 40) : start][::-1])
    sizes = [0 if part is None else len(part.group()) for part in (before, after)]
    return min(sizes) >= 2 and sum(sizes) >= _LONG_WORD


def _why(count: int) -> str:
    if count == 1:
        return "One character here is drawn as nothing or changes direction."
    return f"{count} characters here are drawn as nothing or change direction."
