"""Generated captures with a canary each: nothing of one is in anything that outlives the screen.

The sweep itself is ``benchmarks/leaks.py``, which goes through thousands; here a few show that it can fail.
"""

from __future__ import annotations

import importlib.util
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from workbench.core.fixture import Fixture

SWEEP = Path(__file__).parents[2] / "benchmarks" / "leaks.py"


@pytest.fixture(scope="module")
def leaks() -> Iterator[ModuleType]:
    spec = importlib.util.spec_from_file_location("leaks", SWEEP)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["leaks"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["leaks"]


def test_no_canary_is_in_any_channel(leaks: ModuleType) -> None:
    tally = leaks.sweep(15, seed=7)
    assert tally.fixtures == 15
    assert tally.loaded >= 3
    assert tally.searched > 150
    assert dict(tally.leaks) == {}


def test_a_room_that_logs_what_it_reads_is_caught(
    leaks: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sweep notices a single log line with a string of a capture."""
    from workbench.review import loading

    open_fixture = loading.open_fixture

    def telling(path: Path) -> Fixture:
        fixture = open_fixture(path)
        logging.getLogger("anything").info("read %s", [text.value for text in fixture.texts()])
        return fixture

    monkeypatch.setattr(loading, "open_fixture", telling)
    tally = leaks.sweep(10, seed=7)
    assert any(channel.startswith("log") for channel in tally.leaks)
