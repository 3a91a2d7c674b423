"""The guide's code runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from log_building import header, log_bytes, text_call, tool_call, write_scenario

GUIDE = Path(__file__).parents[2] / "docs" / "replaying-session-logs.md"


def test_every_example_of_the_guide_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("httpx2", "openai", "anthropic", "pydantic_ai"):
        pytest.importorskip(library, reason="the guide's libraries come with the dev extra")
    parent = [header(), *tool_call("find_pier", {"ferry": "the ferry"})]
    parent += text_call("It lands at ", "pier nine.", step=2)
    child = [header(id="kid", createdAt=1), *text_call("Pier nine.")]
    logs = [log_bytes(parent), log_bytes(child)]
    write_scenario(tmp_path / "trip", logs)
    for name, data in zip(("parent.jsonl", "child.jsonl"), logs, strict=True):
        (tmp_path / name).write_bytes(data)
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert len(examples) > 8
    names: dict[str, Any] = {"__name__": "guide"}
    for example in examples:
        exec(compile(example, str(GUIDE), "exec"), names)
    assert (tmp_path / "busy.json").is_file()


def test_the_guide_names_every_setting_with_its_default() -> None:
    from dataclasses import fields

    from workbench.session_logs import Settings

    text = GUIDE.read_text("utf-8")
    table = text[text.index("| Setting | Default |") :]
    for field in fields(Settings):
        row = re.search(rf"^\| `{field.name}` \|(.*)\|$", table, re.M)
        assert row, field.name
        if isinstance(field.default, str):
            assert field.default in row[1]
