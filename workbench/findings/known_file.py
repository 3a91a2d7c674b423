"""Known identities from a file of the user's: ``kind:value``, one a line. Never written anywhere."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from workbench.core.errors import Refused, Unreadable
from workbench.findings.known import KnownIdentities

_FIELDS = {
    "name": "names",
    "user": "users",
    "email": "emails",
    "id": "ids",
    "host": "hosts",
    "other": "others",
}
KINDS = ", ".join(_FIELDS)


def read_known(path: Path | None) -> KnownIdentities | None:
    """The identities in the file at ``path``; ``None`` for no path.

    Empty lines and lines that begin with ``#`` are left out. Raises ``Unreadable`` for a file that
    cannot be read, ``Refused`` for a line that names no kind; no value is in either message.
    """
    if path is None:
        return None
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        raise Unreadable(
            "The file of known identities cannot be read",
            means="Without it the derived-from checks would be missing, so nothing was checked",
            cure="Check that it is there and is UTF-8 text",
        ) from None
    return known_of(enumerate(lines, start=1))


def known_of(lines: Iterable[tuple[int, str]]) -> KnownIdentities:
    """The identities in numbered lines of such a file. Raises ``Refused`` naming the line."""
    found: dict[str, list[str]] = {field: [] for field in _FIELDS.values()}
    for number, line in lines:
        if line.strip() and not line.startswith("#"):
            field, value = _identity(line, number)
            found[field].append(value)
    return KnownIdentities(**{field: tuple(values) for field, values in found.items()})


def _identity(line: str, number: int) -> tuple[str, str]:
    kind, _, value = line.partition(":")
    field = _FIELDS.get(kind.strip().lower())
    if field is None or not value.strip():
        raise Refused(
            "A line of the file of known identities is not kind:value",
            where=f"line {number}",
            means="An identity that is not understood would not be looked for",
            cure=f"Begin the line with one of {KINDS}, and a colon",
            code="bad_known",
        )
    return field, value.strip()
