"""How good the checks are on the labelled development sets: a floor below what was measured.

The floors stop a change from making detection worse unseen; they are not goals. Kinds are learnt from
these sets, never their strings (``spec/detection.md`` §6).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import measuring
import pytest

pytestmark = pytest.mark.quality

#: set → (recall, precision) that must hold; measured values stand in benchmarks/README.md.
FLOORS = {"planted_dev": (0.98, 0.99), "secrets_dev": (0.77, 0.855), "pii_dev": (0.585, 0.965)}
#: Classes of the planted set and the recall that must hold.
PLANTED = {
    "secret": 0.99, "email": 0.98, "host": 0.97, "id": 0.97, "path": 0.98, "username": 0.96, "phone": 0.95,
    "person": 0.93, "address": 0.85,
}  # fmt: skip
TIERS = {"easy": 0.98, "medium": 0.96, "hard": 0.93}


@pytest.fixture(scope="module")
def planted_reports(shared: Path) -> list[dict[str, Any]]:
    """The reports on the planted set by class and by tier, from one scan."""
    return measuring.measured(shared, "planted_dev", None, "tier")


@pytest.fixture
def planted(planted_reports: list[dict[str, Any]]) -> dict[str, Any]:
    """The report on the planted set by class."""
    return planted_reports[0]


@pytest.mark.parametrize("name", ["secrets_dev", "pii_dev"])
def test_recall_and_precision_stay_above_the_floor(shared: Path, name: str) -> None:
    report = measuring.measure(shared, name)
    recall, precision = FLOORS[name]
    assert report["recall"] >= recall
    assert report["precision"] >= precision


def test_planted_identities_stay_found_and_clean_fixtures_quiet(planted: dict[str, Any]) -> None:
    recall, precision = FLOORS["planted_dev"]
    assert planted["recall"] >= recall
    assert planted["precision"] >= precision
    assert planted["clean_spoiled"] <= planted["clean_records"] // 50


@pytest.mark.parametrize(("family", "floor"), PLANTED.items())
def test_each_class_of_planted_value_stays_found(
    planted: dict[str, Any], family: str, floor: float
) -> None:
    assert planted["groups"][family]["recall"] >= floor


def test_each_tier_of_disguise_stays_found(planted_reports: list[dict[str, Any]]) -> None:
    groups = planted_reports[1]["groups"]
    assert {
        tier: groups[tier]["recall"] >= floor for tier, floor in TIERS.items()
    } == dict.fromkeys(TIERS, True)


def test_no_check_stops_on_any_record(shared: Path) -> None:
    crashed = {
        crash
        for name in measuring.SETS
        for record in measuring.records(shared, name)[::7]
        for crash in measuring.scanned(record).crashed
    }
    assert crashed == set()


@pytest.fixture(scope="module")
def fresh() -> tuple[dict[str, tuple[int, int]], list[tuple[str, str]]]:
    """Documents that nothing here was learnt on: their seed is of this test alone."""
    return measuring.fresh(20_271, 400)


@pytest.mark.parametrize(
    ("group", "floor"),
    {
        "all": 0.94, "easy": 0.95, "medium": 0.87, "hard": 0.95, "person": 0.86, "username": 0.90, "email": 0.93, "host": 0.90,
        "secret": 0.92, "phone": 0.90, "address": 0.90, "plain": 0.90, "json": 0.90, "jsonl": 0.90, "yaml": 0.90, "sse": 0.88,
    }.items(),
)  # fmt: skip
def test_identities_of_other_wordings_and_places_are_found(
    fresh: tuple[dict[str, tuple[int, int]], list[tuple[str, str]]], group: str, floor: float
) -> None:
    found, wanted = fresh[0][group]
    assert wanted >= 10
    assert found / wanted >= floor


def test_clean_documents_of_other_wordings_stay_quiet(
    fresh: tuple[dict[str, tuple[int, int]], list[tuple[str, str]]],
) -> None:
    assert len(fresh[1]) <= 1


#: Different values in all real session logs of the sample, in which nothing is planted, and places a megabyte.
NOISE = (5, 15.0)


def test_real_session_logs_stay_quiet(shared: Path) -> None:
    values, places, size = measuring.noise(shared / "corpora" / "session_logs")
    assert len(values) <= NOISE[0]
    assert places / size <= NOISE[1]
