"""Lives to play in tests: the sample town, and variations of it made on the spot."""

from __future__ import annotations

import copy
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
from workbench.plays.kinds.simulation import KIND
from workbench.plays.kinds.simulation.state import State

TOWN = Path(__file__).parents[4] / "sample_fixtures" / "campaigns" / "lantern-town@1.0.0.json"

#: Changes the content of the town in place.
Change = Callable[[dict[str, Any]], None]


@dataclass
class Game:
    """One game on a campaign, played submission by submission."""

    engine: Engine
    state: GameState

    @property
    def life(self) -> State:
        """The kind's own state."""
        state: State = self.state.kind_state
        return state

    def submit(self, action_id: str, params: Mapping[str, Any] | None = None) -> Result:
        """Submit an action; the game moves on if it is accepted."""
        result = self.engine.submit_action(self.state, action_id, params)
        if result.state is not None:
            self.state = result.state
        return result

    def plan(self, action_type: Any, **params: Any) -> str | None:
        """Why something may not be planned, or ``None`` where it was."""
        return self.submit("plan.add", {"actionType": action_type, **params}).reason

    def week(self, *plans: str | Mapping[str, Any]) -> str | None:
        """Plan all of it and live the week; why the week is refused, or ``None``."""
        for each in plans:
            planned = {"actionType": each} if isinstance(each, str) else each
            added = self.submit("plan.add", planned)
            assert added.ok, (planned, added.reason)
        return self.submit("end_week").reason

    def must_live(self, *plans: str | Mapping[str, Any]) -> State:
        """The state after a week that must be accepted."""
        assert self.week(*plans) is None
        return self.life

    def put(self, **members: Any) -> None:
        """Replace members of the state, named by dotted paths with ``__`` for the dots."""
        changed: Any = copy.deepcopy(self.state.kind_state)
        for path, value in members.items():
            *parents, last = path.split("__")
            holder = changed
            for parent in parents:
                holder = holder[parent]
            holder[last] = value
        self.state = replace(self.state, kind_state=changed)


NewGame = Callable[..., Game]


def of(action_type: str, target_id: str, **params: Any) -> dict[str, Any]:
    """Something to plan that has a target."""
    return {"actionType": action_type, "targetId": target_id, **params}


def town_campaign() -> Campaign:
    """The sample town."""
    kind = KIND
    return read_campaign(TOWN.read_bytes(), {kind.id: kind})


def engine_of(campaign: Campaign, admission: Admission = "strict") -> Engine:
    """An engine that plays one campaign."""
    kind = KIND.admitting(admission)
    return Engine(Archive([publish(campaign, {kind.id: kind})]), kinds={kind.id: kind})


@pytest.fixture
def new_game() -> NewGame:
    """Starts a game in the town, after ``change`` was made to its content.

    ``calm`` leaves out events, offers and headlines, so that a test sees only what it is about.
    """

    def start(
        change: Change | None = None,
        *,
        seed: str = "amber-tide",
        legacy: bool = False,
        calm: bool = True,
    ) -> Game:
        campaign = town_campaign()
        content = copy.deepcopy(campaign.content)
        if calm:
            content.update(events=[], opportunities=[], headlines=[])
        if change is not None:
            change(content)
        campaign = replace(campaign, content=content)
        engine = engine_of(campaign, "legacy" if legacy else "strict")
        created = engine.create_game(GameConfig(campaign.id, seed), campaign.version)
        assert created.state is not None
        return Game(engine, created.state)

    return start


def entry(content: Mapping[str, Any], catalogue: str, entry_id: str) -> dict[str, Any]:
    """One entry of a catalogue."""
    found: dict[str, Any] = next(each for each in content[catalogue] if each["id"] == entry_id)
    return found
