"""How fast world graphs replay, in submissions a processor second.

Every outcome is compared with the one the published engine computed before its time counts, in the
same run. *Warm* replays on a campaign whose routes are worked out; *cold* compiles the campaign anew
for every round, so that all of them are found again. The floor is ``json.loads`` of every fixture
and one canonical digest of it. Run::

    python benchmarks/plays_world_graph.py [world-graph corpus]

Without the corpus, made-up walks over the sample meadow are replayed; their outcomes are compared
with those of a first replay.
"""

from __future__ import annotations

import gc
import json
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.core.canonical import digest
from workbench.plays.documents import read_campaign
from workbench.plays.engine.registry import Archive
from workbench.plays.kinds.world_graph import KIND
from workbench.plays.kinds.world_graph.actions.table import ACTIONS
from workbench.plays.recorded import Action, Recorded
from workbench.plays.runner import Built, build

ROOT = Path(__file__).parents[1]
ROUNDS = 5
KINDS = {KIND.id: KIND}


@dataclass(frozen=True)
class Case:
    """A fixture, as text and as read, and the digest its outcome must have."""

    text: str
    recorded: Recorded
    outcome: str | None


@dataclass(frozen=True)
class Group:
    """Cases that are measured together, and the campaigns they run on."""

    name: str
    cases: Sequence[Case]
    campaigns: Path

    @property
    def submissions(self) -> int:
        return sum(len(case.recorded.submissions) for case in self.cases)

    def archive(self) -> Archive:
        """The campaigns, freshly compiled."""
        files = sorted(self.campaigns.glob("*.json"))
        read = [read_campaign(file.read_bytes(), KINDS) for file in files if _is_world(file)]
        return Archive().publish(read, KINDS)


def _is_world(file: Path) -> bool:
    return f'"{KIND.id}"' in file.read_text(encoding="utf-8")


def _case(fixture: Mapping[str, Any], outcome: Any | None) -> Case:
    recorded = Recorded(
        name=fixture["name"],
        campaign_id=fixture["config"]["campaignId"],
        seed=fixture["config"]["seed"],
        campaign_version=fixture["campaignVersion"],
        captured_under=fixture["capturedUnder"],
        submissions=tuple(Action(e["actionId"], e.get("params")) for e in fixture["submissions"]),
    )
    return Case(json.dumps(fixture), recorded, None if outcome is None else digest(outcome))


def corpus_groups(corpus: Path) -> list[Group]:
    """The public fixtures, and the walks of each campaign."""
    public = [
        _case(
            json.loads(file.read_bytes()),
            json.loads(file.with_name(file.name.replace(".fixture.", ".outcome.")).read_bytes()),
        )
        for file in sorted((corpus / "public").glob("*.fixture.json"))
    ]
    groups = [Group("public fixtures", public, corpus / "campaigns")]
    for file in sorted((corpus / "walks").glob("*.jsonl")):
        walks = [json.loads(line) for line in file.open(encoding="utf-8")]
        cases = [_case(e["fixture"], e.get("outcomeStrict", e["outcome"])) for e in walks]
        groups.append(Group(f"walks of {file.stem}", cases, corpus / "campaigns"))
    return groups


def meadow_groups() -> list[Group]:
    """Made-up walks over the sample meadow: time passes, things are built, much is refused."""
    chance = random.Random(7)
    ids = ["warden", "pourer", "press", "stand", "building:0", "staff:3", "lemonade", "alert:20"]

    def submission() -> dict[str, Any]:
        if chance.random() < 0.5:
            return {"actionId": "advance_ticks", "params": {"ticks": chance.randint(1, 4)}}
        action = chance.choice(list(ACTIONS.values()))
        params = {
            each.name: chance.choice(ids) if each.issuer else chance.choice([0, 1, 3, 60])
            for each in action.params
        }
        return {"actionId": action.id, "params": params}

    cases = [
        _case(
            {
                "name": f"walk-{index}",
                "config": {"campaignId": "kite-meadow", "seed": f"kite-{index}"},
                "campaignVersion": "1.0.0",
                "capturedUnder": "0.11.0",
                "submissions": [submission() for _ in range(30)],
            },
            None,
        )
        for index in range(60)
    ]
    return [Group("walks of kite-meadow", cases, ROOT / "sample_fixtures" / "campaigns")]


def replay(group: Group, archive: Archive) -> list[str]:
    """The digest of every outcome. Checking happens outside the time that counts."""
    ends = [build(case.recorded, archive, kinds=KINDS) for case in group.cases]
    return [digest(end.outcome) if isinstance(end, Built) else type(end).__name__ for end in ends]


def play(group: Group, archive: Archive) -> None:
    """Replay every case to its outcome."""
    for case in group.cases:
        build(case.recorded, archive, kinds=KINDS)


def read_only(group: Group) -> None:
    """The floor: every fixture parsed, and one digest of it."""
    for case in group.cases:
        digest(json.loads(case.text))


def fastest(measure: Callable[[], None]) -> float:
    """Processor seconds of the fastest round."""
    times: list[float] = []
    for _ in range(ROUNDS):
        gc.collect()
        start = time.process_time()
        measure()
        times.append(time.process_time() - start)
    return min(times)


def check(group: Group, archive: Archive) -> None:
    """Fail unless every outcome is the expected one, and the same twice."""
    outcomes = replay(group, archive)
    expected = [case.outcome or found for case, found in zip(group.cases, outcomes, strict=True)]
    if outcomes != expected or replay(group, archive) != outcomes:
        wrong = sum(a != b for a, b in zip(outcomes, expected, strict=True))
        sys.exit(f"{group.name}: {wrong} outcomes are not the expected ones; nothing was timed")


def main() -> None:
    """Check every group, then print its row."""
    given = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    corpus = given or ROOT.parent / "shared" / "corpora" / "play" / "world_graph"
    print("| fixtures | submissions | warm, a second | cold, a second | warm × floor |")
    print("|---|---|---|---|---|")
    for group in corpus_groups(corpus) if corpus.is_dir() else meadow_groups():
        archive = group.archive()
        check(group, archive)
        floor = fastest(lambda group=group: read_only(group))  # type: ignore[misc]
        warm = fastest(lambda group=group, archive=archive: play(group, archive))  # type: ignore[misc]
        fresh = iter([group.archive() for _ in range(ROUNDS)])
        cold = fastest(lambda group=group, fresh=fresh: play(group, next(fresh)))  # type: ignore[misc]
        count = group.submissions
        print(
            f"| {group.name} | {count:,} | {count / warm:,.0f} | {count / cold:,.0f} "
            f"| {warm / floor:.1f} |"
        )


if __name__ == "__main__":
    main()
