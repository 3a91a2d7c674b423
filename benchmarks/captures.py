"""The capture store at 100,000 captures: list, filter, open, add, lease, delete, purge, and the queue.

``python benchmarks/captures.py [captures]``. Wall time, the median of each measure's rounds, and the
ratio to a floor of the same run: one row by its key over the bare driver, and one small file flushed to
the disk (``TMPDIR`` chooses it). Every result is checked before its time counts. Memory is the growth of the peak of a process
of its own.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from sqlalchemy import insert

from workbench.captures import Filter, Report, Store
from workbench.captures.clock import Reading
from workbench.captures.keys import account_tag
from workbench.captures.naming import opaque_name
from workbench.captures.tables import accounts, captures, identities
from workbench.review import Review
from workbench.review.custody import Lease
from workbench.review.forgetting import forget_captures

DAY = 86_400
FAMILIES = ("plays", "cassettes", "session_logs")
REPORT = Report("session-example", "operator")
QUEUE = 10_000
PURGED = 100  # captures one purge deletes
ROUNDS = 15


class Clock:
    """A clock that a benchmark moves."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> Reading:
        return Reading(self.now)


def play(number: int) -> bytes:
    """A small play that loads."""
    return json.dumps(
        {
            "name": "made-for-measuring",
            "config": {"campaignId": "harbour-example", "seed": f"seed-{number}"},
            "campaignVersion": "1",
            "capturedUnder": "0.0.0",
            "submissions": [{"actionId": "wait"}],
        }
    ).encode()


def filled(folder: Path, count: int, clock: Clock) -> Store:
    """A store with ``count`` captures, as additions would have left it; 100 end in each minute."""
    store = Store.open(folder, clock=clock, traces=forget_captures)
    parts = store._parts
    for start in range(0, count, 5_000):
        rows = [row(parts.key, number) for number in range(start, min(start + 5_000, count))]
        for one in rows:
            path = folder / "captures" / str(one["unit"])
            path.write_bytes(play(int(one["number"])))
            path.chmod(0o600)
        with parts.database.writing() as connection:
            connection.execute(insert(captures), rows)
            mapped = [
                {
                    "tag": account_tag(parts.key, f"account-{one['number']}"),
                    "capture": one["number"],
                }
                for one in rows
            ]
            connection.execute(insert(accounts), mapped)
            held = [{"capture": one["number"], "held": b'{"ids": ["x"]}'} for one in rows]
            connection.execute(insert(identities), held)
    return store


