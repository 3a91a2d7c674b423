"""Where the reviewer is: which view, item, step, finding and reading. Value-free, and kept for a resume.

Source: ``spec/review-ux.md`` §5.5: same item, same pane, same step after the lid was closed. The file
lies beside the journal and holds keys and numbers only.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from workbench.core.errors import WorkbenchError
from workbench.core.files import write_file

FILE = "place.json"
FOLDER = ".workbench"  # in the review folder
VIEWS = ("queue", "item", "timeline", "name", "outcome", "door")
READINGS = ("plain", "decoded", "raw", "before_after", "overview")


@dataclass(frozen=True, slots=True)
class Position:
    """One place in the review. ``item`` and ``finding`` are keys; ``range`` are step indices."""

    view: str = "queue"
    item: str = ""
    at: int = 0  # index into the steps
    finding: str = ""
    reading: str = "decoded"
    range: tuple[int, int] | None = None
    filter: str = "all"

    def entering(self, item: str) -> Position:
        """The same reviewer at the start of another item."""
        return replace(
            self, view="item", item=item, at=0, finding="", reading="decoded", range=None
        )


def load(*folders: Path) -> Position:
    """The position that was kept last in one of the folders, or the start. A damaged file is no reason to stop.

    A review whose folder cannot be written to any more stands where it stood before.
    """
    with suppress(OSError, ValueError, TypeError, KeyError):
        kept = [place / FILE for place in folders if (place / FILE).is_file()]
        latest = max(kept, key=lambda path: path.stat().st_mtime_ns)
        return _position(json.loads(latest.read_text(encoding="utf-8")))
    return Position()


def _position(data: dict[str, Any]) -> Position:
    known = {name.name for name in fields(Position)}
    kept = {key: value for key, value in data.items() if key in known}
    if kept.get("range") is not None:
        first, last = kept["range"]
        kept["range"] = (int(first), int(last))
    position = Position(**kept)
    sound = position.view in VIEWS and position.reading in READINGS and position.at >= 0
    return position if sound and isinstance(position.item, str) else Position()


def save(folder: Path, position: Position) -> None:
    """Keep the position, if the folder can be written to; it is a convenience, not a decision."""
    if folder.is_dir():
        with suppress(WorkbenchError, OSError):
            write_file(folder / FILE, json.dumps(asdict(position)).encode(), mode=0o600)
