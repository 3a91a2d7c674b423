"""Identities whose key, header or parameter name says what they are (``spec/detection.md`` §2)."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.core.places import Role, Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.fields import Field, field_of
from workbench.findings.finding import Kind
from workbench.findings.identity_fields import identity_hit

_FIELDS = frozenset(
    {
        Field.SESSION,
        Field.PROFILE,
        Field.ACCOUNT,
        Field.PERSON,
        Field.USERNAME,
        Field.EMAIL,
        Field.PHONE,
        Field.ADDRESS,
        Field.HOST,
        Field.IP,
    }
)
_LONGEST = 300


class NamedFields:
    """Session, profile and account ids, names, logins, phones, addresses and hosts by field name."""

    id = "named-field"
    title = "an identity"
    kind = Kind.ACCOUNT_ID
    stand_in = "id"
    trigger = Trigger(fields=_FIELDS)

    def find(self, text: Text) -> Iterable[Hit]:
        if text.role in (Role.KEY, Role.LABEL, Role.FIXED) or len(text.value) > _LONGEST:
            return ()
        return identity_hit(field_of(text.key), text.value)
