"""How long session logs take, as ratios to the least a Python program can do with the same bytes.

The floor is ``orjson.loads`` of every line: no program that looks at the rows can be faster. Each
measure runs in the same process on the same bytes and checks its result before it counts. Run::

    python benchmarks/session_logs.py [rows]
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import orjson

from workbench.core.files import SourceFile
from workbench.core.fixture import ReplayEnvironment, ReplayStatus, Step
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


def rows_of_log(count: int) -> Iterator[dict[str, Any]]:
    """A synthetic log: turns with a prompt, streamed and packed answers, a tool and its result."""
    yield {"type": "session", "version": 0, "id": "s", "createdAt": 0, "delegationDepth": 0}
    made, turn = 1, 0
    while made < count:
        turn += 1
        for row in _turn(turn):
            made += 1
            yield row


def _turn(turn: int) -> Iterator[dict[str, Any]]:
    def chunk(content: dict[str, Any]) -> dict[str, Any]:
        return {"type": "assistant/chunk", "data": {"turn": turn, "step": 1, "chunk": content}}

    content = [{"type": "text", "text": " ".join(_WORDS)}]
    yield {"type": "turn/start", "data": {"turn": turn}}
    yield {"type": "user/message", "data": {"id": f"m{turn}", "role": "user", "content": content}}
    yield {"type": "step/start", "data": {"turn": turn, "step": 1}}
    yield chunk({"type": "block-start", "index": 0, "blockType": "text"})
    for word in _WORDS * 2:
        yield chunk({"type": "text-delta", "index": 0, "text": f"{word} "})
    run = {"turn": turn, "step": 1, "index": 0, "dt": [0] * (len(_WORDS) - 1), "texts": _WORDS}
    yield {"type": "text-chunks", "data": run}
    text = "".join(f"{word} " for word in _WORDS * 2) + "".join(_WORDS)
    yield chunk({"type": "block-end", "index": 0, "block": {"type": "text", "text": text}})
    yield chunk({"type": "usage", "usage": {"inputTokens": 12, "outputTokens": 34}})
    yield chunk({"type": "finish", "reason": {"kind": "stop"}})
    message = {"id": f"a{turn}", "role": "assistant", "content": [{"type": "text", "text": text}]}
    yield {"type": "assistant/message", "data": {"turn": turn, "step": 1, "message": message}}
    yield {"type": "step/end", "data": {"turn": turn, "step": 1}}


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
        start = time.perf_counter()
        result = self.action()
        self.best = min(self.best, time.perf_counter() - start)
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
        "lenient read and script",
        lambda: read_leniently(data).script(),
        lambda script: script_digest(script) == digest,
    )
    yield Timed(
        "strict read and script",
        lambda: read_log("session.jsonl", data).all_calls,
        lambda script: script_digest(script) == digest,
    )
    yield Timed(
        "open as a fixture", lambda: _fixture(data), lambda found: len(found.steps()) == calls
    )
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


def main() -> None:
    """Print the measures of one log as a table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    rows = list(rows_of_log(count))
    data = b"".join(orjson.dumps(row) + b"\n" for row in rows)
    calls = sum(row["type"] == "turn/start" for row in rows)
    print(f"{len(rows):,} rows, {len(data) / 1e6:.1f} MB, {calls:,} calls\n")
    print("| measure | seconds | × floor |\n|---|---|---|")
    for measure in measures(data, calls, strings=3 * calls):
        print(f"| {measure.name} | {measure.seconds:.3f} | {measure.ratio:.1f} |")


if __name__ == "__main__":
    main()
