"""Bodies that stand in files of their own: WireMock keeps them in a folder beside its stubs.

A name that leads out of that folder is refused; a file that is not there is said, and its exchange
cannot be answered. Source: ``spec/http-cassettes.md`` §7.9.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from workbench.cassettes.errors import CassetteError, invalid
from workbench.cassettes.model import Cassette, Form, Interaction, Stored
from workbench.core.errors import TooLarge, Unreadable, UnsafeName
from workbench.core.files import MAX_FILE, SourceFile, Unit, safe_name
from workbench.core.fixture import Note

FOLDER = "__files"
_NOT_HERE = "An answer's body stands in another file that is not here, so it cannot be served"

Read = Callable[[str], bytes]


def elsewhere(name: str, at: str) -> Stored:
    """A body that the companion file ``name`` holds, before it is looked for."""
    return Stored(b"", Form.ELSEWHERE, at, f"{FOLDER}/{name}")


def beside(unit: Unit) -> Read:
    """Reads companions of a unit: beside it, or beside the folder ``mappings`` that it lies in."""

    def read(name: str) -> bytes:
        try:
            return unit.stored(name)
        except Unreadable:
            above = _folder_of_stubs(unit.folder)
            # Only what is on a disk has a folder above it.
            if above is None or type(unit) is not Unit:
                raise
            return Unit(above, ".").stored(name)

    return read


def _folder_of_stubs(folder: Path) -> Path | None:
    for inner in (folder, *folder.parents):
        if inner.name == "mappings":
            return inner.parent
    return None


def with_companions(cassette: Cassette, read: Read | None) -> Cassette:
    """The cassette with the bodies of its companion files.

    Raises ``CassetteError`` for a name that leads out of their folder, ``TooLarge`` where together
    they are larger than one file may be.
    """
    if not any(item.response.stored.form is Form.ELSEWHERE for item in cassette.interactions):
        return cassette
    found: dict[str, bytes] = {}
    notes: list[Note] = []
    interactions: list[Interaction] = []
    for item in cassette.interactions:
        stored = item.response.stored
        if stored.form is Form.ELSEWHERE:
            where = f"exchange {item.index + 1}"
            data = _read(stored.file, read, found, where)
            if data is None:
                notes.append(Note(_NOT_HERE, where, "ask"))
            else:
                held = replace(stored, held=data, form=Form.RAW)
                item = replace(item, response=replace(item.response, stored=held))
        interactions.append(item)
    files = tuple(_source(name, data) for name, data in sorted(found.items()))
    return replace(
        cassette,
        interactions=tuple(interactions),
        notes=(*cassette.notes, *notes),
        companions=files,
    )


def _read(name: str, read: Read | None, found: dict[str, bytes], where: str) -> bytes | None:
    try:
        safe_name(name)
    except UnsafeName:
        raise _outside(where) from None
    if name not in found and read is not None:
        try:
            found[name] = read(name)
        except Unreadable:
            return None
        if sum(map(len, found.values())) > MAX_FILE:
            raise TooLarge(f"The bodies beside the stubs are larger than {MAX_FILE:,} bytes")
    return found.get(name)


def _source(name: str, data: bytes) -> SourceFile:
    """A companion as it is: a packed body stays packed, as it is sent."""
    return SourceFile(name, data, len(data), hashlib.sha256(data).hexdigest())


def _outside(where: str) -> CassetteError:
    return invalid(
        "cassette names a body outside its folder of bodies",
        where=where,
        details={"entry": where},
    )
