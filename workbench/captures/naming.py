"""The opaque names of captures: drawn at random, and checked against everybody they belong to.

Source: ``spec/play-sessions.md`` §11: never derived from session, profile or account.
"""

from __future__ import annotations

import re
import secrets

from workbench.captures.errors import NotAdmitted
from workbench.findings import KnownIdentities, check_name

#: Without vowels, so that no word appears, and without what is taken for something else.
_LETTERS = "bcdfghjkmnpqrstvwxz23456789"
_LENGTH = 12
_PREFIXES = ("capture", "recording", "sample")
_TRIES = 20
_SHAPE = re.compile(rf"(?:{'|'.join(_PREFIXES)})-[{_LETTERS}]{{{_LENGTH}}}")


def opaque_name(known: KnownIdentities | None = None) -> str:
    """A new name that says nothing and is not derived from any of the identities.

    Raises ``NotAdmitted`` in the odd case that every name is.
    """
    for attempt in range(_TRIES * len(_PREFIXES)):
        word = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
        name = f"{_PREFIXES[attempt // _TRIES]}-{word}"
        if known is None or not derives(name, known):
            return name
    raise NotAdmitted(
        "No name could be made that is not derived from an identity of this capture",
        cure="Check the identities that were given: one of them is part of every name",
    )


def is_opaque(name: str) -> bool:
    """Whether a name has the shape of those that are made here."""
    return _SHAPE.fullmatch(name) is not None


def derives(name: str, known: KnownIdentities) -> bool:
    """Whether a name contains an identity, in any of the forms the name check knows."""
    return any(remark.code == "derived" for remark in check_name(name, known=known))
