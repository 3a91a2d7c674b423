"""One replay in a process of its own: ``python -m workbench.review.replay_worker``.

A request comes on stdin (a JSON line, then the files' bytes), so that no captured byte touches a disk
or a command line. The answer goes to stdout: a JSON line, then the golden bytes.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from functools import cached_property
from importlib.metadata import entry_points
from pathlib import Path
from typing import BinaryIO

from workbench.core.canonical import JSON
from workbench.core.errors import WorkbenchError
from workbench.core.files import HEAD, MAX_FILE, SourceFile, Unit
from workbench.core.fixture import (
    ENTRY_POINT_GROUP,
    Family,
    Replay,
    ReplayEnvironment,
    ReplayStatus,
)
from workbench.core.outcome import golden_bytes


class HeldUnit(Unit):
    """A unit whose files are in memory: bytes that will be exported, before they are anywhere."""

    def __init__(self, name: str, files: Mapping[str, bytes]) -> None:
        super().__init__(Path("held"), name)
        self._held = dict(files)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted({name.split("/", 1)[0] for name in self._held}))

    def file(self, name: str, *, limit: int = MAX_FILE) -> SourceFile:
        if name not in self._held:
            return super().file(name, limit=limit)  # raises the usual error for an absent file
        if name not in self._files:
            self._files[name] = SourceFile.of(name, self._held[name], limit=limit)
        return self._files[name]

    def stored(self, name: str, *, limit: int = MAX_FILE) -> bytes:
        if name not in self._held:
            return super().stored(name, limit=limit)
        return self._held[name]

    def head(self, name: str | None = None) -> bytes:
        wanted = self.name if name is None else name
        return self.file(wanted).data[:HEAD] if wanted in self._held else b""


def _family(name: str) -> Family:
    """The family of that name, without loading the others."""
    (entry,) = entry_points(group=ENTRY_POINT_GROUP, name=name)
    found: Family = entry.load()
    return found


def unit_name(family_name: str, names: tuple[str, ...]) -> str:
    """Which of the exported names is the unit: ``"."`` for a folder."""
    candidates = _family(family_name).candidates(names)
    return candidates[0] if candidates else "."


def replay_held(
    family_name: str, files: Mapping[str, bytes], *, environment: ReplayEnvironment
) -> Replay:
    """Read and replay files that are held in memory. Raises ``Refused``."""
    name = unit_name(family_name, tuple(sorted(files)))
    return _family(family_name).read(HeldUnit(name, files)).replay(environment)


def main() -> None:
    """Answer one request."""
    answers = os.fdopen(os.dup(1), "wb")
    # Whatever an engine or a library prints must not get between the answer's bytes.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    head, golden = _answer(sys.stdin.buffer)
    answers.write(json.dumps(head).encode("ascii") + b"\n" + golden)
    answers.flush()


def _answer(stream: BinaryIO) -> tuple[dict[str, JSON], bytes]:
    try:
        request = json.loads(stream.readline())
        files = {name: stream.read(size) for name, size in request["files"]}
        replay = replay_held(request["family"], files, environment=_environment(request))
    except WorkbenchError as error:
        return {"status": "refused", "reason": error.code, "sentence": error.what}, b""
    except Exception as error:  # the class only: its message may quote the capture
        return {"status": "crashed", "reason": type(error).__name__}, b""
    replayed = replay.status is ReplayStatus.REPLAYED
    head: dict[str, JSON] = {
        "status": replay.status.value,
        "reason": replay.reason,
        "engine": replay.engine,
        "sentence": replay.sentence,
    }
    return head, golden_bytes(replay.outcome) if replayed else b""


def _environment(request: Mapping[str, JSON]) -> ReplayEnvironment:
    campaigns, engines = request.get("campaigns"), request.get("engines")
    return ReplayEnvironment(
        campaigns=tuple(Path(str(path)) for path in campaigns)
        if isinstance(campaigns, list)
        else (),
        engines={
            version: tuple(str(part) for part in command)
            for version, command in engines.items()
            if isinstance(command, list)
        }
        if isinstance(engines, dict)
        else {},
    )


if __name__ == "__main__":
    main()
