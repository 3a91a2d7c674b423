"""The guide for authors of engines: its examples are messages, and its table is complete."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from workbench.plays.external.messages import (
    Hello,
    hello_request,
    read_answer,
    read_hello,
    replay_request,
)
from workbench.plays.external.problems import SENTENCES
from workbench.plays.external.process import Limits
from workbench.plays.reading import read_recorded

GUIDE = (Path(__file__).parents[3] / "docs" / "engine-protocol.md").read_text("utf-8")


def examples() -> list[dict[str, Any]]:
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)```", GUIDE, re.S)]


def test_the_examples_are_messages_of_the_protocol() -> None:
    hello, greeting, replay, *answers = examples()
    assert hello.keys() == json.loads(hello_request([])).keys()
    assert isinstance(read_hello(greeting), Hello)
    recorded, _ = read_recorded(json.dumps(replay["fixture"]).encode())
    assert json.loads(replay_request(recorded)) == replay
    assert [type(read_answer(each)).__name__ for each in answers] == [
        "OutcomeAnswer",
        "UnrunnableAnswer",
        "FaultAnswer",
        "ErrorAnswer",
    ]


def test_every_reason_and_limit_is_in_the_guide() -> None:
    limits = Limits()
    assert all(f"`{code}`" in GUIDE for code in SENTENCES)
    for number in (limits.start, limits.answer, limits.end):
        assert f"{number:.0f} seconds" in GUIDE or number == 5
    assert limits.line == 64 * 1024 * 1024 and "64 MiB" in GUIDE
