"""Whether a long play replays in time and memory that grow as its log does, and no faster.

A made-up story that never ends is played for 12,500 to 100,000 submissions: accepted picks, some through a
random node, every tenth one refused. Each length runs in a process of its own, so that its peak of memory
is its own; the floor is ``json.loads`` of the same file and one canonical digest of it. Results are checked
before time counts: every decision is the one that the story's rules ask for. Run::

    python benchmarks/plays_long.py [length ...]
"""

from __future__ import annotations

import gc
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

LENGTHS = (12_500, 25_000, 50_000, 100_000)
ROUNDS = 3
#: A step twice as long may take this much more than twice the time before it counts as not linear.
SLACK = 1.35


def campaign() -> dict[str, Any]:
    """A story one can walk around in for ever: a path, a random fork, a gate that stays shut."""

    def choice(name: str, goto: str, **more: Any) -> dict[str, Any]:
        return {"id": name, "labelKey": f"round.{name}", "goto": goto, **more}

    gold = [{"op": "increment", "var": "gold", "by": 1}]
    shut = {"field": "var.gold", "operator": "less_than", "value": -1}
    nodes = {
        "path": {
            "kind": "choice",
            "choices": [
                choice("walk", "path", effects=gold),
                choice("turn", "fork"),
                choice("enter", "path", requirements=shut, requirementFailKey="round.shut"),
            ],
        },
        "fork": {
            "kind": "random",
            "transitions": [{"weight": 1, "goto": "path"}, {"weight": 2, "goto": "pass"}],
        },
        "pass": {"kind": "auto", "goto": "path", "effects": gold},
    }
    for name, node in nodes.items():
        node |= {"id": name, "textKey": f"round.{name}"}
    return {
        "id": "round-walk",
        "kindId": "story-graph",
        "version": "1.0.0",
        "titleKey": "round.title",
        "content": {
            "descriptionKey": "round.description",
            "variables": {"gold": {"type": "int", "initial": 0, "min": 0, "max": 9}},
            "nodes": nodes,
            "startNodeId": "path",
            "achievements": [],
        },
    }


def actions(length: int) -> list[str]:
    """The action of every submission; each tenth is refused."""
    return ["enter" if at % 10 == 9 else "turn" if at % 3 == 2 else "walk" for at in range(length)]


def document(length: int) -> bytes:
    """A fixture of that many submissions."""
    fixture = {
        "name": "long-walk",
        "config": {"campaignId": "round-walk", "seed": "copper-stone"},
        "campaignVersion": "1.0.0",
        "capturedUnder": "0.11.0",
        "submissions": [{"actionId": action} for action in actions(length)],
    }
    return json.dumps(fixture, indent=2).encode()


class Long:
    """One long play, and what is done with it."""

    def __init__(self, length: int, campaigns: Path) -> None:
        from workbench.core.fixture import ReplayEnvironment
        from workbench.plays.library import open_library

        self.length, self.data = length, document(length)
        self.environment = ReplayEnvironment(campaigns=(campaigns,))
        self.library = open_library([campaigns])

    def open(self) -> Any:
        from workbench.core.files import SourceFile
        from workbench.plays.fixture import PlayFixture

        return PlayFixture(SourceFile.of("long-walk.fixture.json", self.data))

    def floor(self) -> int:
        from workbench.core.canonical import digest

        value = json.loads(self.data)
        digest(value)
        return len(value["submissions"])

    def outcome(self) -> int:
        from workbench.plays.runner import Built, build

        built = build(self.fixture.recorded, self.library.archive, kinds=self.library.kinds)
        assert isinstance(built, Built)
        return len(built.outcome["decisions"])  # type: ignore[arg-type]

    def replay(self) -> int:
        return len(self.fixture.replay(self.environment).evidence)

    def review(self) -> int:
        return len(self.open().replay(self.environment).evidence)

    def golden(self) -> int:
        from workbench.core.outcome import golden_bytes, read_golden

        return len(read_golden(golden_bytes(self.last))["decisions"])  # type: ignore[index,call-overload,arg-type]

    def last_step(self) -> int:
        return int(self.open().trace(self.environment)[self.length - 1].index) + 1

    def look_again(self) -> int:
        """The review looks at an open item once more, as after every command."""
        return len(self.opened.item(self.key).fixture.steps())  # type: ignore[union-attr]

    def check(self) -> None:
        """Every submission is decided as the story says, and every id is the campaign's."""
        self.fixture = self.open()
        replay = self.fixture.replay(self.environment)
        self.last = replay.outcome
        expected = [action != "enter" for action in actions(self.length)]
        assert [each.ok for each in replay.evidence] == expected
        assert replay.outcome["acceptedActions"] == sum(expected)
        assert not replay.unissued

    def begin(self, folder: Path) -> None:
        """Open the play in a review."""
        from workbench.review import Review

        captures = folder / "captures"
        captures.mkdir()
        (captures / "long-walk.fixture.json").write_bytes(self.data)
        self.opened = Review.open(
            captures, state=folder / "state", environment=self.environment, remember=False
        )
        self.key = self.opened.queue()[0].key
        self.look_again()


