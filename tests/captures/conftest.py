"""Stores over SQLite and over PostgreSQL, each empty, for one test."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from postgresql_server import MISSING, Server, programs, running
from store_world import Clocks, World, memory_folder

from workbench.captures.sealing import VARIABLE

KINDS = ("sqlite-files", "sqlite-database", "postgresql-files", "postgresql-database")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One server a test process; skips in one line where none can be started."""
    found = programs()
    if found is None:
        pytest.skip(MISSING)
    with running(found) as started:
        yield started


@pytest.fixture
def place() -> Iterator[Path]:
    """An empty folder, in memory where there is such a place: thousands of flushes cost no time."""
    folder = memory_folder("wb-store-")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def make(place: Path, request: pytest.FixtureRequest) -> Callable[..., World]:
    """Makes the place for a store of one of :data:`KINDS`."""

    def made(kind: str = "sqlite-files", *, encryption: str = "") -> World:
        backend, blobs = kind.split("-")
        root = place / kind
        root.mkdir(mode=0o700)
        if backend == "sqlite":
            return World(root, backend, blobs, encryption, Clocks())
        own: Server = request.getfixturevalue("server")
        return World(root, backend, blobs, encryption, Clocks(), own, own.schema())

    return made


@pytest.fixture(params=("sqlite-files", "postgresql-database"))
def world(make: Callable[..., World], request: pytest.FixtureRequest) -> World:
    """A place for a store, once over each database."""
    return make(request.param)


@pytest.fixture(params=KINDS)
def any_world(make: Callable[..., World], request: pytest.FixtureRequest) -> World:
    """A place for a store of every kind."""
    return make(request.param)


@pytest.fixture
def encryption_key(monkeypatch: pytest.MonkeyPatch) -> str:
    """A key in the environment."""
    key = base64.urlsafe_b64encode(bytes(range(32))).decode()
    monkeypatch.setenv(VARIABLE, key)
    return key
