"""Identities in lines that name them: ``phone: …``, ``address: …``, ``session_id=…`` in plain text."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.core.places import Role, Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.fields import Field, field_of
from workbench.findings.finding import Kind
from workbench.findings.identity_fields import identity_hit
from workbench.findings.patterns import Pattern

_LINE = Pattern(
    r"(?:^|[\s,;{(\[\"'&?]|\\n)([A-Za-z][A-Za-z0-9_-]{1,30}(?: [A-Za-z]{2,12})?)[\"']?[ \t]{0,3}[:=][ \t]{0,3}[\"']?"
    r"([^\s\\\"'<>{}\[\]|;&][^\n\\\"'<>{}\[\]|;&]{2,120})"
)
_SENTENCE = frozenset({Field.ADDRESS, Field.PHONE})
#: Classes that other checks read with their own cues, or whose names are too common in prose.
_ELSEWHERE = frozenset({Field.PERSON, Field.USERNAME, Field.EMAIL, Field.PATH, Field.PUBLIC})


class LabelledLines:
    """The value after a name that says what it is, as configuration and tools print it."""

    id = "labelled-line"
    title = "an identity"
    kind = Kind.ACCOUNT_ID
    stand_in = "id"
    trigger = Trigger(
        cues=(
            "id=",
            "id:",
            "id :",
            "id =",
            'id"',
            "phone",
            "tel",
            "mobile",
            "fax",
            "address",
            "session",
            "account",
            "profile",
            "host",
            "tenant",
            "org",
            "device",
            "player",
            "member",
            "customer",
        )
    )

    def find(self, text: Text) -> Iterable[Hit]:
        if text.role in (Role.KEY, Role.LABEL, Role.FIXED):
            return
        for match in _LINE.finditer(text.value):
            field = field_of(match.group(1))
            if field is Field.NONE:
                field = field_of(match.group(1).rpartition(" ")[2])
            if field in _ELSEWHERE or field is Field.NONE:
                continue
            value = match.group(2).rstrip(" .,!")
            if field not in _SENTENCE:
                value = value.split()[0].rstrip(".,!:)")
            yield from identity_hit(field, value, match.start(2))
