"""Identities in lines that name them: ``phone: …``, ``address: …``, ``session_id=…`` in plain text."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.core.places import Role, Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.fields import Field, field_of, name_endings
from workbench.findings.finding import Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.identity_fields import identity_hit
from workbench.findings.patterns import Pattern

#: The classes that are read here; the others have checks with cues of their own, or common names.
_READ = (
    Field.SESSION, Field.PROFILE, Field.ACCOUNT, Field.PHONE, Field.ADDRESS, Field.HOST, Field.IP,
)  # fmt: skip
_ASSIGNS = r"[\"']?[ \t]{0,3}[:=][ \t]{0,3}[\"']?"
_VALUE = r"[^\s\\\"'<>{}\[\]|;&][^\n\\\"'<>{}\[\]|;&]"
_ENDINGS = "|".join("[ _-]*".join(ending) for ending in name_endings(_READ))
_LINE = Pattern(
    r"(?:^|[\s,;{(\[\"'&?]|\\n)([A-Za-z][A-Za-z0-9_-]{1,30}(?: [A-Za-z]{2,12})?)"
    rf"{_ASSIGNS}({_VALUE}{{2,120}})",
    holds=rf"(?i)(?:{_ENDINGS})[_-]*{_ASSIGNS}{_VALUE}{{2}}",
)
_SENTENCE = frozenset({Field.ADDRESS, Field.PHONE})


class LabelledLines:
    """The value after a name that says what it is, as configuration and tools print it."""

    id = "labelled-line"
    title = "an identity"
    kind = Kind.ACCOUNT_ID
    stand_in = "id"
    trigger = Trigger(patterns=(_LINE,))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        if text.role in (Role.KEY, Role.LABEL, Role.FIXED):
            return
        for match in held.matches(_LINE, text.value):
            field = field_of(match.group(1))
            if field is Field.NONE:
                field = field_of(match.group(1).rpartition(" ")[2])
            if field not in _READ:
                continue
            value = match.group(2).rstrip(" .,!")
            if field not in _SENTENCE:
                value = value.partition(" ")[0].rstrip(".,!:)")
            yield from identity_hit(field, value, match.start(2))