MEASURES: Sequence[tuple[str, Callable[[Long], int]]] = (
    ("`json.loads` and a canonical digest (the floor)", Long.floor),
    ("outcome alone", Long.outcome),
    ("replay with evidence and the issuer of every id", Long.replay),
    ("open, find every string, replay", Long.review),
    ("golden bytes, written and read", Long.golden),
    ("open, and look at the last step", Long.last_step),
    ("look at an open item of the review once more", Long.look_again),
)


def one_length(length: int) -> None:
    """Measure one length in this process; prints seconds and memory as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "round-walk.json").write_text(json.dumps(campaign()))
        long = Long(length, Path(folder))
        Long(10, Path(folder)).check()  # everything that is imported on the way
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        long.check()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        long.begin(Path(folder))
        seconds = [fastest(long, measure) for _, measure in MEASURES]
    print(
        json.dumps({"seconds": seconds, "memory": (peak - before) * 1024, "size": len(long.data)})
    )


def fastest(long: Long, measure: Callable[[Long], int]) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        gc.collect()
        start = time.process_time()
        assert measure(long) == long.length
        best = min(best, time.process_time() - start)
    return best


def main(arguments: Sequence[str]) -> int:
    """Measure every length, print the table, and return 1 where a measure is not linear."""
    lengths = tuple(map(int, arguments)) or LENGTHS
    results = [_measured(length) for length in lengths]
    head = " | ".join(f"{length:,}" for length in lengths)
    print(f"| measure, microseconds a submission | {head} | longest ÷ shortest |")
    print(f"|---|{'---|' * len(lengths)}---|")
    crooked = 0
    for row, (name, _) in enumerate(MEASURES):
        each = [
            result["seconds"][row] / length * 1e6
            for result, length in zip(results, lengths, strict=True)
        ]
        cells = " | ".join(f"{one:.2f}" for one in each)
        print(f"| {name} | {cells} | {each[-1] / each[0]:.2f} |")
        crooked += each[-1] / each[0] > SLACK
    memory = [result["memory"] / length for result, length in zip(results, lengths, strict=True)]
    cells = " | ".join(f"{one:,.0f}" for one in memory)
    print(f"| bytes of memory a submission, at the peak | {cells} | {memory[-1] / memory[0]:.2f} |")
    crooked += memory[-1] / memory[0] > SLACK
    print(f"\n{crooked} of {len(MEASURES) + 1} are not linear")
    return 1 if crooked else 0


def _measured(length: int) -> Any:
    done = subprocess.run(
        [sys.executable, __file__, "--one", str(length)], capture_output=True, check=True
    )
    return json.loads(done.stdout)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one_length(int(sys.argv[2]))
    else:
        sys.exit(main(sys.argv[1:]))
