"""From whatever is handed in to the files that are stored: read, recognised, checked, renamed.

A source is a path, bytes, or a play's fixture as an object. It is only read. What no family reads is
refused with its reason, and nothing of it is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from workbench.captures.errors import NotAdmitted
from workbench.captures.naming import derives, opaque_name
from workbench.captures.units import HeldUnit, ending_of, fitting_ending
from workbench.core.canonical import JSON, canonical_bytes, digest, digest_bytes
from workbench.core.errors import Refused, UnknownFamily, WorkbenchError
from workbench.core.files import Unit, safe_name
from workbench.core.fixture import Fixture, open_unit
from workbench.findings import KnownIdentities

#: A path, the bytes of one file, or the object that ``capture_session`` gives.
Source: TypeAlias = "str | Path | bytes | Mapping[str, JSON]"
_ANY_NAME = "capture"


@dataclass(frozen=True, slots=True)
class Admitted:
    """A capture that may be stored: its new name, its unit and files, and what it is."""

    name: str
    unit: str
    files: Mapping[str, bytes] = field(repr=False)
    family: str
    content: str = field(repr=False)  # SHA-256 of the content without its name

    @property
    def size(self) -> int:
        return sum(map(len, self.files.values()))


def admitted(source: Source, *, known: KnownIdentities, name: str = "") -> Admitted:
    """Read a source under a new opaque name, or under one made before.

    Raises ``Refused`` for what no family reads, ``NotAdmitted`` for a capture whose own label is
    derived from somebody it belongs to.
    """
    label = name or opaque_name(known)
    unit, files = _read(source, label)
    fixture = open_unit(HeldUnit(label, files, is_folder=unit == label))
    _check_labels(fixture, label, known)
    return Admitted(label, unit, files, fixture.family, _content(fixture))


def _read(source: Source, label: str) -> tuple[str, dict[str, bytes]]:
    if isinstance(source, (str, Path)):
        return _from_path(Unit.at(Path(source)), label)
    data = source if isinstance(source, bytes) else _document(source)
    ending = fitting_ending(label, data)
    if not ending:
        raise UnknownFamily(
            "No family recognises these bytes",
            means="Nothing was stored",
            cure="Check that they are a whole capture, or give the path of the file",
        )
    return f"{label}{ending}", {f"{label}{ending}": data}


def _from_path(unit: Unit, label: str) -> tuple[str, dict[str, bytes]]:
    if not unit.is_folder:
        data = unit.stored(unit.name)
        ending = ending_of(unit.name) or fitting_ending(label, data)
        return f"{label}{ending}", {f"{label}{ending}": data}
    # Only what the family reads: other files of the folder are no part of the capture.
    read = open_unit(unit)
    return label, {safe_name(file.name): unit.stored(file.name) for file in read.files}


def _document(source: Mapping[str, JSON]) -> bytes:
    try:
        return canonical_bytes(source)
    except WorkbenchError as error:
        raise Refused(
            "This object cannot be written as JSON",
            means=f"Nothing was stored: {error.what.lower()}",
            cure="Hand in what capture_session gave, unchanged",
        ) from None


def _check_labels(fixture: Fixture, label: str, known: KnownIdentities) -> None:
    """What a capture is called must not tell whose it is: its own name, and its files' names."""
    labels = {text.value for text in fixture.label_texts()}
    if any(derives(each, known) for each in labels if not each.startswith(label)):
        raise NotAdmitted(
            "The capture's own name is derived from an identity of somebody it belongs to",
            means="A name stays in the fixture, so nothing was stored",
            cure="Capture it again under a name that the store made (new_name)",
            code="name_identifies",
        )


def _content(fixture: Fixture) -> str:
    """A digest of the content that is the same whatever the capture is called."""
    try:
        files = fixture.export(_ANY_NAME)
    except WorkbenchError:
        return fixture.digest
    return digest({name: digest_bytes(data) for name, data in files.items()})
