"""How fast plays replay, as ratios to the least a Python program can do with the same fixtures.

The floor is ``json.loads`` of every fixture and one canonical digest of it: no program that reads a
fixture and names its content can be faster. Each measure runs in the same process on the same
fixtures, and its result is checked before its time counts. Run::

    python benchmarks/plays.py [folder with walks and campaigns]

The folder is the story-graph corpus; without it, made-up walks on the sample ferry are replayed.
"""

from __future__ import annotations

import gc
import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.core.canonical import digest
from workbench.core.files import SourceFile
from workbench.core.fixture import ReplayEnvironment
from workbench.plays.fixture import PlayFixture
from workbench.plays.library import Library, open_library
from workbench.plays.runner import Built, build

ROUNDS = 5
ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Walk:
    """One recorded play, and the digest its outcome must have (``None``: not known)."""

    name: str
    data: bytes
    outcome: str | None


def corpus_walks(folder: Path) -> list[Walk]:
    """Every walk of the corpus, with the outcome the published engine gave."""
    lines = [line for file in sorted((folder / "walks").glob("*.jsonl")) for line in file.open()]
    walks = map(json.loads, lines)
    return [
        Walk(walk["fixture"]["name"], _written(walk["fixture"]), digest(walk["outcome"]))
        for walk in walks
    ]


def ferry_walks(count: int = 400, steps: int = 15) -> list[Walk]:
    """Random walks on the sample ferry, accepted and rejected actions alike."""
    chance = random.Random(7)
    ids = ["buy_tea", "pay_fare", "climb_rope", "warm_hands", "go_up", "light_lantern", "nothing"]
    documents = [
        {
            "name": f"walk-{index}",
            "config": {"campaignId": "night-ferry", "seed": f"ferry-{index}"},
            "campaignVersion": "1.0.0",
            "capturedUnder": "0.11.0",
            "submissions": [{"actionId": chance.choice(ids)} for _ in range(steps)],
        }
        for index in range(count)
    ]
    return [Walk(each["name"], _written(each), None) for each in documents]  # type: ignore[arg-type]


def _written(document: Any) -> bytes:
    return json.dumps(document, indent=2, ensure_ascii=False).encode()


class Measures:
    """What is done to the walks; every method returns the number of submissions it went through."""

    def __init__(self, walks: Sequence[Walk], campaigns: Path) -> None:
        self.walks, self.environment = walks, ReplayEnvironment(campaigns=(campaigns,))
        self.library: Library = open_library([campaigns])
        self.fixtures = [self._opened(walk) for walk in walks]

    def _opened(self, walk: Walk) -> PlayFixture:
        return PlayFixture(SourceFile.of(f"{walk.name}.fixture.json", walk.data))

    def floor(self) -> int:
        """``json.loads`` and a canonical digest."""
        count = 0
        for walk in self.walks:
            document = json.loads(walk.data)
            digest(document)
            count += len(document["submissions"])
        return count

    def outcomes(self) -> int:
        """The runner alone: outcomes, nothing else."""
        return sum(self._decisions(fixture) for fixture in self.fixtures)

    def _decisions(self, fixture: PlayFixture) -> int:
        return len(self._outcome(fixture)["decisions"])

    def _outcome(self, fixture: PlayFixture) -> Any:
        built = build(fixture.recorded, self.library.archive, kinds=self.library.kinds)
        assert isinstance(built, Built)
        return built.outcome

    def check(self) -> int:
        """Every outcome is the published engine's, and the replay's evidence agrees with it.

        Returns the number of outcomes that were compared with a published one.
        """
        for walk, fixture in zip(self.walks, self.fixtures, strict=True):
            outcome = self._outcome(fixture)
            assert walk.outcome in (None, digest(outcome))
            replay = fixture.replay(self.environment)
            assert replay.outcome == outcome
            assert [each.ok for each in replay.evidence] == [
                decision["accepted"] for decision in outcome["decisions"]
            ]
        return sum(walk.outcome is not None for walk in self.walks)

    def opening(self) -> int:
        """Reading and checking the files."""
        return sum(len(self._opened(walk).recorded.submissions) for walk in self.walks)

    def replays(self) -> int:
        """A loaded fixture replayed, with evidence and the issuer of every id."""
        return sum(len(fixture.replay(self.environment).evidence) for fixture in self.fixtures)

    def reviews(self) -> int:
        """What a review does: open, find every string, replay."""
        return sum(len(self._opened(walk).replay(self.environment).evidence) for walk in self.walks)

    def traces(self) -> int:
        """Every step's scenes, choices and changes."""
        return sum(len(list(self._opened(walk).trace(self.environment))) for walk in self.walks)


def fastest(measure: Callable[[], int], expected: int) -> float:
    """Processor seconds of the fastest round: other programs on the machine do not count."""
    best = float("inf")
    for _ in range(ROUNDS):
        gc.collect()
        start = time.process_time()
        assert measure() == expected
        best = min(best, time.process_time() - start)
    return best


def main(arguments: Sequence[str]) -> None:
    """Measure and print the table."""
    folder = Path(arguments[0]) if arguments else None
    walks = corpus_walks(folder) if folder else ferry_walks()
    campaigns = (folder or ROOT / "sample_fixtures") / "campaigns"
    measures = Measures(walks, campaigns)
    expected, compared = measures.floor(), measures.check()
    size = sum(len(walk.data) for walk in walks)
    print(
        f"{len(walks)} plays, {expected} submissions, {size / 1e6:.2f} MB; {compared} outcomes checked"
    )
    print("| measure | seconds | submissions a second | × floor |\n|---|---|---|---|")
    floor = fastest(measures.floor, expected)
    rows: list[tuple[str, Callable[[], int]]] = [
        ("`json.loads` and a canonical digest (the floor)", measures.floor),
        ("outcomes alone", measures.outcomes),
        ("open as fixtures", measures.opening),
        ("replay with evidence and the issuer of every id", measures.replays),
        ("open, find every string, replay", measures.reviews),
        ("open, and every step's before and after", measures.traces),
    ]
    for name, measure in rows:
        seconds = fastest(measure, expected)
        print(f"| {name} | {seconds:.3f} | {expected / seconds:,.0f} | {seconds / floor:.1f} |")


if __name__ == "__main__":
    main(sys.argv[1:])
