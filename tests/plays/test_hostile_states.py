"""A stored game with anything anywhere is refused with a code, or plays to decisions and faults."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.plays.test_hostile_campaigns import HOSTILE, SAMPLES, SUBMISSIONS, changed, places
from workbench.plays.documents import read_campaign
from workbench.plays.engine.engine import Engine, GameConfig
from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.registry import Archive, publish
from workbench.plays.engine.serialization import StateRefused, deserialize, serialize
from workbench.plays.kinds import available_kinds

CAMPAIGNS = Path(__file__).parents[2] / "sample_fixtures" / "campaigns"
Played = tuple[Engine, str, list[tuple[Any, ...]]]


@pytest.fixture(scope="module")
def played() -> Mapping[str, Played]:
    """For each sample: its engine, the text of a game that was played on it, and its places."""
    made: dict[str, Played] = {}
    kinds = available_kinds()
    for name in SAMPLES:
        campaign = read_campaign((CAMPAIGNS / name).read_bytes(), kinds)
        engine = Engine(Archive([publish(campaign, kinds)]), kinds=kinds)
        state = engine.create_game(GameConfig(campaign.id, "s"), campaign.version).state
        assert state is not None
        for action_id, params in SUBMISSIONS[state.kind_id]:
            result = engine.submit_action(state, action_id, params)
            state = result.state or state
        text = serialize(state)
        # The map's ground is most of a world, and all of one kind.
        where = [each for each in places(json.loads(text)) if "paths" not in each]
        made[name] = engine, text, [each for each in where if "terrain" not in each]
    return made


def submitted(engine: Engine, text: str) -> str:
    """What came of the text: refused, or how many submissions were decided on."""
    try:
        state = deserialize(engine, text)
    except StateRefused as refused:
        return refused.code
    calls: list[Callable[[], object]] = [
        lambda: engine.scene(state),
        lambda: engine.view(state, "ai"),
        lambda: engine.outcome(state),
    ]
    for call in calls:
        try:
            call()
        except EngineFault:
            continue
    for action_id, params in SUBMISSIONS[state.kind_id]:
        try:
            state = engine.submit_action(state, action_id, params).state or state
        except EngineFault:
            continue
    return "played"


@pytest.mark.parametrize("name", SAMPLES)
@settings(deadline=None, max_examples=120)
@given(data=st.data())
def test_a_state_with_anything_anywhere(
    name: str, played: Mapping[str, Played], data: st.DataObject
) -> None:
    engine, text, where = played[name]
    document = json.loads(text)
    path = where[data.draw(st.integers(0, len(where) - 1))]
    how = data.draw(st.sampled_from(["put", "put", "drop", "twice"]))
    changed(document, path, how, data.draw(HOSTILE))
    told = submitted(engine, json.dumps(document))
    assert told in {"played", "invalid_state", "unknown_campaign", "unknown_kind"}
