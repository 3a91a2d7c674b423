"""The guide's code runs as it stands."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from cassette_writing import URL, entry

GUIDE = Path(__file__).parents[2] / "docs" / "replaying-cassettes.md"


def test_every_example_of_the_guide_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("httpx2", "openai", "requests"):
        pytest.importorskip(library, reason="the guide's libraries come with the dev extra")
    message = {"role": "assistant", "content": "At noon."}
    answer = {
        "id": "chatcmpl_example",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
    }
    asked = json.dumps({"model": "m", "messages": []})
    headers = {"content-type": ["application/json"]}
    text = entry(uri=URL, body=asked, answer=json.dumps(answer), headers=headers)
    (tmp_path / "chat.yaml").write_text(text)
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert len(examples) > 6
    names: dict[str, Any] = {}
    for example in examples:
        exec(compile(example, str(GUIDE), "exec"), names)
    assert (tmp_path / "chat-in-vcrpy.yaml").is_file()
