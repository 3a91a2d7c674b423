"""Whether a notebook may be saved or committed: nothing that a capture holds may stand in it.

Source: ``spec/review-ux.md`` §§9.4, 14 *Residue*, 15.5. Searched in every channel of the file: sources,
outputs, metadata, widget state, attachments. Reads the file only, and says places and never values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.core.canonical import JSON, canonical_text
from workbench.core.files import read_bytes
from workbench.core.json_text import NotJson, parse
from workbench.findings import residue
from workbench.review.words import count, joined


@dataclass(frozen=True, slots=True)
class NotebookCheck:
    """What a search of one notebook file found. ``where`` counts places by channel."""

    values: int  # known values that were searched for
    places_searched: int
    where: tuple[tuple[str, int], ...] = ()

    @property
    def clean(self) -> bool:
        """Whether nothing was found: zero is the only pass."""
        return not self.where

    @property
    def found(self) -> int:
        """In how many places something stands."""
        return sum(number for _, number in self.where)

    @property
    def sentence(self) -> str:
        """The answer in words, without values."""
        known, searched = count(self.values, "known value"), count(self.places_searched, "place")
        if self.clean:
            return f"Yes, it can be saved: 0 of {known} in {searched} of this notebook."
        return (
            f"No: something that was to go is still {joined(self.places)}. Clear it and look again."
        )

    @property
    def places(self) -> tuple[str, ...]:
        """Where something stands, in words: "in this notebook's saved outputs (2 places)"."""
        return tuple(
            f"in this notebook's {channel} ({count(number, 'place')})"
            for channel, number in self.where
        )


def check_notebook(path: Path, values: Sequence[str]) -> NotebookCheck:
    """Search the notebook at ``path`` for ``values`` in every encoding. Raises ``Unreadable``."""
    return search_notebook(read_bytes(path.parent, path.name), values)


def search_notebook(data: bytes, values: Sequence[str]) -> NotebookCheck:
    """Search a notebook file's bytes; one that is no notebook is searched as it is."""
    wanted = tuple(dict.fromkeys(value for value in values if value))
    parts = list(_parts(data))
    # Neutral names: what a part is called is searched like a file name.
    files = {f"{number:04}.json": content for number, (_, content) in enumerate(parts)}
    swept = residue(files, wanted)
    tally: Counter[str] = Counter()
    for place in swept.found:
        tally[parts[place.file_number - 1][0]] += place.count
    for number in swept.not_searched:
        tally[parts[number - 1][0]] += 1
    return NotebookCheck(len(wanted), swept.places_searched, tuple(tally.items()))


def _parts(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The channels of a notebook, each as JSON of its own."""
    try:
        notebook = parse(data)
    except NotJson:
        yield "file", data
        return
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        yield "file", data
        return
    cells = [cell for cell in _list(notebook["cells"]) if isinstance(cell, dict)]
    yield from _channel("sources", (cell.get("source") for cell in cells))
    yield from _channel("saved outputs", (cell.get("outputs") for cell in cells))
    yield from _channel("attachments", (cell.get("attachments") for cell in cells))
    known = {"source", "outputs", "attachments"}
    yield from _channel("cell metadata", (_without(cell, known) for cell in cells))
    metadata = notebook.get("metadata")
    yield from _channel("widget state", [_member(metadata, "widgets")])
    rest = {
        **_without(notebook, {"cells", "metadata"}),
        "metadata": _without(metadata, {"widgets"}),
    }
    yield from _channel("metadata", [rest])


def _channel(name: str, parts: Iterable[JSON]) -> Iterator[tuple[str, bytes]]:
    present = [_joined(part) for part in parts if part]
    if present:
        yield name, canonical_text(present).encode("utf-8", "surrogatepass")


def _joined(part: JSON) -> JSON:
    """A text that the format splits into lines, whole again: a value may go over a line's end."""
    if isinstance(part, list) and part and all(isinstance(line, str) for line in part):
        return "".join(str(line) for line in part)
    if isinstance(part, list):
        return [_joined(inner) for inner in part]
    if isinstance(part, dict):
        return {key: _joined(inner) for key, inner in part.items()}
    return part


def _list(value: JSON) -> list[JSON]:
    return value if isinstance(value, list) else []


def _without(value: JSON, names: set[str]) -> dict[str, JSON]:
    if not isinstance(value, Mapping):
        return {}
    return {key: inner for key, inner in value.items() if key not in names}


def _member(value: JSON, name: str) -> JSON:
    return value.get(name) if isinstance(value, Mapping) else None
