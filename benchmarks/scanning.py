"""How fast fixtures are scanned from their bytes to findings with places, and what the worst texts cost.

End to end: read, parse, decode, scan, map. Anchors of the same run: orjson over every line of the session
logs, PyYAML's C loader over the cassettes. A mailbox is planted in the work of every measure and must be
found before its time counts. Hostile texts are repetitions of what checks look for. Run::

    python benchmarks/scanning.py [logs|cassettes|hostile|processes ...]
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import orjson
import yaml

from workbench.core.discovery import discover
from workbench.core.errors import WorkbenchError
from workbench.core.fixture import open_fixture
from workbench.core.places import Role, Text, Utf8Map
from workbench.findings import KnownIdentities, scan
from workbench.findings.fastest_engine import WORTH_COMPILING
from workbench.findings.many import scan_many
from workbench.findings.scanning import scan_texts

ROOT = Path(__file__).parents[1]
SHARED = Path(os.environ.get("WORKBENCH_SHARED", ROOT.parent / "shared")) / "corpora"
ROUNDS = 3
HOSTILE_BYTES = 10_000_000
_MAILBOX = "zebedee" + "@" + "harbour-light.dev"
_HOSTILE = (
    "a@", "key=", "1.1.", "://", "/home/", "eyJ", "Jane Doe ", "0:", "Apt 1\n", "user=a pw=b1c2d3 ", "123 456 ", "12 34 ",
    "call 555-234-5678 ", "QUJD", "a", "ab12", "a@b.co ", "10.1.2.3 ", "a at b dot com ", "\\u0041", "%41", "&amp;", "[", '"a":',
    "api_key=Ab3dEf6hIj9 ", "password is hunter22 ", "/home/jdoe/x ", "12 Main Street ", "DE89 3704 0044 0532 0130 00 ",
    "Cookie: a=bcdefgh123 ", "uid=1(abcd) ", "e\u0301", "a\u200b", "а1a", "１２３", "Dear John ", "\0", "dGhpcyBpcyBhIHRlc3Q= ",
    "as John Smith said ", "00:11:22:33:44:55 ", "John Smith <a@b.co> ", "a=b;c=d&",
    "a\0", "a\x1b[0m", "0000: 6a61 6e65\n0004: 6a61 6e65\n\nx\n6a:61:6e:65:2e:64 \n\n", '"a" + ', '\\"', "<~87cURD]i,~> ", "chr(106) + ",
    "U+006A ", "\\152", "106, 97, ", "+AGEAYg-", "NJQW4ZJOMRXWKQDI ", "%u0061", "\U000e006a", "\ufe01\U000e0101", "%:F%N9\n",
)  # fmt: skip


def fastest(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Processor seconds of the fastest round."""
    times = []
    for _ in range(rounds):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def fixtures(folder: Path) -> list[Path]:
    """The fixtures below ``folder`` that open."""
    found = []
    for path in discover([folder]):
        try:
            open_fixture(path)
        except WorkbenchError:
            continue
        found.append(path)
    return found


def _files(paths: Sequence[Path]) -> list[Path]:
    return [file for path in paths for file in ([path] if path.is_file() else path.rglob("*"))]


def _scan_all(paths: Sequence[Path]) -> None:
    for path in paths:
        if scan(open_fixture(path)).crashed:
            raise AssertionError("a check stopped")


def _warm() -> None:
    """As much text as makes the engine choose once, with a planted value."""
    value = "a plain line of words that nothing looks for\n" * (WORTH_COMPILING // 40)
    text = Text(f"{value}{_MAILBOX}", Role.PROSE, "f", "/1", Utf8Map("f", 0, value))
    found = scan_texts([text], known=KnownIdentities()).findings
    if [one.value for one in found] != [_MAILBOX]:
        raise AssertionError("the planted mailbox was not found")


def logs() -> None:
    paths = fixtures(SHARED / "session_logs")
    lines = [line for file in _files(paths) if file.suffix == ".jsonl" for line in file.read_bytes().splitlines() if line.strip()]  # fmt: skip
    size = sum(map(len, lines)) / 1e6
    _table("session logs", size, "orjson, line by line", lambda: [orjson.loads(x) for x in lines], paths)  # fmt: skip


def _loads(data: bytes) -> bool:
    """Whether the anchor reads it: some cassettes name classes of the program that wrote them."""
    try:
        yaml.load(data, yaml.CSafeLoader)
    except (yaml.YAMLError, ValueError):
        return False
    return True


def cassettes() -> None:
    paths = [path for path in fixtures(SHARED / "cassettes") if path.suffix in (".yaml", ".yml")]
    paths = [path for path in paths if _loads(path.read_bytes())]
    texts = [path.read_bytes() for path in paths]
    size = sum(map(len, texts)) / 1e6
    _table("cassettes", size, "CSafeLoader", lambda: [yaml.load(x, yaml.CSafeLoader) for x in texts], paths)  # fmt: skip


def _table(
    name: str, size: float, anchor: str, parse: Callable[[], object], paths: Sequence[Path]
) -> None:
    print(f"\n{name}: {len(paths)} fixtures, {size:.2f} MB of files\n")
    print("| measure | seconds | MB/s | × anchor |\n|---|---|---|---|")
    measures: tuple[tuple[str, Callable[[], object]], ...] = (
        (f"{anchor} (the anchor)", parse),
        ("open", lambda: [open_fixture(path) for path in paths]),
        ("open and every text", lambda: [list(open_fixture(path).texts()) for path in paths]),
        ("open, scan and map", lambda: _scan_all(paths)),
    )
    base = 0.0
    for measure, work in measures:
        seconds = fastest(work)
        base = base or seconds
        print(f"| {measure} | {seconds:.3f} | {size / seconds:.1f} | {seconds / base:.1f} |")


def hostile() -> None:
    rows = []
    for piece in _HOSTILE:
        value = (piece * (HOSTILE_BYTES // len(piece.encode()) + 1))[:HOSTILE_BYTES]
        text = Text(value, Role.PROSE, "f", "/1", Utf8Map("f", 0, value), key="content")

        def read(text: Text = text) -> None:
            if scan_texts([text], known=KnownIdentities()).crashed:
                raise AssertionError("a check stopped")

        size = len(value.encode()) / 1e6
        rows.append((fastest(read, 1) * 10 / size, piece))
    print("\n| repeated | seconds for 10 MB |\n|---|---|")
    for seconds, piece in sorted(rows, reverse=True)[:12]:
        print(f"| `{piece.strip()!a}` | {seconds:.1f} |")


def processes() -> None:
    """Wall-clock seconds of one process and of two, each started and warm before it counts."""
    paths = fixtures(SHARED / "cassettes") * 4
    walls = []
    for count in (1, 2):
        with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:
            list(scan_many(paths[: 8 * count], executor=pool, chunk=1))
            started = time.perf_counter()
            list(scan_many(paths, executor=pool))
            walls.append(time.perf_counter() - started)
    print(
        f"\none process {walls[0]:.2f} s, two {walls[1]:.2f} s: {walls[0] / walls[1]:.2f} × as fast"
    )


def main() -> None:
    """Run the measures named, or all."""
    if not SHARED.is_dir():
        print("The shared corpora are not here: set WORKBENCH_SHARED to their folder.")
        return
    measures = {"logs": logs, "cassettes": cassettes, "hostile": hostile, "processes": processes}
    _warm()
    for name in sys.argv[1:] or measures:
        measures[name]()


if __name__ == "__main__":
    main()
