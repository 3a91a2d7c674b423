"""How fast simulations replay, in submissions a processor second.

Every outcome is compared with the one the published engine computed before its time counts, in the
same run, and every group is replayed twice to the same outcomes. The floor is ``json.loads`` of
every fixture and one canonical digest of it. Run::

    python benchmarks/plays_simulation.py [simulation corpus]

Without the corpus, made-up walks through the sample town are replayed; their outcomes are compared
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
from workbench.plays.kinds.simulation import KIND
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
    """Cases that are measured together, and the campaigns they run on.

    Few cases are replayed ``times`` over in a round, so that a round is long enough to time.
    """

    name: str
    cases: Sequence[Case]
    archive: Archive
    times: int = 1

    @property
    def submissions(self) -> int:
        return sum(len(case.recorded.submissions) for case in self.cases)


def _archive(campaigns: Path) -> Archive:
    files = sorted(campaigns.glob("*.json"))
    wanted = [each for each in files if f'"{KIND.id}"' in each.read_text(encoding="utf-8")]
    return Archive().publish([read_campaign(each.read_bytes(), KINDS) for each in wanted], KINDS)


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
    archive = _archive(corpus / "campaigns")
    public = [
        _case(
            json.loads(file.read_bytes()),
            json.loads(file.with_name(file.name.replace(".fixture.", ".outcome.")).read_bytes()),
        )
        for file in sorted((corpus / "public").glob("*.fixture.json"))
    ]
    groups = [Group("public fixtures", public, archive, times=20)]
    for file in sorted((corpus / "walks").glob("*.jsonl")):
        walks = [json.loads(line) for line in file.open(encoding="utf-8")]
        cases = [_case(e["fixture"], e.get("outcomeStrict", e["outcome"])) for e in walks]
        groups.append(Group(f"walks of {file.stem}", cases, archive))
    return groups


def town_groups() -> list[Group]:
    """Made-up walks through the sample town: weeks pass, much is planned, much is refused."""
    chance = random.Random(7)
    plans: list[dict[str, Any]] = [
        {"actionType": "rest"},
        {"actionType": "exercise"},
        {"actionType": "search_for_work"},
        {"actionType": "apply_for_job", "targetId": "lamplighter"},
        {"actionType": "travel", "targetId": "market"},
        {"actionType": "socialize", "targetId": "ferryman"},
        {"actionType": "enroll_course", "targetId": "glasswork"},
        {"actionType": "shop", "targetId": "nothing"},
    ]

    def submission() -> dict[str, Any]:
        lot = chance.random()
        if lot < 0.4:
            return {"actionId": "end_week"}
        if lot < 0.5:
            return {"actionId": "plan.clear"}
        return {"actionId": "plan.add", "params": chance.choice(plans)}

    cases = [
        _case(
            {
                "name": f"walk-{index}",
                "config": {"campaignId": "lantern-town", "seed": f"town-{index}"},
                "campaignVersion": "1.0.0",
                "capturedUnder": "0.10.0",
                "submissions": [submission() for _ in range(40)],
            },
            None,
        )
        for index in range(100)
    ]
    archive = _archive(ROOT / "sample_fixtures" / "campaigns")
    return [Group("walks through lantern-town", cases, archive)]


def outcomes_of(group: Group) -> list[str]:
    """The digest of every outcome. Checking happens outside the time that counts."""
    ends = [build(case.recorded, group.archive, kinds=KINDS) for case in group.cases]
    return [digest(end.outcome) if isinstance(end, Built) else type(end).__name__ for end in ends]


def play(group: Group) -> None:
    """Replay every case to its outcome."""
    for _ in range(group.times):
        for case in group.cases:
            build(case.recorded, group.archive, kinds=KINDS)


def read_only(group: Group) -> None:
    """The floor: every fixture parsed, and one digest of it."""
    for _ in range(group.times):
        for case in group.cases:
            digest(json.loads(case.text))


def fastest(measure: Callable[[Group], None], group: Group) -> float:
    """Processor seconds of the fastest round: other programs on the machine do not count."""
    times: list[float] = []
    for _ in range(ROUNDS):
        gc.collect()
        start = time.process_time()
        measure(group)
        times.append(time.process_time() - start)
    return min(times) / group.times


def check(group: Group) -> None:
    """Fail unless every outcome is the expected one, and the same twice."""
    outcomes = outcomes_of(group)
    expected = [case.outcome or found for case, found in zip(group.cases, outcomes, strict=True)]
    if outcomes != expected or outcomes_of(group) != outcomes:
        wrong = sum(a != b for a, b in zip(outcomes, expected, strict=True))
        sys.exit(f"{group.name}: {wrong} outcomes are not the expected ones; nothing was timed")


def main() -> None:
    """Check every group, then print its row."""
    given = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    corpus = given or ROOT.parent / "shared" / "corpora" / "play" / "simulation"
    print("| fixtures | submissions | a second | × floor |")
    print("|---|---|---|---|")
    for group in corpus_groups(corpus) if corpus.is_dir() else town_groups():
        check(group)
        floor, warm = fastest(read_only, group), fastest(play, group)
        count = group.submissions
        print(f"| {group.name} | {count:,} | {count / warm:,.0f} | {warm / floor:.1f} |")


if __name__ == "__main__":
    main()
