"""A campaign with anything anywhere is refused with a code, or plays to decisions and faults."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.errors import Refused
from workbench.plays.documents import read_campaign
from workbench.plays.engine.engine import Engine, GameConfig
from workbench.plays.engine.faults import EngineFault
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.registry import Archive, publish
from workbench.plays.engine.serialization import deserialize, serialize
from workbench.plays.engine.state import GameState

CAMPAIGNS = Path(__file__).parents[2] / "sample_fixtures" / "campaigns"
SAMPLES = ["night-ferry@1.0.0.json", "kite-meadow@1.0.0.json", "lantern-town@1.0.0.json"]

HOSTILE = st.sampled_from(
    [
        None,
        True,
        0,
        -1,
        1.5,
        2**53,
        1e308,
        "",
        "zq-nowhere",
        "__proto__",
        "é𝒳",
        "player.needs.energy.deeper",
        [],
        {},
        [[]],
        {"all": []},
        {"field": "turn", "operator": "less_than", "value": "x"},
    ]
)
#: A few submissions of each kind, right and wrong.
SUBMISSIONS: Mapping[str, list[tuple[str, Any]]] = {
    "story-graph": [(each, None) for each in ("buy_tea", "pay_fare", "light_lantern", "cast_off")],
    "world-graph": [
        ("advance_ticks", {"ticks": 3}),
        ("hire_staff", {"definitionId": "pourer"}),
        ("hire_staff", {"definitionId": "warden"}),
        ("build", {"definitionId": "stand", "x": 4, "y": 1, "rotation": 0}),
        ("set_price", {"buildingId": "building:0", "productId": "cider", "priceCents": 100}),
        ("advance_ticks", {"ticks": 5}),
    ],
    "simulation": [
        ("plan.add", {"actionType": "search_for_work"}),
        ("plan.add", {"actionType": "exercise"}),
        ("end_week", None),
        ("plan.add", {"actionType": "travel", "targetId": "market"}),
        ("end_week", None),
        ("plan.clear", None),
        ("end_week", None),
    ],
}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every member and entry below a value."""
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, below in items:
        yield (*path, key)
        yield from places(below, (*path, key))


def changed(document: Any, path: tuple[Any, ...], how: str, value: Any) -> None:
    holder = document
    for key in path[:-1]:
        holder = holder[key]
    last = path[-1]
    if how == "put":
        holder[last] = value
    elif how == "drop":
        del holder[last]
    elif isinstance(holder, list):
        holder.append(holder[last])  # an entry twice
    else:
        holder[f"{last}-zq"] = holder[last]


@pytest.fixture(scope="module")
def documents() -> dict[str, tuple[str, list[tuple[Any, ...]]]]:
    """Each sample's text and its places."""
    read = {}
    for name in SAMPLES:
        text = (CAMPAIGNS / name).read_text()
        read[name] = text, list(places(json.loads(text)))
    return read


@pytest.mark.parametrize("name", SAMPLES)
@settings(deadline=None, max_examples=120)
@given(data=st.data())
def test_a_campaign_with_anything_anywhere(
    name: str,
    documents: Mapping[str, tuple[str, list[tuple[Any, ...]]]],
    kinds: Mapping[str, Kind],
    data: st.DataObject,
) -> None:
    text, where = documents[name]
    document = json.loads(text)
    path = where[data.draw(st.integers(0, len(where) - 1))]
    how = data.draw(st.sampled_from(["put", "put", "drop", "twice"]))
    changed(document, path, how, data.draw(HOSTILE))
    try:
        campaign = read_campaign(json.dumps(document).encode(), kinds)
        epoch = publish(campaign, kinds)
    except Refused as refused:
        assert refused.code  # noqa: PT017
        return
    engine = Engine(Archive([epoch]), kinds=kinds)
    try:
        created = engine.create_game(GameConfig(campaign.id, "s"), campaign.version)
    except EngineFault:
        return
    assert created.state is not None
    play(engine, created.state)


def play(engine: Engine, state: GameState) -> None:
    """Play on; whatever faults leaves the state, and the state can be written and shown."""
    for action_id, params in SUBMISSIONS[state.kind_id]:
        try:
            result = engine.submit_action(state, action_id, params)
            state = state if result.state is None else result.state
            engine.scene(state)
            engine.outcome(state)
            assert list(
                engine.epoch(state).kind.issues(
                    [engine.epoch(state).program], state.kind_state, action_id, params
                )
            )
        except EngineFault:
            continue
    text = serialize(state)
    if state.kind_id == "story-graph" and any(
        map(_is_broken, state.kind_state["variables"].values())
    ):
        return  # clamped to a bound that is no whole number, which no state may hold
    assert deserialize(engine, text) == state


def _is_broken(value: Any) -> bool:
    return isinstance(value, float) and not value.is_integer()


@pytest.mark.parametrize("name", SAMPLES)
def test_a_campaign_cut_anywhere_is_refused(name: str, kinds: Mapping[str, Kind]) -> None:
    data = (CAMPAIGNS / name).read_bytes().rstrip()
    for length in {*range(0, len(data), max(1, len(data) // 60)), len(data) - 1}:
        with pytest.raises(Refused):
            read_campaign(data[:length], kinds)
