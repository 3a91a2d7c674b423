"""Phone numbers: international, national with a cue, dotted, bare digits after a cue."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.core.places import Role, Text
from workbench.findings.boundaries import ascii_lower, is_free
from workbench.findings.check import Hit, Trigger
from workbench.findings.fields import Field, field_of
from workbench.findings.finding import Kind
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


class Phones:
    """Numbers that can be called. Fictional ranges are reserved; a bare run of digits needs a cue."""

    id = "phone-number"
    title = "a phone number"
    kind = Kind.PHONE
    stand_in = "phone"
    trigger = Trigger(
        shape=r"\+[0-9]{1,3}[ .(\-0-9]|[0-9]{2,4}\)?[ .\-/][0-9]{2,4}[ .\-][0-9]{2,4}|[0-9]{10}",
    )

    def find(self, text: Text) -> Iterable[Hit]:
        if text.role is Role.KEY:
            return
        value = text.value
        for match in _INTERNATIONAL.finditer(value):
            start, end = match.span()
            sure = match.group().startswith("+") or _has_cue(text, start)
            if sure and is_free(value, start, end) and value[start - 1 : start] != "+":
                yield _hit(value, start, end, sure=match.group().startswith("+"))
        for pattern in (_NATIONAL, _BARE):
            for match in pattern.finditer(value):
                start, end = match.span()
                if _has_cue(text, start) and is_free(value, start, end, joins=".-/"):
                    yield _hit(value, start, end, sure=False)


def _hit(value: str, start: int, end: int, *, sure: bool) -> Hit:
    digits = "".join(filter(str.isdigit, value[start:end]))
    why = f"{len(digits)} digits in the shape of a phone number."
    reason = ""
    if not 8 <= len(digits) <= 15 and not (len(digits) == 7 and not sure):
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
    return field_of(text.key) is Field.PHONE or _CUE.search(before) is not None
