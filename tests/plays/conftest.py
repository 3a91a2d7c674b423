"""Stories to play in tests: the sample ferry, and small ones made on the spot."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from workbench.core.files import SourceFile
from workbench.core.fixture import ReplayEnvironment
from workbench.core.json_text import parse
from workbench.plays.documents import read_campaign
from workbench.plays.engine.engine import Engine, GameConfig
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.registry import Archive, Campaign, Epoch, publish
from workbench.plays.engine.state import GameState
from workbench.plays.fixture import PlayFixture
from workbench.plays.kinds import available_kinds
from workbench.plays.recorded import Action, Adopt, Recorded

CAMPAIGNS = Path(__file__).parents[2] / "sample_fixtures" / "campaigns"

Story = Callable[..., Epoch]
Play = Callable[..., Recorded]


@pytest.fixture(scope="session")
def kinds() -> Mapping[str, Kind]:
    """The kinds of this build."""
    return available_kinds()


@pytest.fixture(scope="session")
def ferry_folder() -> Path:
    """The folder of sample campaigns."""
    return CAMPAIGNS


@pytest.fixture(scope="session")
def environment() -> ReplayEnvironment:
    """Replaying on the sample campaigns."""
    return ReplayEnvironment(campaigns=(CAMPAIGNS,))


@pytest.fixture(scope="session")
def ferry(kinds: Mapping[str, Kind]) -> Archive:
    """The night ferry."""
    data = (CAMPAIGNS / "night-ferry@1.0.0.json").read_bytes()
    return Archive([publish(read_campaign(data, kinds), kinds)])


@pytest.fixture(scope="session")
def story(kinds: Mapping[str, Kind]) -> Story:
    """Makes an epoch of a small story from its nodes and variables."""

    def make(
        nodes: Mapping[str, Any],
        *,
        variables: Mapping[str, Any] | None = None,
        achievements: Sequence[Any] = (),
        start: str | None = None,
        version: str = "1.0.0",
        strings: Mapping[str, str] | None = None,
    ) -> Epoch:
        content = {
            "descriptionKey": "tale.description",
            "startNodeId": next(iter(nodes)) if start is None else start,
            "variables": dict(variables or {}),
            "nodes": {
                key: {"id": key, "textKey": f"tale.{key}", **node} for key, node in nodes.items()
            },
            "achievements": [
                {"nameKey": "tale.a", "descriptionKey": "tale.a", "hidden": False, **each}
                for each in achievements
            ],
        }
        return publish(
            Campaign("tale", "story-graph", version, "tale.title", content, strings), kinds
        )

    return make


@pytest.fixture(scope="session")
def begin(kinds: Mapping[str, Kind]) -> Callable[..., tuple[Engine, GameState]]:
    """An engine on some epochs of one campaign, and a new game on the first."""

    def start(*epochs: Epoch, seed: str = "seed", **options: Any) -> tuple[Engine, GameState]:
        engine = Engine(Archive(epochs), kinds=kinds, **options)
        first = epochs[0].campaign
        created = engine.create_game(GameConfig(first.id, seed), first.version)
        assert created.state is not None
        return engine, created.state

    return start


def document(**changes: Any) -> dict[str, Any]:
    """A fixture's document on the night ferry, with some members changed."""
    return {
        "name": "night-one",
        "config": {"campaignId": "night-ferry", "seed": "grey-heron"},
        "campaignVersion": "1.0.0",
        "capturedUnder": "0.11.0",
        "submissions": [{"actionId": "buy_tea"}, {"actionId": "pay_fare"}],
        **changes,
    }


@pytest.fixture(scope="session")
def fixture_document() -> Callable[..., dict[str, Any]]:
    """Makes the document of a fixture on the night ferry."""
    return document


@pytest.fixture(scope="session")
def load() -> Callable[..., PlayFixture]:
    """Loads a fixture from a document or from bytes."""

    def from_value(value: Any, name: str = "night-one.fixture.json") -> PlayFixture:
        data = value if isinstance(value, bytes) else json.dumps(value, indent=2).encode()
        return PlayFixture(SourceFile.of(name, data))

    return from_value


@pytest.fixture(scope="session")
def recorded_of() -> Callable[[Mapping[str, Any]], Recorded]:
    """A recorded play from a corpus document, which may say more than a fixture may."""

    def convert(value: Mapping[str, Any]) -> Recorded:
        config = value["config"]
        submissions = tuple(
            Adopt(each["adopt"])
            if "adopt" in each
            else Action(each["actionId"], each.get("params"))
            for each in value["submissions"]
        )
        return Recorded(
            name=value["name"],
            campaign_id=config["campaignId"],
            seed=config["seed"],
            campaign_version=value["campaignVersion"],
            captured_under=value["capturedUnder"],
            submissions=submissions,
            profile_data=config.get("kindProfileData"),
            has_profile_data="kindProfileData" in config,
        )

    return convert


@pytest.fixture(scope="session")
def corpus(shared: Path) -> Path:
    """The story-graph corpus."""
    return shared / "corpora" / "play" / "story_graph"


@pytest.fixture(scope="session")
def corpus_archive(corpus: Path, kinds: Mapping[str, Kind]) -> Archive:
    """Every campaign of the corpus."""
    files = sorted((corpus / "campaigns").glob("*@*.json"))
    return Archive().publish([read_campaign(file.read_bytes(), kinds) for file in files], kinds)


@pytest.fixture(scope="session")
def cases(corpus: Path) -> Callable[[str], Any]:
    """A file of the corpus, parsed as JavaScript would."""
    return lambda name: parse((corpus / name).read_bytes(), javascript_numbers=True)
