"""A store, its clocks and its captures, as these tests use them."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from postgresql_server import Server

from workbench.captures import Added, Fault, Reading, Report, Store
from workbench.captures.parts import Options, Parts, opened

DAY = 86_400
#: Identities that are visibly made up, and appear nowhere by chance.
ACCOUNT = "acct-zq-canary-0077"
OTHER = "acct-zq-other-0088"
SEED = "quartz-zq-seed-canary"
REPORT = Report(session="sess-zq-canary-41", reporter="player")
FAULT = Fault(severity="error")


def memory_folder(prefix: str) -> Path:
    """A new folder, in memory where that can be had."""
    memory = os.access("/dev/shm", os.W_OK)
    return Path(tempfile.mkdtemp(prefix=prefix, dir="/dev/shm" if memory else None))


def play(seed: str = SEED, name: str = "", *, steps: int = 1) -> bytes:
    """A play of a campaign that is not here: it loads, and that is all a store needs."""
    return json.dumps(
        {
            "name": name or "zq-opaque-label",
            "config": {"campaignId": "harbour-example", "seed": seed},
            "campaignVersion": "1",
            "capturedUnder": "0.0.0",
            "submissions": [{"actionId": f"choice-{number}"} for number in range(steps)],
        }
    ).encode()


class Clocks:
    """Clocks in the hand of a test. ``wall`` may jump; ``uptime`` only goes on until a restart."""

    def __init__(self) -> None:
        self.wall, self.boot, self.uptime = 1_000_000.0, "run-1", 50.0

    def __call__(self) -> Reading:
        return Reading(self.wall, self.boot, self.uptime)

    def go_on(self, seconds: float) -> None:
        self.wall += seconds
        self.uptime += seconds

    def restart(self) -> None:
        self.boot, self.uptime = self.boot + "+", 3.0


@dataclass(frozen=True)
class World:
    """One place for a store: which kind, where, and the clocks that stand over it."""

    root: Path
    kind: str  # "sqlite" | "postgresql"
    blobs: str  # "files" | "database"
    encryption: str
    clocks: Clocks
    server: Server | None = None
    schema: str = ""

    @property
    def folder(self) -> Path:
        return self.root / "store"

    @property
    def where(self) -> str | Path:
        if self.server is None:
            return self.folder
        return self.server.url(self.schema)

    def options(self, **more: Any) -> dict[str, Any]:
        return {
            "folder": self.folder,
            "blobs": self.blobs,
            "encryption": self.encryption or None,
            "clock": self.clocks,
            **more,
        }

    def open(self, **more: Any) -> Store:
        return Store.open(self.where, **self.options(**more))

    def parts(self) -> Parts:
        """The store's parts, without the recovery and the purge that a start begins with."""
        options = self.options()
        return opened(self.where, Options(**options))

    def copy(self, root: Path) -> World:
        """The same SQLite store at another place, byte by byte."""
        shutil.copytree(self.root, root)
        return replace(self, root=root)

    def units(self) -> list[str]:
        """What stands in the folders of captures, staged things included, journals left out."""
        found = []
        for part in ("captures", "sealed", "staging"):
            folder = self.folder / part
            found += [path.name for path in folder.iterdir() if path.name != ".workbench"]
        return sorted(found)

    def holding(self, *values: str) -> list[str]:
        """The files below the store's folder that hold one of the values, as it is."""
        found = []
        for path in sorted(self.root.rglob("*")):
            if path.is_file():
                data = path.read_bytes()
                found += [path.name for value in values if value.encode() in data]
        return found


def put(store: Store, source: Any = None, account: Any = ACCOUNT, **more: Any) -> Added:
    """Add a capture that somebody reported."""
    options: Mapping[str, Any] = {"trigger": REPORT, "per_hour": 600, **more}
    return store.add(play() if source is None else source, accounts=account, **options)
