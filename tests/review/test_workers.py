"""Two replays in fresh processes: equal to the byte, or nothing is recorded and the step is named."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from workbench.core.canonical import JSON, digest_bytes
from workbench.core.fixture import ReplayEnvironment
from workbench.core.outcome import golden_bytes
from workbench.review import workers
from workbench.review.workers import first_difference, record

NOWHERE = ReplayEnvironment()


def files(**members: JSON) -> dict[str, bytes]:
    body = {"fake": 1, "seed": "s", "steps": [{"say": "a"}, {"say": "b"}], **members}
    return {"x.fake.json": json.dumps(body).encode()}


def test_equal_replays_are_recorded(fake_family: None) -> None:
    recording = record("fake", files(), environment=NOWHERE, steps_key="steps")
    assert recording.agree
    assert recording.replays == 2
    assert recording.data is not None
    assert recording.digest == digest_bytes(recording.data)
    assert recording.data == golden_bytes(json.loads(recording.data))
    assert recording.sentence == "Two replays in fresh processes under fake 1 gave equal bytes."


def test_differing_replays_name_the_first_step(fake_family: None) -> None:
    recording = record("fake", files(wobbles=1), environment=NOWHERE, steps_key="steps")
    assert not recording.agree
    assert recording.first_difference == 1
    assert recording.data is None


def test_a_refused_or_unrunnable_fixture_records_nothing(fake_family: None) -> None:
    refused = record("fake", {"x.fake.json": b"{"}, environment=NOWHERE, steps_key="steps")
    assert refused.sentence == "Line 1 is not valid JSON. Nothing was recorded."
    idle = record("fake", files(unrunnable=True), environment=NOWHERE, steps_key="steps")
    assert idle.sentence == "Not run: engine 0.8.0 is not installed. Nothing was recorded."


def test_a_crash_quotes_nothing(fake_family: None) -> None:
    """The worker tells the class of an error and not its message."""
    held = {"x.fake.json": b'{"fake": 1, "steps": ["canary-in-a-step"]}'}
    recording = record("fake", held, environment=NOWHERE, steps_key="steps")
    assert not recording.agree
    assert "canary" not in repr(recording)


def test_a_replay_that_never_ends_is_stopped(
    fake_family: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = record("fake", files(), environment=NOWHERE, steps_key="steps", timeout=0.001)
    assert "longer than" in recording.sentence


def test_no_byte_lands_on_disk_or_a_command_line(
    fake_family: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    run = workers.subprocess.run
    seen: list[str] = []

    def watched(*args: object, **options: object) -> object:
        seen.append(repr(args) + repr(options["env"]))
        return run(*args, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(workers.subprocess, "run", watched)
    held = files(note="canary-on-a-command-line")
    assert record("fake", held, environment=NOWHERE, steps_key="steps").agree
    assert os.listdir(tmp_path) == []
    assert len(seen) == 2
    assert not any("canary" in text for text in seen)


@pytest.mark.parametrize(
    ("one", "other", "at"),
    [
        ({"steps": [1, 2]}, {"steps": [1, 3]}, 1),
        ({"steps": [1]}, {"steps": [1, 2]}, 1),
        ({"steps": [1], "ending": "a"}, {"steps": [1], "ending": "b"}, None),
        ({}, {}, None),
    ],
)
def test_the_first_difference_is_a_step_or_the_ending(one: JSON, other: JSON, at: int) -> None:
    assert first_difference(one, other, "steps") == at
