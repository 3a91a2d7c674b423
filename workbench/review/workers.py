"""Golden outcomes: two replays in fresh processes, equal to the byte or nothing is recorded.

Source: ``spec/review-ux.md`` §11. The processes differ in hash seed and time zone, so that a result
that depends on either shows itself.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from workbench.core.canonical import JSON, digest_bytes
from workbench.core.fixture import ReplayEnvironment
from workbench.core.outcome import read_golden
from workbench.review.shapes import Recording
from workbench.review.words import sentence

#: Surroundings in which an outcome must come out the same.
_SURROUNDINGS = (
    {"PYTHONHASHSEED": "1", "TZ": "UTC"},
    {"PYTHONHASHSEED": "2", "TZ": "Pacific/Kiritimati"},
)
TIMEOUT = 900.0  # seconds a replay may take before it counts as stopped


@dataclass(frozen=True, slots=True)
class _Answer:
    status: str
    engine: str = ""
    sentence: str = ""
    reason: str = ""
    golden: bytes = field(default=b"", repr=False)


def record(
    family: str,
    files: Mapping[str, bytes],
    *,
    environment: ReplayEnvironment,
    steps_key: str,
    timeout: float = TIMEOUT,
) -> Recording:
    """Replay ``files`` (those of an export) twice in fresh processes and compare the outcomes."""
    request = _request(family, files, environment)
    with ThreadPoolExecutor(len(_SURROUNDINGS)) as threads:
        futures = [
            threads.submit(_replay, request, surroundings, timeout=timeout)
            for surroundings in _SURROUNDINGS
        ]
        first, second = (future.result() for future in futures)
    return _compared(first, second, steps_key)


def _compared(first: _Answer, second: _Answer, steps_key: str) -> Recording:
    for answer in (first, second):
        if answer.status != "replayed":
            words = sentence(answer.sentence) or "A replay process stopped with an error."
            return Recording(False, "", answer.engine, f"{words} Nothing was recorded.")
    if first.golden == second.golden:
        words = f"Two replays in fresh processes under {first.engine} gave equal bytes."
        digest = digest_bytes(first.golden)
        return Recording(True, digest, first.engine, words, data=first.golden)
    at = first_difference(read_golden(first.golden), read_golden(second.golden), steps_key)
    where = "only in the ending" if at is None else f"first at step {at}"
    words = f"Two replays differ {where}. Nothing was recorded."
    return Recording(False, "", first.engine, words, first_difference=at)


def first_difference(one: JSON, other: JSON, steps_key: str) -> int | None:
    """The first step that two outcomes tell differently; ``None`` where only the rest differs."""
    first, second = _steps(one, steps_key), _steps(other, steps_key)
    for index, (left, right) in enumerate(zip(first, second, strict=False)):
        if left != right:
            return index
    return min(len(first), len(second)) if len(first) != len(second) else None


def _steps(outcome: JSON, steps_key: str) -> list[JSON]:
    steps = outcome.get(steps_key) if isinstance(outcome, Mapping) else None
    return list(steps) if isinstance(steps, list) else []


def _request(family: str, files: Mapping[str, bytes], environment: ReplayEnvironment) -> bytes:
    head = {
        "family": family,
        "files": [[name, len(data)] for name, data in files.items()],
        "campaigns": [str(path.resolve()) for path in environment.campaigns],
        "engines": {version: list(command) for version, command in environment.engines.items()},
    }
    return b"".join([json.dumps(head).encode("ascii"), b"\n", *files.values()])


def _replay(request: bytes, surroundings: Mapping[str, str], *, timeout: float) -> _Answer:
    # The same places to import from as here, whatever the child's own working directory says.
    path = os.pathsep.join(entry for entry in sys.path if entry)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "workbench.review.replay_worker"],
            input=request,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path, **surroundings},
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return _Answer("stopped", sentence=f"A replay took longer than {timeout:.0f} seconds")
    except OSError:
        return _Answer("stopped", sentence="A replay process could not be started")
    head, _, golden = done.stdout.partition(b"\n")
    try:
        answer = json.loads(head)
    except ValueError:
        return _Answer("stopped")
    texts = {key: str(answer.get(key, "")) for key in ("status", "engine", "sentence", "reason")}
    return _Answer(**texts, golden=golden)
