"""An old capture is replayed under the rules of the engine it names, and that is said."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from workbench.core.fixture import ReplayEnvironment
from workbench.plays.engines import BUILT_IN, LEGACY_ADMISSION, RUNNING, admission_under
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
def test_the_version_a_capture_names_decides_what_was_admitted(
    config: dict[str, str],
    submission: dict[str, Any],
    strict: str | None,
    fixture_document: Document,
    load: Load,
    environment: ReplayEnvironment,
) -> None:
    made = {"config": config, "submissions": [submission]}
    old = load(fixture_document(**made, capturedUnder="0.10.0")).replay(environment)
    new = load(fixture_document(**made, capturedUnder="0.11.0")).replay(environment)
    assert decisions(old.outcome) == ["accepted"]
    assert decisions(new.outcome) == [strict or "unexpected_params"]
    assert WORDS in old.engine
    assert WORDS in old.sentence
    assert WORDS not in f"{new.engine}{new.sentence}"
    # What a person is shown of the step is what was replayed.
    for version, taken in (("0.10.0", True), ("0.11.0", False)):
        (step,) = load(fixture_document(**made, capturedUnder=version)).trace(environment)
        assert step.ok is taken
    # What the older engine admitted, nobody issued all the same.
    assert old.unissued
    assert [use.place.pointer for use in old.unissued] == [
        use.place.pointer for use in new.unissued
    ]


def test_a_story_was_always_strict(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    submissions = [{"actionId": "buy_tea", "params": {"note": 1}}]
    old = load(fixture_document(submissions=submissions, capturedUnder="0.10.0"))
    replay = old.replay(environment)
    assert decisions(replay.outcome) == ["unexpected_params"]
    assert WORDS not in f"{replay.engine}{replay.sentence}"


def test_new_captures_are_strict_and_an_unknown_version_would_be() -> None:
    assert RUNNING in BUILT_IN
    assert frozenset(BUILT_IN) - LEGACY_ADMISSION == {RUNNING}
    assert admission_under(RUNNING) == admission_under("9.9.9") == "strict"


def _walks(folder: Path) -> Iterator[Any]:
    for file in sorted((folder / "walks").glob("*.jsonl")):
        for line in file.read_text().splitlines():
            case = json.loads(line)
            if "outcomeStrict" in case:
                yield case


def test_published_walks_give_the_outcome_of_the_version_they_name(
    shared: Path, load: Load
) -> None:
    seen = 0
    for kind in ("simulation", "world_graph"):
        folder = shared / "corpora" / "play" / kind
        campaigns = ReplayEnvironment(campaigns=(folder / "campaigns",))
        for case in list(_walks(folder))[::12]:
            fixture = case["fixture"]
            assert load(fixture).replay(campaigns).outcome == case["outcome"], fixture["name"]
            later = {**fixture, "capturedUnder": RUNNING}
            strict = load(later).replay(campaigns).outcome
            assert strict == case["outcomeStrict"], fixture["name"]
            seen += 1
    assert seen == 12
