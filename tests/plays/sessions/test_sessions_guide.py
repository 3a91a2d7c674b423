"""The guide to sessions does what it says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]


def test_the_first_example_captures_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    guide = (ROOT / "docs" / "sessions.md").read_text()
    first = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)[0]
    names: dict[str, Any] = {}
    exec(compile(first, "docs/sessions.md", "exec"), names)
    assert names["fixture"] == {
        "name": "capture-7xk2",
        "config": {"campaignId": "night-ferry", "seed": "grey-heron"},
        "campaignVersion": "1.0.0",
        "capturedUnder": "0.11.0",
        "submissions": [{"actionId": "buy_tea"}],
    }
