"""Characters that are drawn as nothing or turn the direction of text.

They can fingerprint who copied a text (``spec/review-ux.md`` §6). Those that a script or an emoji
needs are left alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from workbench.core.places import Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.finding import Certainty, Kind
from workbench.findings.folding import INVISIBLE
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.patterns import Pattern

_RUN = re.compile(f"[{INVISIBLE}]{{1,10000}}")
_HIDDEN = Pattern(
    r"[\x{ad}\x{34f}\x{61c}\x{115f}\x{1160}\x{17b4}\x{17b5}\x{180e}\x{200b}-\x{200f}"
    r"\x{202a}-\x{202e}\x{2060}-\x{2064}\x{2066}-\x{206f}\x{feff}\x{e0001}\x{e0020}-\x{e007f}]"
)
_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_JOINERS = "\u200c\u200d"
_WITH_JOINERS = ("ARABIC", "DEVANAGARI", "BENGALI", "TAMIL", "SINHALA", "PERSIAN", "MALAYALAM")


class HiddenCharacters:
    """Zero-width and direction characters inside words, and any run that could carry a message."""

    id = "hidden-characters"
    title = "hidden characters"
    kind = Kind.HIDDEN
    stand_in = ""
    trigger = Trigger(patterns=(_HIDDEN,))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        for match in _RUN.finditer(text.value):
            start, end = match.span()
            reason = _benign(text.value, start, end)
            yield Hit(
                start,
                end,
                why=_why(end - start),
                certainty=Certainty.STRONG,
                benign=reason,
            )


def _benign(value: str, start: int, end: int) -> str:
    run = value[start:end]
    before, after = value[start - 1 : start], value[end : end + 1]
    if end - start > 2:
        return ""
    if run == "\ufeff" and start == 0:
        return "a byte order mark at the beginning"
    if run in _JOINERS and (_is_emoji(before) or _needs_joiner(before)):
        return "a joiner that an emoji or a script needs"
    if run == "\u00ad":
        return "a soft hyphen"
    if set(run) <= _DIRECTION and (_is_rtl(before) or _is_rtl(after)):
        return "a direction mark beside right-to-left text"
    return ""


def _is_emoji(character: str) -> bool:
    return bool(character) and (
        unicodedata.category(character) in ("So", "Sk") or character == "\ufe0f"
    )


def _needs_joiner(character: str) -> bool:
    return bool(character) and unicodedata.name(character, "").startswith(_WITH_JOINERS)


def _is_rtl(character: str) -> bool:
    return bool(character) and unicodedata.bidirectional(character) in ("R", "AL", "AN")


def _why(count: int) -> str:
    if count == 1:
        return "One character here is drawn as nothing or changes direction."
    return f"{count} characters here are drawn as nothing or change direction."