def row(key: bytes, number: int) -> dict[str, str | int]:
    name = opaque_name()
    return {
        "number": number + 1,
        "name": name,
        "unit": f"{name}.fixture.json",
        "files": json.dumps([f"{name}.fixture.json"]),
        "family": FAMILIES[number % 3],
        "state": "live",
        "reason": "",
        "trigger": "report",
        "reporter": "player",
        "jurisdiction": "",
        "content": f"content-{number}",
        "size": len(play(number)),
        "admitted": 0,
        "expires": 14 * DAY + (number // PURGED) * 60,
    }


def median(act: Callable[[], object], rounds: int = ROUNDS) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        act()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def measures(store: Store, folder: Path, clock: Clock, count: int) -> Iterator[tuple[str, float]]:
    """Each measure with its median, in the order of a capture's life."""
    names = [capture.name for capture in store.list(limit=400)]
    turn = iter(names[200:])
    number = iter(range(count + 1, 10 * count))

    def add() -> None:
        assert store.add(
            play(next(number)), trigger=REPORT, accounts="account-new", per_hour=600
        ).new

    def page() -> None:
        assert len(store.list(after=names[150])) == 100

    def filtered() -> None:
        found = store.list(Filter(family="cassettes", within_days=20))
        assert {capture.family for capture in found} == {"cassettes"}

    def find() -> None:
        assert len(store.resolve("account-77")) == 1

    def end() -> None:
        assert store.forget(next(turn)).captures == 1

    def purge() -> None:
        clock.now += 60
        assert store.purge().captures == PURGED

    raw = sqlite3.connect(folder / "captures.sqlite3")
    query = "SELECT * FROM wb_captures WHERE name = ?"
    yield (
        "one row by its key, bare driver (floor)",
        median(lambda: raw.execute(query, (names[99],)).fetchone(), 200),
    )
    yield "one small file, flushed (floor)", median(lambda: flushed(folder), 50)
    yield "list: a page of 100", median(page)
    yield "list: a page of one family", median(filtered)
    yield "count all", median(store.count)
    yield "show one", median(lambda: store.show(names[120]))
    yield "open one", median(lambda: store.fixture(names[120]).digest)
    yield "find by account", median(find)
    yield "take a lease", median(lambda: store.lease(names[130]))
    yield "add one", median(add)
    yield "delete one", median(end)
    clock.now += 14 * DAY - store_time(store) + 300
    store.purge()
    yield f"purge {PURGED} that are over", median(purge)


def store_time(store: Store) -> int:
    with store._parts.database.reading() as connection:
        return store._parts.time.now(connection)


def flushed(folder: Path) -> None:
    path = folder / "floor"
    with path.open("wb") as stream:
        stream.write(play(0))
        stream.flush()
        os.fsync(stream.fileno())
    path.unlink()


def queue(folder: Path) -> tuple[float, float, float]:
    """Seconds until a review has the queue of a store's captures: wall and processor; names alone."""
    with Store.open(folder, clock=Clock(), traces=forget_captures) as store:

        def opened() -> None:
            with store.checkout() as out:
                custody = out.custody(Lease)
                with Review.open(out.folder, state=out.state, custody=custody) as review:
                    rows = review.queue()
                    assert len(rows) == QUEUE
                    assert rows[0].days_left is not None

        opened()
        before = time.process_time()
        wall = median(opened, 5)
        processor = (time.process_time() - before) / 5
        return wall, processor, median(lambda: os.listdir(folder / "captures"), 5)


def growth(act: Callable[[], None]) -> float:
    """MiB by which the peak of a process grows while it does something."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        act()
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        os.write(write, str((after - before) / 1024).encode())
        os._exit(0)
    os.waitpid(child, 0)
    return float(os.read(read, 64))


def walk(folder: Path, clock: Clock, most: int) -> None:
    """List page by page until ``most`` captures were told of."""
    with Store.open(folder, clock=clock, traces=forget_captures, purge=False) as store:
        told, after = 0, ""
        while told < most and (found := store.list(after=after)):
            told += len(found)
            after = found[-1].name


def purge_all(folder: Path, clock: Clock, minutes: int) -> None:
    """Purge everything that ends within so many minutes from now."""
    clock.now += minutes * 60
    with Store.open(folder, clock=clock, traces=forget_captures, purge=False) as store:
        assert store.purge().captures > 0


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    home = Path(tempfile.mkdtemp(prefix="captures-bench-"))
    try:
        clock = Clock()
        folder = home / "store"
        store = filled(folder, count, clock)
        floor = 0.0
        print(f"{count:,} captures")
        for name, seconds in measures(store, folder, clock, count):
            floor = floor or seconds
            print(f"{name:42} {seconds * 1000:9.2f} ms {seconds / floor:9.1f}")
        left = store.count()
        store.close()
        small = growth(lambda: walk(folder, clock, 1_000))
        print(f"{'memory: list 1,000, then all':42} {small:6.1f} MiB, ", end="")
        print(f"{growth(lambda: walk(folder, clock, left)):.1f} MiB")
        few = growth(lambda: purge_all(folder, clock, 20))
        clock.now += 20 * 60
        many = growth(lambda: purge_all(folder, clock, left // PURGED // 2))
        print(f"{'memory: purge 2,000, then half of the rest':42} {few:6.1f} MiB, {many:.1f} MiB")
        filled(home / "queue", QUEUE, Clock()).close()
        wall, processor, names = queue(home / "queue")
        print(f"{f'queue of {QUEUE:,} in a review':42} {wall * 1000:9.2f} ms, ", end="")
        print(f"processor {processor * 1000:.2f} ms, names alone {names * 1000:.2f} ms")
    finally:
        shutil.rmtree(home)


if __name__ == "__main__":
    main()
