"""How long it takes to show what a family shows when the cursor moves: the samples, and long plays.

The floor is ``json.dumps`` of the message that carries the panels to the browser: the least any face
must do. Every message is compared with that of a freshly opened fixture before any time counts. Run::

    python benchmarks/panels.py [folder of fixtures]
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from workbench.core.discovery import campaign_folders, discover
from workbench.core.errors import WorkbenchError
from workbench.core.files import SourceFile
from workbench.core.fixture import Fixture, ReplayEnvironment, open_fixture
from workbench.notebook.views.panels import panel_view
from workbench.plays.fixture import PlayFixture

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "sample_fixtures" / "captures"
ROUNDS = 5
LONG = 5_000  # submissions of a long play
#: A sample play and a submission of it that may be repeated for ever.
REPEATED = (
    ("ferry-report-0007", {"actionId": "buy_tea"}),
    (
        "meadow-report-0004",
        {
            "actionId": "set_price",
            "params": {"buildingId": "building:0", "productId": "lemonade", "priceCents": 75},
        },
    ),
    ("lantern-report-0003", {"actionId": "plan.clear"}),
)


def opened(folder: Path) -> Iterator[tuple[str, Callable[[], Fixture], ReplayEnvironment]]:
    """Every fixture that loads: its family, how to open it afresh, and what it replays with."""
    for path in discover([folder]):
        try:
            family = open_fixture(path).family
        except WorkbenchError:
            continue
        yield (
            family,
            lambda path=path: open_fixture(path),
            ReplayEnvironment(campaign_folders(path)),
        )  # type: ignore[misc]


def long_plays() -> Iterator[tuple[str, Callable[[], Fixture], ReplayEnvironment]]:
    """Sample plays made long by repeating one submission."""
    for name, submission in REPEATED:
        play = json.loads((SAMPLES / f"{name}.fixture.json").read_text())
        play["submissions"] = play["submissions"][:3] + [submission] * LONG
        file = SourceFile.of(f"{name}.fixture.json", json.dumps(play).encode())
        environment = ReplayEnvironment(campaign_folders(SAMPLES))
        yield f"{name}, {LONG:,} steps", lambda file=file: PlayFixture(file), environment  # type: ignore[misc]


def message(fixture: Fixture, step: int, environment: ReplayEnvironment) -> list[object]:
    """What is sent for one step."""
    return [panel_view(panel) for panel in fixture.panels(step, environment)]


def fastest(act: Callable[[], object]) -> float:
    """Processor seconds, the fastest of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        act()
        best = min(best, time.process_time() - started)
    return best


def measured(make: Callable[[], Fixture], environment: ReplayEnvironment) -> tuple[float, ...]:
    """Median and slowest step, the floor of the slowest, and the overview when first asked for."""
    fixture, fresh = make(), make()
    total = len(fixture.steps())
    steps = range(total) if total <= 60 else range(total - 60, total)
    times = []
    for step in steps:
        sent = message(fixture, step, environment)
        assert sent, f"step {step} shows nothing"
        assert sent == message(fresh, step, environment), f"step {step} differs when asked again"
        times.append((fastest(lambda step=step: message(fixture, step, environment)), sent))  # type: ignore[misc]
    times.sort(key=lambda pair: pair[0])
    slowest, sent = times[-1]
    started = time.process_time()
    assert fresh.overview(environment)
    overview = time.process_time() - started
    return times[len(times) // 2][0], slowest, fastest(lambda: json.dumps(sent)), overview


def main() -> None:
    """Print one row a family, then one a long play."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES
    worst: dict[str, tuple[float, ...]] = {}
    for family, make, environment in opened(folder):
        if len(make().steps()):
            found = measured(make, environment)
            worst[family] = tuple(map(max, found, worst.get(family, (0.0,) * 4)))
    for name, make, environment in long_plays():
        worst[name] = measured(make, environment)
    print(
        "| fixtures | median step, ms | slowest step, ms | its message (the floor), ms | × floor | overview, ms |"
    )
    print("|---|---|---|---|---|---|")
    for name, found in worst.items():
        median, slowest, floor, overview = (1000 * each for each in found)
        ratio = slowest / floor if floor else 0.0
        print(
            f"| {name} | {median:.2f} | {slowest:.2f} | {floor:.2f} | {ratio:.1f} | {overview:.0f} |"
        )


if __name__ == "__main__":
    main()
