"""Worlds to play in tests: the sample meadow, and variations of it made on the spot."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from workbench.plays.documents import read_campaign
from workbench.plays.engine.admission import Admission
from workbench.plays.engine.engine import Engine, GameConfig, Result
from workbench.plays.engine.registry import Archive, Campaign, publish
from workbench.plays.engine.state import GameState
from workbench.plays.kinds.world_graph import KIND
from workbench.plays.kinds.world_graph.state import State

MEADOW = Path(__file__).parents[4] / "sample_fixtures" / "campaigns" / "kite-meadow@1.0.0.json"

#: Changes the content of the meadow in place.
Change = Callable[[dict[str, Any]], None]


@dataclass
class Game:
    """One game on a campaign, played action by action."""

    engine: Engine
    state: GameState

    @property
    def world(self) -> State:
        """The kind's own state."""
        state: State = self.state.kind_state
        return state

    def submit(self, action_id: str, **params: Any) -> Result:
        """Submit an action; the game moves on if it is accepted."""
        return self.submit_with(action_id, params)

    def submit_with(self, action_id: str, params: Mapping[str, Any] | None) -> Result:
        """Submit an action with exactly these params, or with none at all."""
        result = self.engine.submit_action(self.state, action_id, params)
        if result.state is not None:
            self.state = result.state
        return result

    def reason(self, action_id: str, **params: Any) -> str | None:
        """Why an action is refused, or ``None`` where it is accepted."""
        return self.submit(action_id, **params).reason

    def accept(self, action_id: str, **params: Any) -> State:
        """The world after an action that must be accepted."""
        result = self.submit(action_id, **params)
        assert result.ok, result.reason
        return self.world


NewGame = Callable[..., Game]


def meadow_campaign() -> Campaign:
    """The sample meadow."""
    kind = KIND
    return read_campaign(MEADOW.read_bytes(), {kind.id: kind})


def engine_of(campaign: Campaign, admission: Admission = "strict") -> Engine:
    """An engine that plays one campaign."""
    kind = KIND.admitting(admission)
    return Engine(Archive([publish(campaign, {kind.id: kind})]), kinds={kind.id: kind})


@pytest.fixture
def new_game() -> NewGame:
    """Starts a game on the meadow, after ``change`` was made to its content."""

    def start(change: Change | None = None, *, seed: str = "kites", legacy: bool = False) -> Game:
        campaign = meadow_campaign()
        if change is not None:
            content = json.loads(json.dumps(campaign.content))
            change(content)
            campaign = replace(campaign, content=content)
        engine = engine_of(campaign, "legacy" if legacy else "strict")
        created = engine.create_game(GameConfig(campaign.id, seed), campaign.version)
        assert created.state is not None
        return Game(engine, created.state)

    return start


@pytest.fixture
def meadow() -> dict[str, Any]:
    """The content of the meadow, to be changed."""
    content: dict[str, Any] = copy.deepcopy(meadow_campaign().content)
    return content


def entry(content: Mapping[str, Any], catalogue: str, entry_id: str) -> dict[str, Any]:
    """One entry of a catalogue."""
    found: dict[str, Any] = next(each for each in content[catalogue] if each["id"] == entry_id)
    return found
