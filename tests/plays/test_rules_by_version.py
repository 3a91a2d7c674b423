"""What no kind declares and nobody issued is rejected; older rules are a choice, and that is said."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from workbench.core.fixture import ReplayEnvironment, ReplayStatus
from workbench.plays.engines import BUILT_IN, LEGACY_ADMISSION, OLDER_RULES, RUNNING
from workbench.plays.fixture import PlayFixture

Document = Callable[..., dict[str, Any]]
Load = Callable[..., PlayFixture]

TOWN = {"campaignId": "lantern-town", "seed": "amber-tide"}
MEADOW = {"campaignId": "kite-meadow", "seed": "kites"}
WORDS = "under the admission rules of older engines"


def decisions(outcome: Any) -> list[Any]:
    return [each.get("reason", "accepted") for each in outcome["decisions"]]


@pytest.mark.parametrize(
    ("config", "submission", "strict"),
    [
        (TOWN, {"actionId": "plan.clear", "params": {"note": 1}}, "unexpected_params"),
        (
            TOWN,
            {"actionId": "plan.add", "params": {"actionType": "rest", "targetId": "zq"}},
            "unknown_target",
        ),
        (MEADOW, {"actionId": "advance_ticks", "params": {"ticks": 1, "note": 1}}, None),
    ],
)
def test_older_rules_are_chosen_by_engine_version_and_said(
    config: dict[str, str],
    submission: dict[str, Any],
    strict: str | None,
    fixture_document: Document,
    load: Load,
    environment: ReplayEnvironment,
) -> None:
    made = {"config": config, "submissions": [submission], "capturedUnder": "0.10.0"}
    fixture = load(fixture_document(**made))
    older = replace(environment, engines={"0.10.0": OLDER_RULES})
    was, now = fixture.replay(older), fixture.replay(environment)
    assert decisions(was.outcome) == ["accepted"]
    assert decisions(now.outcome) == [strict or "unexpected_params"]
    assert WORDS in was.engine
    assert WORDS in was.sentence
    assert WORDS not in f"{now.engine}{now.sentence}"
    # What a person is shown of the step is what was replayed.
    for chosen, taken in ((older, True), (environment, False)):
        (step,) = fixture.trace(chosen)
        assert step.ok is taken
    # What the older engine admitted, nobody issued all the same.
    assert was.unissued
    assert [use.place.pointer for use in was.unissued] == [
        use.place.pointer for use in now.unissued
    ]


def test_a_story_was_always_strict(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    submissions = [{"actionId": "buy_tea", "params": {"note": 1}}]
    old = load(fixture_document(submissions=submissions, capturedUnder="0.10.0"))
    replay = old.replay(replace(environment, engines={"0.10.0": OLDER_RULES}))
    assert decisions(replay.outcome) == ["unexpected_params"]
    assert WORDS not in f"{replay.engine}{replay.sentence}"


def test_a_version_without_older_rules_is_not_replayed_under_any(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    assert frozenset(BUILT_IN) - LEGACY_ADMISSION == {RUNNING}
    fixture = load(fixture_document(capturedUnder=RUNNING))
    replay = fixture.replay(replace(environment, engines={RUNNING: OLDER_RULES}))
    assert replay.status is ReplayStatus.UNRUNNABLE
    assert replay.reason == "no_older_rules"
    assert replay.sentence == f"Not run: engines of {RUNNING} had no older rules of admission."


def _walks(folder: Path) -> Iterator[Any]:
    for file in sorted((folder / "walks").glob("*.jsonl")):
        for line in file.read_text().splitlines():
            case = json.loads(line)
            if "outcomeStrict" in case:
                yield case


def test_published_walks_give_the_strict_outcome_and_the_older_one_when_asked(
    shared: Path, load: Load
) -> None:
    seen = 0
    for kind in ("simulation", "world_graph"):
        folder = shared / "corpora" / "play" / kind
        strict = ReplayEnvironment(campaigns=(folder / "campaigns",))
        older = replace(strict, engines={"0.10.0": OLDER_RULES})
        for case in list(_walks(folder))[::12]:
            fixture = load(case["fixture"])
            assert fixture.replay(strict).outcome == case["outcomeStrict"], fixture.name
            assert fixture.replay(older).outcome == case["outcome"], fixture.name
            seen += 1
    assert seen == 12
