"""How long session logs take, as ratios to the least a Python program can do with the same bytes.

The floor is ``orjson.loads`` of every line, each value dropped at once: no program that looks at the
rows can be faster. Each measure runs in the same process on the same bytes, in processor seconds, and
checks its result before it counts. Two logs are measured: one whose answers were packed as the runtime
packs them, and one where every delta is a row of its own. Run::

    python benchmarks/session_logs.py [rows]
    python benchmarks/session_logs.py large [megabytes]

The second opens one large log in a process of its own and tells when its first steps are there and how
much memory that took.
"""

from __future__ import annotations

import gc
import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from workbench.core.files import SourceFile
from workbench.core.fixture import ReplayEnvironment, ReplayStatus, Step, open_fixture
from workbench.review import Review
from workbench.session_logs.fixture import SessionLogFixture, open_files
from workbench.session_logs.lenient import read_leniently
from workbench.session_logs.reading import read_log
from workbench.session_logs.scripts import script_digest
from workbench.session_logs.steps import Steps

ROUNDS = 5
_WORDS = [
    "The",
    "child",
    "counts",
    "the",
    "boats",
    "in",
    "the",
    "harbour",
    "and",
    "writes",
    "the",
    "number",
    "down",
    ".",
]


@dataclass(frozen=True)
class Measure:
    """One thing done to the log: seconds of the fastest round, and its share of the floor."""

    name: str
    seconds: float
    ratio: float


def rows_of_log(count: int, *, packed: bool = False) -> Iterator[dict[str, Any]]:
    """A synthetic log: turns with a prompt, an answer, a tool and its result.

    With ``packed`` every run of deltas is one row, as the runtime writes it.
    """
    yield {"type": "session", "version": 0, "id": "s", "createdAt": 0, "delegationDepth": 0}
    made, turn, seq = 1, 0, 0
    while made < count:
        turn += 1
        for row in _turn(turn, seq, packed=packed):
            made += 1
            seq += len(row["data"]["texts"]) if row["type"] == "text-chunks" else 1
            yield row


def _turn(turn: int, first: int, *, packed: bool) -> Iterator[dict[str, Any]]:
    at = {"turn": turn, "step": 1}

    def chunk(content: dict[str, Any]) -> dict[str, Any]:
        return {"type": "assistant/chunk", "data": {**at, "chunk": content}}

    def run(words: list[str]) -> dict[str, Any]:
        data = {**at, "index": 0, "dt": [0] * (len(words) - 1), "texts": words}
        return {"type": "text-chunks", "data": data}

    spaced = [f"{word} " for word in _WORDS * 2]
    said = "".join(spaced) + "".join(_WORDS)
    content = [{"type": "text", "text": " ".join(_WORDS) * (8 if packed else 1)}]
    asked = {"id": f"m{turn}", "role": "user", "content": content, "source": {"kind": "user"}}
    yield {"type": "turn/start", "data": {"turn": turn}}
    yield {"type": "step/start", "data": at}
    yield {"type": "user/message", "data": asked, "surfaceOp": "append"}
    yield chunk({"type": "block-start", "index": 0, "blockType": "text"})
    if packed:
        yield run(spaced + _WORDS)
    else:
        yield from (chunk({"type": "text-delta", "index": 0, "text": word}) for word in spaced)
        yield run(_WORDS)
    yield chunk({"type": "block-end", "index": 0, "block": {"type": "text", "text": said}})
    yield chunk({"type": "usage", "usage": {"inputTokens": 12, "outputTokens": 34}})
    yield chunk({"type": "finish", "reason": {"kind": "stop"}})
    message = {"id": f"a{turn}", "role": "assistant", "content": [{"type": "text", "text": said}]}
    sources = list(range(first + 3, first + 3 + 4 + len(spaced) + len(_WORDS)))
    yield {
        "type": "assistant/message",
        "data": {**at, "message": message},
        "sourceEventSeqs": sources,
        "surfaceOp": "append",
    }
    yield {"type": "step/end", "data": at}
    yield {"type": "turn/end", "data": {"turn": turn, "reason": {"kind": "completed"}}}


@dataclass
class Timed:
    """Something to time: what it does, how its result is checked, and the fastest round so far."""

    name: str
    action: Callable[[], Any]
    check: Callable[[Any], bool]
    best: float = float("inf")

    def run(self) -> None:
        """One round; raises ``SystemExit`` for a wrong result."""
        gc.collect()
        start = time.process_time()
        result = self.action()
        self.best = min(self.best, time.process_time() - start)
        if not self.check(result):
            raise SystemExit("a measure gave a wrong result: its time would mean nothing")


def measures(data: bytes, calls: int, strings: int) -> list[Measure]:
    """Every measure of one log with ``calls`` model calls, in turns so that noise hits all alike."""
    digest = script_digest(read_leniently(data).script())
    fixture = _fixture(data)
    gc.collect()
    gc.freeze()  # what is only here to be measured must not be walked by the collector
    timed = list(_timed(data, fixture, digest, calls, strings))
    for _ in range(ROUNDS):
        for item in timed:
            item.run()
    return [Measure(item.name, item.best, item.best / timed[0].best) for item in timed]


