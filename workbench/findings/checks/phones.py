"""Phone numbers: international, national with a cue, dotted, bare digits after a cue."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import phonenumbers

from workbench.core.places import Role, Text
from workbench.findings.boundaries import ascii_lower, is_free
from workbench.findings.check import Hit, Trigger
from workbench.findings.fields import Field, field_of
from workbench.findings.finding import Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.patterns import Pattern
from workbench.findings.reserved import fictional_number

_INTERNATIONAL = Pattern(r"(?:\+|\b00)[1-9][0-9]{0,3}(?:[ .\-/]?\(?[0-9]{1,4}\)?){2,6}")
_NATIONAL = Pattern(r"\(?\b0?[0-9]{2,4}\)?[ .\-/]{1,2}[0-9]{2,4}(?:[ .\-][0-9]{2,4}){1,3}\b")
_BARE = Pattern(r"\b[0-9]{3}\.?[0-9]{3}\.?[0-9]{4,6}\b")
_CUES = (
    "phone", "tel", "mobile", "cell", "call", "fax", "whatsapp", "sms", "number is", "reach me",
    "contact", "dial", "text me", "☎", "📞",
)  # fmt: skip
_CUE = Pattern(rf"(?:^|[^a-z0-9_])(?:{'|'.join(_CUES)})(?:s|ed)?(?:[^a-z0-9_]|$)[^0-9]*$")
_NOT_CUES = ("card", "ssn", "social", "account", "version", "build", "order", "invoice", "tracking")
_REACH = 40
_GROUPED = Pattern(
    r"(?:\+|\b|\()[0-9]{1,4}\)?(?:[ .\-/]{0,2}\(?[0-9]{2,5}\)?){1,6}(?:[ \t]?(?:x|ext\.?)[ \t]?[0-9]{2,6})?\b",
    holds=r"(?i)[0-9](?:\)?[ .\-/]{0,2}\(?(?:[ \t]?(?:x|ext\.?)[ \t]?)?[0-9]){5}",
)
_AFTER = ("office", "fax", "mobile", "cell", "home", "work", "phone", "tel")
_CUE_AFTER = Pattern(rf"(?i)^[ \t]?[-,(]?[ \t]?(?:{'|'.join(_AFTER)})\b")
#: Numbering plans that national numbers are tried in: those of the most used languages on the web.
_REGIONS = (
    "US", "GB", "DE", "FR", "ES", "IT", "NL", "SE", "NO", "DK", "FI", "PL", "CZ", "CH", "AT", "BE", "AU", "IN",
    "BR", "MX", "ZA", "IE", "PT", "GR", "HU", "RO", "NZ", "JP", "CN",
)  # fmt: skip
_AMERICAN = Pattern(
    r"(?:001[ .-]|1[ .-])?(?:\([2-9][0-9]{2}\)[ ]?|[2-9][0-9]{2}[.-])[2-9][0-9]{2}[.-][0-9]{4}(?:[ ]?x[0-9]{2,6})?"
)
_DEAR = 20  # matches that a look into numbering plans counts as
_LONGEST_TEXT = 200_000  # characters; beyond them only plain shapes are read


class Phones:
    """Numbers that can be called. Fictional ranges are reserved; a bare run of digits needs a cue."""

    id = "phone-number"
    title = "a phone number"
    kind = Kind.PHONE
    stand_in = "phone"
    trigger = Trigger(patterns=(_INTERNATIONAL, _NATIONAL, _BARE, _GROUPED))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        if text.role is Role.KEY:
            return
        value = text.value
        for match in held.matches(_INTERNATIONAL, value):
            start, end = match.span()
            sure = match.group().startswith("+") or _has_cue(text, start)
            if sure and is_free(value, start, end) and value[start - 1 : start] != "+":
                yield _hit(value, start, end, sure=match.group().startswith("+"))
        for pattern in (_NATIONAL, _BARE):
            for match in held.matches(pattern, value):
                start, end = match.span()
                if _has_cue(text, start) and is_free(value, start, end, joins=".-/"):
                    yield _hit(value, start, end, sure=False)
        if len(value) <= _LONGEST_TEXT:
            yield from _planned(text, held)


def _planned(text: Text, held: Held) -> Iterable[Hit]:
    """Numbers of a numbering plan: after or before a cue, or written as Americans write them."""
    value = text.value
    for match in held.matches(_GROUPED, value):
        start, end = match.span()
        written = match.group()
        digits = sum(map(str.isdigit, written))
        if not 6 <= digits <= 20 or not is_free(value, start, end, joins="_./"):
            continue
        cue = _has_cue(text, start) or _has_cue_after(value, end)
        american = digits >= 10 and text.role is Role.PROSE and _is_american(written)
        if not (cue or american):
            continue
        if len(written) > 10:
            held.charge(_GROUPED, _DEAR)
        if (cue and _is_planned(written)) or (american and _is_number_of(written, "US")):
            yield _hit(value, start, end, sure=False, planned=True)


def _has_cue_after(value: str, end: int) -> bool:
    after = value[end : end + 12]
    # Most numbers stand before nothing of the kind, and looking for words is cheaper than a search.
    return any(word in after.lower() for word in _AFTER) and _CUE_AFTER.search(after) is not None


def _is_american(written: str) -> bool:
    return _AMERICAN.fullmatch(written) is not None


def _is_planned(written: str) -> bool:
    return _is_local(written) or any(_is_number_of(written, region) for region in _REGIONS)


def _is_local(written: str) -> bool:
    """Six to eight digits in groups: what people dial within a town."""
    digits = "".join(filter(str.isdigit, written))
    return 6 <= len(digits) <= 10 and not written.isdigit()


@lru_cache(maxsize=4_096)
def _is_number_of(written: str, region: str) -> bool:
    try:
        number = phonenumbers.parse(written, region)
    except phonenumbers.NumberParseException:
        return False
    return phonenumbers.is_valid_number(number)


def _hit(value: str, start: int, end: int, *, sure: bool, planned: bool = False) -> Hit:
    digits = "".join(filter(str.isdigit, value[start:end]))
    why = f"{len(digits)} digits in the shape of a phone number."
    reason = ""
    if not planned and not 8 <= len(digits) <= 15 and not (len(digits) == 7 and not sure):
        reason = "too few or too many digits"
    elif len(set(digits)) <= 2:
        reason = "a placeholder"
    else:
        reason = fictional_number(digits)
    return Hit(start, end, why=why, benign=reason)


def _has_cue(text: Text, start: int) -> bool:
    before = ascii_lower(text.value[max(0, start - _REACH) : start])
    if any(cue in before for cue in _NOT_CUES):
        return False
    if field_of(text.key) is Field.PHONE:
        return True
    return any(cue in before for cue in _CUES) and _CUE.search(before) is not None
