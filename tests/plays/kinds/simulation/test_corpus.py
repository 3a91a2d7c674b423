"""Every case of the shared corpus: outcomes, states and digests, under both admissions.

The outcomes were computed by the published engine; the strict ones by the same engine behind the
admission that the capture document requires.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from workbench.core.canonical import digest
from workbench.core.fixture import ReplayEnvironment, ReplayStatus, open_fixture
from workbench.plays.documents import read_campaign
from workbench.plays.engine.admission import Admission
from workbench.plays.engine.engine import Engine, GameConfig
from workbench.plays.engine.registry import Archive
from workbench.plays.engine.state import GameState
from workbench.plays.kinds.simulation import KIND
from workbench.plays.recorded import Action
from workbench.plays.runner import Outcomes, submit

ADMISSIONS: tuple[Admission, ...] = ("legacy", "strict")
#: By file: two of them share the campaign id ``stable-life`` and differ in the version.
CAMPAIGNS = (
    "stable-life",
    "bulgaria-stable-life",
    "stable-life-events",
    "stable-life-housing",
    "stable-life-possessions",
    "stable-life-effects",
    "sim-lab",
)


@pytest.fixture(scope="module")
def folder(shared: Path) -> Path:
    """The simulation corpus."""
    found = shared / "corpora" / "play" / "simulation"
    if not found.is_dir():
        pytest.skip("the simulation corpus is not here")
    return found


@pytest.fixture(scope="module")
def engines(folder: Path) -> Mapping[Admission, Engine]:
    """An engine for each admission, on every campaign of the corpus."""
    return {admission: _engine(folder, admission) for admission in ADMISSIONS}


def _engine(folder: Path, admission: Admission) -> Engine:
    kinds = {"simulation": KIND.admitting(admission)}
    files = sorted((folder / "campaigns").glob("*.json"))
    archive = Archive().publish([read_campaign(each.read_bytes(), kinds) for each in files], kinds)
    return Engine(archive, kinds=kinds)


def _lines(file: Path) -> Iterator[Any]:
    with file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _play(engine: Engine, fixture: Mapping[str, Any]) -> tuple[Any, list[GameState]]:
    """The outcome, and every state."""
    config = GameConfig(fixture["config"]["campaignId"], fixture["config"]["seed"])
    state = engine.create_game(config, fixture["campaignVersion"]).state
    assert state is not None
    outcomes, states = Outcomes(), [state]
    for index, each in enumerate(fixture["submissions"]):
        played = submit(engine, states[-1], index, Action(each["actionId"], each.get("params")))
        outcomes.add(played)
        states.append(played.after)
    return outcomes.finish(engine, states[-1]), states


def _expected_digests(case: Mapping[str, Any], admission: Admission) -> Any:
    if admission == "legacy" or "outcomeStrict" not in case:
        return case.get("stateDigests")
    return case.get("stateDigestsStrict")


@pytest.mark.parametrize("admission", ADMISSIONS)
@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_every_walk_has_the_published_outcome_and_states(
    folder: Path, engines: Mapping[Admission, Engine], campaign: str, admission: Admission
) -> None:
    digests = 0
    for case in _lines(folder / "walks" / f"{campaign}.jsonl"):
        name = case["fixture"]["name"]
        played, states = _play(engines[admission], case["fixture"])
        strict = admission == "strict"
        outcome = case.get("outcomeStrict", case["outcome"]) if strict else case["outcome"]
        assert played == outcome, name
        expected = _expected_digests(case, admission)
        if expected is not None:
            digests += len(expected)
            # Digested at the end: a state that play had written into later would show here.
            assert [digest(each.kind_state)[:16] for each in states] == expected, name
    assert digests, "no case of the corpus names the digests of its states"


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_whole_states_are_those_of_the_published_engine(
    folder: Path, engines: Mapping[Admission, Engine], campaign: str
) -> None:
    fixtures = {
        case["fixture"]["name"]: case["fixture"]
        for case in _lines(folder / "walks" / f"{campaign}.jsonl")
    }
    files = sorted((folder / "states").glob(f"{campaign}-walk-*.json"))
    assert files
    for file in files:
        dumped = json.loads(file.read_text(encoding="utf-8"))
        _, states = _play(engines["legacy"], fixtures[dumped["name"]])
        assert [each.kind_state for each in states] == dumped["states"], dumped["name"]


@pytest.mark.parametrize("admission", ADMISSIONS)
def test_every_public_fixture_has_its_published_outcome(
    folder: Path, engines: Mapping[Admission, Engine], admission: Admission
) -> None:
    files = sorted((folder / "public").glob("*.fixture.json"))
    assert len(files) == 13
    for file in files:
        golden = file.with_name(file.name.replace(".fixture.", ".outcome."))
        played, _ = _play(engines[admission], json.loads(file.read_bytes()))
        assert played == json.loads(golden.read_bytes()), file.name


def test_every_state_of_the_walks_is_a_valid_state(
    folder: Path, engines: Mapping[Admission, Engine]
) -> None:
    for campaign in CAMPAIGNS:
        case = next(_lines(folder / "walks" / f"{campaign}.jsonl"))
        _, states = _play(engines["legacy"], case["fixture"])
        epoch = engines["legacy"].epoch(states[0])
        for state in states:
            copied = json.loads(json.dumps(state.kind_state))
            assert epoch.kind.valid_state(epoch.program, copied), case["fixture"]["name"]


def test_public_fixtures_replay_as_a_reviewer_opens_them(folder: Path) -> None:
    environment = ReplayEnvironment(campaigns=(folder / "campaigns",))
    for file in sorted((folder / "public").glob("*.fixture.json")):
        golden = file.with_name(file.name.replace(".fixture.", ".outcome."))
        replay = open_fixture(file).replay(environment)
        assert replay.status is ReplayStatus.REPLAYED, replay.sentence
        assert replay.outcome == json.loads(golden.read_bytes()), file.name
        assert all(each.issued_by is not None for each in replay.ids), file.name