def _timed(
    data: bytes, fixture: SessionLogFixture, digest: str, calls: int, strings: int
) -> Iterator[Timed]:
    lines = data.count(b"\n")
    same_lines = lines.__eq__

    def floor() -> int:
        return sum(orjson.loads(line) is not None for line in data.split(b"\n") if line)

    yield Timed("orjson.loads of every line (the floor)", floor, same_lines)
    yield Timed("json.loads of every line", lambda: _plain_json(data), same_lines)
    yield Timed(
        "orjson.loads, every value kept",
        lambda: [orjson.loads(line) for line in data.split(b"\n") if line],
        lambda values: len(values) == lines,
    )
    yield Timed(
        "strict read and derive",
        lambda: read_log("session.jsonl", data).all_calls,
        lambda script: script_digest(script) == digest,
    )
    yield Timed(
        "… with every chunk in memory",
        lambda: [call.entry for call in read_log("session.jsonl", data).all_calls],
        lambda entries: len(entries) == calls,
    )
    yield Timed(
        "lenient read and derive",
        lambda: read_leniently(data).script(),
        lambda script: script_digest(script) == digest,
    )
    yield Timed(
        "open as a fixture, first 50 steps",
        lambda: _fixture(data).steps()[:50],
        lambda found: len(found) == 50,
    )
    yield Timed("remarks", lambda: _fixture(data).notes, lambda found: _asked(found) == 0)
    yield Timed("draw every step", lambda: _steps(fixture), lambda found: len(found) == calls)
    yield Timed(
        "replay and outcome",
        lambda: fixture.replay(ReplayEnvironment()),
        lambda replay: replay.status is ReplayStatus.REPLAYED and replay.consumption.complete,
    )
    yield Timed(
        "every text", lambda: sum(1 for _ in fixture.texts()), lambda found: found >= strings
    )


def _plain_json(data: bytes) -> int:
    return sum(json.loads(line) is not None for line in data.split(b"\n") if line)


def _fixture(data: bytes) -> SessionLogFixture:
    return open_files("benchmark", [SourceFile.of("session.jsonl", data)])


def _steps(fixture: SessionLogFixture) -> list[Step]:
    """Every step, described anew: the fixture itself keeps what it has drawn."""
    return list(Steps(fixture.scenario, fixture.order, ["parent"]))


def _asked(notes: Any) -> int:
    return sum(note.weight == "ask" for note in notes)


def large(megabytes: int) -> None:
    """Open one large log for review and print what that took."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        with path.open("wb") as file:
            for row in rows_of_log(10**9):
                file.write(orjson.dumps(row) + b"\n")
                if row["type"] == "turn/end" and file.tell() >= megabytes * 10**6:
                    break
        size = path.stat().st_size
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        start = time.process_time()
        fixture = open_fixture(path)
        shown = fixture.steps()[:50]
        texts = fixture.step_texts(0)
        took = time.process_time() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before
        assert len(shown) == 50
        assert texts
        data = path.read_bytes()
        start = time.process_time()
        lines = sum(orjson.loads(line) is not None for line in data.split(b"\n") if line)
        floor = time.process_time() - start
        print(f"{size / 1e6:.0f} MB, {lines:,} rows, {len(fixture.steps()):,} calls")
        print(f"read, 50 steps, texts of one: {took:.2f} s, {took / floor:.1f} × floor")
        print(f"peak memory {peak / 1e6:.0f} MB: {peak / size:.2f} × the file")
        # Last, since what a review reads on after it would be measured with the rest.
        print(f"in a review: the first steps after {_shown_first(path):.2f} s on the clock")


def _shown_first(path: Path) -> float:
    """Seconds on the clock until a review shows steps and the texts of one, while it reads on."""
    with tempfile.TemporaryDirectory() as state, Review.open(path, state=state) as review:
        start = time.perf_counter()
        item = review.glance(review.queue()[0].key, then=lambda key: None)
        assert item.fixture is not None
        assert len(item.fixture.steps()[:50]) == 50
        assert item.fixture.step_texts(0)
        return time.perf_counter() - start


def main() -> None:
    """Print the measures of both logs as tables."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["large"]:
        large(int(arguments[1]) if len(arguments) > 1 else 200)
        return
    count = int(arguments[0]) if arguments else 100_000
    for packed in (True, False):
        rows = list(rows_of_log(count // 3 if packed else count, packed=packed))
        data = b"".join(orjson.dumps(row) + b"\n" for row in rows)
        calls = sum(row["type"] == "turn/start" for row in rows)
        kind = "runs packed" if packed else "every delta a row"
        print(f"{kind}: {len(rows):,} rows, {len(data) / 1e6:.1f} MB, {calls:,} calls\n")
        del rows
        print("| measure | seconds | × floor |\n|---|---|---|")
        for measure in measures(data, calls, strings=3 * calls):
            print(f"| {measure.name} | {measure.seconds:.3f} | {measure.ratio:.1f} |")
        print()


if __name__ == "__main__":
    main()
