"""What the published engine did, this engine does: outcomes, states, scenes, traces, findings."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from workbench.core.canonical import canonical_text, digest, digest_bytes
from workbench.core.fixture import ReplayEnvironment
from workbench.core.json_text import parse
from workbench.plays.documents import as_campaign
from workbench.plays.engine.engine import Engine
from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.registry import Archive, check_campaign
from workbench.plays.engine.serialization import deserialize, serialize
from workbench.plays.engine.state import GameState
from workbench.plays.fixture import PlayFixture
from workbench.plays.kinds.story_graph import KIND
from workbench.plays.randomness import Stream
from workbench.plays.recorded import Recorded
from workbench.plays.runner import Built, Fault, Played, build, opening, replay_engine, submit
from workbench.plays.verdicts import Diverged, judge

CAMPAIGNS = ("bulgaria-bureaucracy", "lantern-keeper", "night-market", "paper-moth")

RecordedOf = Callable[[Mapping[str, Any]], Recorded]


def walks(corpus: Path, campaign: str) -> Iterator[dict[str, Any]]:
    with (corpus / "walks" / f"{campaign}.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            yield parse(line, javascript_numbers=True)


def walk_through(
    recorded: Recorded, archive: Archive, kinds: Mapping[str, Kind]
) -> tuple[Engine, GameState, list[Played]]:
    engine = replay_engine(archive, kinds)
    state, steps = opening(engine, recorded), []
    for index, submission in enumerate(recorded.submissions):
        steps.append(submit(engine, state, index, submission))
        state = steps[-1].after
    return engine, state, steps


def trace_entry(played: Played) -> dict[str, Any]:
    if played.result is None:
        return {"adopted": played.accepted, "reason": played.reason}
    return played.result.to_json()


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_every_walk_ends_as_the_published_engine_ended_it(
    campaign: str,
    corpus: Path,
    corpus_archive: Archive,
    kinds: Mapping[str, Kind],
    recorded_of: RecordedOf,
) -> None:
    count = 0
    for walk in walks(corpus, campaign):
        recorded = recorded_of(walk["fixture"])
        built = build(recorded, corpus_archive, kinds=kinds)
        assert isinstance(built, Built)
        assert canonical_text(built.outcome) == canonical_text(walk["outcome"]), recorded.name
        engine, state, steps = walk_through(recorded, corpus_archive, kinds)
        text = serialize(state)
        assert digest_bytes(text.encode()) == walk["final_state_sha256"], recorded.name
        assert digest(engine.scene(state)) == walk["final_scene_sha256"], recorded.name
        assert digest([trace_entry(step) for step in steps]) == walk["trace_sha256"], recorded.name
        assert serialize(deserialize(engine, text)) == text
        count += 1
    assert count == 100


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_every_walk_loads_as_a_fixture_and_states_the_same_facts(
    campaign: str, corpus: Path, load: Callable[..., PlayFixture]
) -> None:
    environment = ReplayEnvironment(campaigns=(corpus / "campaigns",))
    for walk in walks(corpus, campaign):
        fixture = load(walk["fixture"], f"{walk['fixture']['name']}.fixture.json")
        facts = fixture.facts(environment)
        assert digest(facts["outcome"]) == digest(walk["outcome"])
        assert facts["finalStateSha256"] == walk["final_state_sha256"]
        replay = fixture.replay(environment)
        assert [each.ok for each in replay.evidence] == [
            decision["accepted"] for decision in walk["outcome"]["decisions"]
        ]
        assert replay.consumption.complete
        trace = fixture.trace(environment)
        assert [step.ok for step in trace] == [each.ok for each in replay.evidence]
        assert len(trace) == len(fixture.steps())


def test_the_published_pairs_replay_to_their_outcomes(
    corpus: Path, corpus_archive: Archive, kinds: Mapping[str, Kind], recorded_of: RecordedOf
) -> None:
    files = sorted((corpus / "fixtures").glob("*.fixture.json"))
    assert len(files) == 4
    for file in files:
        expected = json.loads(
            file.with_name(file.name.replace(".fixture.", ".outcome.")).read_text()
        )
        built = build(recorded_of(json.loads(file.read_text())), corpus_archive, kinds=kinds)
        assert isinstance(built, Built)
        assert built.outcome == expected


def test_faults_are_faults_at_their_submission_and_leave_the_state_alone(
    cases: Callable[[str], Any],
    corpus_archive: Archive,
    kinds: Mapping[str, Kind],
    recorded_of: RecordedOf,
) -> None:
    for case in cases("fixtures/faults.json"):
        replayed = build(recorded_of(case["fixture"]), corpus_archive, kinds=kinds)
        expected = case["expected"]
        if "fault" in expected:
            assert isinstance(replayed, Fault)
            found = {"index": replayed.index, "kind": replayed.code, "node": replayed.node}
            assert found == expected["fault"]
            assert replayed.state is not None
            assert digest(replayed.state.to_json()) == expected["state_before_fault_sha256"]
        else:
            assert isinstance(replayed, Built)
            assert replayed.outcome == expected["outcome"]
            assert digest(replayed.state.to_json()) == expected["final_state_sha256"]
        assert case["scene_of_hub"] == "throws"
        _, opened, _ = walk_through(
            recorded_of({**case["fixture"], "submissions": []}), corpus_archive, kinds
        )
        with pytest.raises(EngineFault):
            replay_engine(corpus_archive, kinds).scene(opened)


def test_verdicts_name_where_a_replay_diverges(
    cases: Callable[[str], Any],
    corpus_archive: Archive,
    kinds: Mapping[str, Kind],
    recorded_of: RecordedOf,
) -> None:
    for case in cases("verdicts/verdicts.json"):
        verdict = judge(recorded_of(case["fixture"]), case["expected"], corpus_archive, kinds=kinds)
        found: dict[str, Any] = {"kind": verdict.kind}
        if isinstance(verdict, Diverged):
            found |= {"at": verdict.at, "capturedUnder": verdict.captured_under}
        if verdict.kind == "unrunnable":
            found["reason"] = verdict.reason  # type: ignore[union-attr]
        assert found == case["verdict"], case["label"]


def test_checks_report_the_same_findings_in_the_same_order(cases: Callable[[str], Any]) -> None:
    for case in cases("validation/cases.json"):
        checked = check_campaign(as_campaign(case["document"]), {KIND.id: KIND})
        assert checked.ok == case["ok"], case["label"]
        assert [each.to_json() for each in checked.errors] == case["errors"], case["label"]
        assert [each.to_json() for each in checked.warnings] == case["warnings"], case["label"]


def test_published_campaigns_carry_the_same_warnings(
    cases: Callable[[str], Any], corpus_archive: Archive
) -> None:
    for name, expected in cases("campaigns/validation_warnings.json").items():
        campaign_id, version = name.split("@")
        epoch = corpus_archive.epoch(campaign_id, version)
        assert epoch is not None
        found = [{"code": each.code, "path": each.path} for each in epoch.warnings]
        assert found == expected, name


def test_streams_draw_the_published_vectors(cases: Callable[[str], Any]) -> None:
    for vector in cases("prng/vectors.json"):

        def fresh(vector: Mapping[str, Any] = vector) -> Stream:
            return Stream(vector["seed"], vector["stream"])

        assert f"{fresh().state:016x}" == vector["state"]
        assert f"{fresh().increment:016x}" == vector["increment"]
        draws: dict[str, Callable[[Stream], int]] = {
            "next_u32": Stream.next_u32,
            "nextInt_1_6": lambda stream: stream.next_int(1, 6),
            "nextInt_neg5_5": lambda stream: stream.next_int(-5, 5),
            "nextPercent": Stream.next_percent,
            "pick_index_of_7": lambda stream: stream.pick(range(7)),
            "weightedPick_index_1_2_3_4": lambda stream: stream.weighted_index((1, 2, 3, 4)),
            "nextInt_0_2999999999": lambda stream: stream.next_int(0, 2_999_999_999),
            "nextInt_0_4294967295": lambda stream: stream.next_int(0, 4_294_967_295),
        }
        for name, draw in draws.items():
            stream = fresh()
            assert [draw(stream) for _ in vector[name]] == vector[name], name


def test_canonical_text_is_the_published_one(cases: Callable[[str], Any]) -> None:
    for vector in cases("prng/canonical.json"):
        value = parse(vector["json"], javascript_numbers=True)
        assert canonical_text(value) == vector["canonical"]
        assert digest(value) == vector["sha256"]


def test_the_published_pairs_replay_under_the_versions_they_name(corpus: Path) -> None:
    from workbench.core.fixture import open_fixture
    from workbench.core.outcome import Meaning, compare

    for path in sorted((corpus / "fixtures").glob("*.fixture.json")):
        golden = path.with_name(path.name.replace(".fixture.", ".outcome.")).read_bytes()
        replay = open_fixture(path).replay(ReplayEnvironment(campaigns=(corpus / "campaigns",)))
        change = compare(golden, replay.outcome, steps_key="decisions")
        assert change.meaning in {Meaning.SAME, Meaning.FORMAT_ONLY}, path.name
