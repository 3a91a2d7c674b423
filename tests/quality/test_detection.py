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
FLOORS = {"planted_dev": (0.97, 0.98), "secrets_dev": (0.76, 0.85), "pii_dev": (0.57, 0.95)}
#: Classes of the planted set and the recall that must hold.
PLANTED = {
    "secret": 0.99, "email": 0.98, "host": 0.97, "id": 0.97, "path": 0.98, "username": 0.96, "phone": 0.95,
    "person": 0.93, "address": 0.85,
}  # fmt: skip
TIERS = {"easy": 0.98, "medium": 0.96, "hard": 0.93}


@pytest.fixture(scope="module")
def planted(shared: Path) -> dict[str, Any]:
    """The report on the planted set, measured once."""
    return measuring.measure(shared, "planted_dev")


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


def test_each_tier_of_disguise_stays_found(shared: Path) -> None:
    groups = measuring.measure(shared, "planted_dev", by="tier")["groups"]
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
