"""Campaigns that are offered together: all of them are sound, or none is offered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from workbench.plays.engine.engine import Engine, GameConfig
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.reasons import Reasons
from workbench.plays.engine.registry import (
    Archive,
    Campaign,
    CampaignRefused,
    assemble,
    check_campaign,
)


@pytest.fixture
def campaign(ferry: Archive) -> Campaign:
    return ferry.epochs["night-ferry", "1.0.0"].campaign


def codes(caught: pytest.ExceptionInfo[CampaignRefused]) -> list[tuple[str, str | None]]:
    return [(problem.code, problem.path) for problem in caught.value.problems]


def test_a_registry_says_which_version_new_games_start_on(
    campaign: Campaign, kinds: Mapping[str, Kind]
) -> None:
    registry = assemble([campaign], kinds)
    assert registry.current == {"night-ferry": "1.0.0"}
    assert registry.strings == campaign.strings
    engine = Engine(Archive(registry.epochs), kinds=kinds, current=registry.current)
    assert engine.create_game(GameConfig("night-ferry", "s")).ok


def test_one_id_twice_is_refused_whatever_the_versions(
    campaign: Campaign, kinds: Mapping[str, Kind]
) -> None:
    with pytest.raises(CampaignRefused) as caught:
        assemble([campaign, replace(campaign, version="2")], kinds)
    assert codes(caught) == [("duplicate_campaign_id", "night-ferry")]


def test_one_key_has_one_text_in_all_campaigns(
    campaign: Campaign, kinds: Mapping[str, Kind]
) -> None:
    assert campaign.strings is not None
    same = replace(campaign, id="day-ferry")
    assert assemble([campaign, same], kinds).current.keys() == {"night-ferry", "day-ferry"}
    key = next(iter(campaign.strings))
    other = replace(same, strings={**campaign.strings, key: "zq-other"})
    with pytest.raises(CampaignRefused) as caught:
        assemble([campaign, other], kinds)
    assert codes(caught) == [("string_conflict", key)]
    assert "zq-other" not in f"{caught.value!s}{caught.value!r}"


def test_everything_wrong_is_told_at_once(campaign: Campaign, kinds: Mapping[str, Kind]) -> None:
    strings = {**(campaign.strings or {}), "core.reason.x": "y"}
    bad = replace(campaign, id="Bad Id", title_key="no", kind_id="chess", strings=strings)
    with pytest.raises(CampaignRefused) as caught:
        assemble([bad, replace(campaign, title_key="ferry.nothing")], kinds)
    assert [code for code, _ in codes(caught)] == [
        "invalid_identifier",
        "invalid_loc_key",
        "unknown_kind",
        "protected_string_key",
        "missing_string_key",
    ]


def test_a_kind_must_have_words_for_each_of_its_codes(
    campaign: Campaign, kinds: Mapping[str, Kind]
) -> None:
    silent = replace(kinds["story-graph"], reasons=Reasons("story-graph", {"mute": "", "x": "y"}))
    checked = check_campaign(campaign, {"story-graph": silent})
    assert [(each.code, each.path) for each in checked.errors] == [
        ("missing_kind_reason_message", "mute")
    ]
