"""What the worst fixtures and texts cost: processor time and memory for ten megabytes.

Fixtures are written to a folder, opened and scanned from there; texts are repetitions of what a check or a
decoder looks for, made from the trees of their own patterns, and of what strangers send. Each case runs in a
process of its own, so that its peak of memory is its own. A mailbox is planted in every one, and it has to be
found, or the scan has to say what was not checked, before the time counts. Run::

    python benchmarks/hostile.py [fixtures|texts|patterns] [megabytes] [part of a name]
"""

from __future__ import annotations

import os
import pickle
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import hostile_fixtures
import hostile_texts

from workbench.core.fixture import open_fixture
from workbench.core.places import Role, Text, Utf8Map
from workbench.findings import KnownIdentities, Scan, scan
from workbench.findings.fastest_engine import WORTH_COMPILING
from workbench.findings.scanning import scan_texts

BAR = 3.0  # processor seconds for 10 MB
MOST_MEMORY = 10  # times the size of what is scanned
LONGEST = 60  # processor seconds after which a case is stopped
SHOWN = 15
MAILBOX = "zebedee" + "@" + "harbour-light.dev"


@dataclass(frozen=True)
class Cost:
    """What one case took: bytes read, processor seconds, bytes of memory, and how it was told."""

    name: str
    size: int
    seconds: float
    memory: int
    told: str

    @property
    def for_ten(self) -> float:
        return self.seconds * 10e6 / self.size

    @property
    def times(self) -> float:
        return self.memory / self.size


def warm() -> None:
    """As much text as makes the engine choose once: compiling is no case's cost."""
    line = "a plain line of words that nothing looks for\n"
    value = line * (WORTH_COMPILING // len(line) + 1) + MAILBOX
    text = Text(value, Role.PROSE, "f", "/1", Utf8Map("f", 0, value))
    checked(scan_texts([text], known=KnownIdentities()))
    for name in (
        "cassette, headers",
        "cassette, headers of a HAR",
        "log, messages",
        "play, submissions",
    ):
        with tempfile.TemporaryDirectory() as folder:
            scan(open_fixture(hostile_fixtures.FIXTURES[name](Path(folder), 1_000, MAILBOX)))


def checked(result: Scan) -> str:
    """How the scan told of the planted mailbox. Raises ``AssertionError`` if it is silent."""
    if result.crashed:
        raise AssertionError(f"a check stopped: {result.crashed}")
    if any(MAILBOX in found.value for found in result.findings):
        return "found"
    if not result.not_checked:
        raise AssertionError("the planted mailbox was not found, and nothing was said")
    return f"said: {result.not_checked[0].reason}"


def measured(name: str, size: int, work: Callable[[], Scan]) -> Cost:
    """``work`` in a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
        before, started = _memory(), time.process_time()
        try:
            told = checked(work())
        except AssertionError as error:
            told = f"WRONG: {error}"
        cost = Cost(name, size, time.process_time() - started, _memory() - before, told)
        with os.fdopen(writing, "wb") as out:
            pickle.dump(cost, out)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as source:
        data = source.read()
    os.waitpid(child, 0)
    if not data:
        return Cost(name, size, float("inf"), 0, "WRONG: ended by an error, or stopped")
    found: Cost = pickle.loads(data)
    return found


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def fixtures(size: int, wanted: str) -> Iterator[Cost]:
    """Whole fixtures of every family, from their files."""
    for name, make in hostile_fixtures.FIXTURES.items():
        if wanted not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = make(Path(folder), size, MAILBOX)
            files = (
                [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
            )
            read = sum(file.stat().st_size for file in files)
            yield measured(name, read, lambda path=path: scan(open_fixture(path)))


def texts(size: int, wanted: str) -> Iterator[Cost]:
    """One text each, of what strangers send."""
    yield from _texts(hostile_texts.PIECES, size, wanted)


def patterns(size: int, wanted: str) -> Iterator[Cost]:
    """One text each, of what a pattern of a check or a decoder looks for, and of what nearly is that."""
    yield from _texts(hostile_texts.from_patterns(), size, wanted)


def _texts(pieces: dict[str, str], size: int, wanted: str) -> Iterator[Cost]:
    for name, piece in pieces.items():
        if wanted not in name:
            continue
        many = size // len(piece.encode("utf-8", "surrogatepass")) + 1
        value = f"{MAILBOX} \n{piece * many}"
        text = Text(value, Role.PROSE, "f", "/1", Utf8Map("f", 0, value), key="content")
        yield measured(name, size, lambda text=text: scan_texts([text], known=KnownIdentities()))


def report(title: str, costs: list[Cost]) -> None:
    """The dearest cases, and those that take more memory than they may."""
    over = [cost for cost in costs if cost.for_ten > BAR or cost.times > MOST_MEMORY]
    print(
        f"\n{title}: {len(costs)} cases, {len(over)} over {BAR:.0f} s or {MOST_MEMORY} × its size\n"
    )
    print("| case | seconds for 10 MB | memory × size | planted mailbox |\n|---|---|---|---|")
    shown = sorted(costs, key=lambda cost: -cost.for_ten)[:SHOWN]
    shown += [cost for cost in over if cost not in shown]
    for cost in shown:
        print(f"| {cost.name} | {cost.for_ten:.1f} | {cost.times:.1f} | {cost.told} |")


def main() -> None:
    """Run the measures named, or all. Ends with code 1 where a case is silent about what it holds."""
    measures = {"fixtures": fixtures, "texts": texts, "patterns": patterns}
    named = [word for word in sys.argv[1:] if word in measures] or list(measures)
    numbers = [float(word) for word in sys.argv[1:] if word.replace(".", "").isdigit()]
    rest = [
        word
        for word in sys.argv[1:]
        if word not in measures and not word.replace(".", "").isdigit()
    ]
    size = int((numbers or [10.0])[0] * 1e6)
    warm()
    wrong = False
    for name in named:
        costs = []
        for cost in measures[name](size, rest[0] if rest else ""):
            costs.append(cost)
            print(
                f"{cost.for_ten:6.2f} {cost.times:5.1f} {cost.name}: {cost.told}",
                file=sys.stderr,
                flush=True,
            )
        report(name, costs)
        wrong = wrong or any(cost.told.startswith("WRONG") for cost in costs)
    sys.exit(wrong)


if __name__ == "__main__":
    main()
