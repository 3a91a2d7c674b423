"""The first steps of a large log, read before the rest of it: what a person looks at while it is read."""

from __future__ import annotations

from workbench.core.errors import Unreadable
from workbench.core.files import MAX_FILE, SourceFile, Unit, packing_of, read_start

#: How much of each file is read. Up to the end of the last turn in it, so that no call is cut in two.
SIZE = 4 * 1024 * 1024  # bytes
_TURN_ENDS = b'"turn/end"'


class Beginning(Unit):
    """A unit of which only the beginning of each file is read. Raises ``Unreadable`` where a file has
    none that stands by itself: a packed one, or one whose first turn goes on for longer."""

    def file(self, name: str, *, limit: int = MAX_FILE) -> SourceFile:
        data, whole = read_start(self.folder, name, SIZE)
        if whole:
            return super().file(name, limit=limit)
        end = data.find(b"\n", data.rfind(_TURN_ENDS)) + 1
        if packing_of(data) or _TURN_ENDS not in data or not end:
            raise Unreadable("The beginning of this log does not stand by itself")
        return SourceFile(name, data[:end], stored_size=len(data), stored_digest="")
