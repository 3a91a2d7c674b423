"""A capture's files in memory, and under which names the store keeps them.

The name a file came with is dropped: it may name a person. Only its ending stays, and only where it
is one of a short list, since the families tell formats by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from workbench.core.errors import Unreadable
from workbench.core.files import HEAD, MAX_FILE, SourceFile, Unit
from workbench.core.fixture import Fixture, families, open_unit

#: Longest first, so that the ending of a packed file is found whole.
ENDINGS = tuple(
    f"{ending}{packing}"
    for ending in (".fixture.json", ".jsonl", ".yaml", ".yml", ".json", ".har", ".httprr")
    for packing in (".zstd", ".zst", ".gz", "")
)


class HeldUnit(Unit):
    """A unit whose files are in memory. ``label`` is the name the capture goes by."""

    def __init__(self, label: str, files: Mapping[str, bytes], *, is_folder: bool) -> None:
        super().__init__(Path("/"), "." if is_folder else next(iter(files)))
        self._label = label
        self._stored = dict(files)

    @property
    def label(self) -> str:
        return self._label

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._stored))

    def file(self, name: str, *, limit: int = MAX_FILE) -> SourceFile:
        if name not in self._files:
            self._files[name] = SourceFile.of(name, self.stored(name), limit=limit)
        return self._files[name]

    def stored(self, name: str, *, limit: int = MAX_FILE) -> bytes:
        if name not in self._stored:
            raise Unreadable("The capture holds no file of this name")
        return self._stored[name]

    def head(self, name: str | None = None) -> bytes:
        wanted = self.name if name is None else name
        try:
            return self.file(wanted).data[:HEAD]
        except Unreadable:
            return b""


def opened(label: str, unit: str, files: Mapping[str, bytes]) -> Fixture:
    """The fixture of a stored capture, read from memory. Raises ``Refused``."""
    return open_unit(HeldUnit(label, files, is_folder=unit == label))


def ending_of(name: str) -> str:
    """The ending that is kept of a file's name; "" for one that no family tells a format by."""
    lower = name.lower()
    for ending in sorted(ENDINGS, key=len, reverse=True):
        if lower.endswith(ending):
            return ending
    return ""


def fitting_ending(label: str, data: bytes) -> str:
    """The first ending under which a family recognises bytes that came without a name; else ""."""
    for ending in ENDINGS:
        name = f"{label}{ending}"
        unit = HeldUnit(label, {name: data}, is_folder=False)
        if any(
            member.candidates([name]) and member.recognise(unit).matches for member in families()
        ):
            return ending
    return ""
