"""Identities whose key, header or parameter name says what they are (``spec/detection.md`` §2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from workbench.core.places import Role, Text, pointer_members
from workbench.findings.check import Hit, Trigger
from workbench.findings.fields import Field, field_of, fold_name
from workbench.findings.finding import Certainty, Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.identity_fields import identity_hit
from workbench.findings.person_names import is_full_name

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
        Field.NAME,
    }
)
_LONGEST = 300
_OF_PEOPLE_TEXT = """
profile user author owner customer person people contact account patient member employee sender
recipient committer maintainer player student  assignee reporter participant
participants users members authors contacts
"""
_OF_PEOPLE = frozenset(_OF_PEOPLE_TEXT.split())


class NamedFields:
    """Session, profile and account ids, names, logins, phones, addresses and hosts by field name."""

    id = "named-field"
    title = "an identity"
    kind = Kind.ACCOUNT_ID
    stand_in = "id"
    trigger = Trigger(fields=_FIELDS)

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        if text.role in (Role.KEY, Role.LABEL, Role.FIXED) or len(text.value) > _LONGEST:
            return ()
        field = field_of(text.key)
        if field is Field.NAME:
            return _name(text)
        return identity_hit(field, text.value)


def _name(text: Text) -> Iterable[Hit]:
    """A bare ``name`` is a person's when what has it is a person; otherwise it is a weak sign."""
    members = pointer_members(text.pointer)
    holder = next((name for name in reversed(members[:-1]) if not name.isdigit()), "")
    if fold_name(holder) in _OF_PEOPLE:
        yield from identity_hit(Field.PERSON, text.value)
    elif is_full_name(text.value.strip()):
        for hit in identity_hit(Field.PERSON, text.value):
            yield replace(hit, certainty=Certainty.WEAK, spreads=False)
