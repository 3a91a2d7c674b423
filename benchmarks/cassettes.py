"""How fast cassettes load and replay, as ratios to PyYAML's C loader on the same bytes.

The anchor is ``yaml.load(data, Loader=yaml.CSafeLoader)``: what every YAML recorder pays before it
can look at an exchange. Each measure runs in the same process on the same files, all taking turns,
and its result is checked before its time counts. Run::

    python benchmarks/cassettes.py [folder with cassettes]

Without a folder, cassettes are made up: many small strings, and one huge base64 scalar each.
"""

from __future__ import annotations

import base64
import gc
import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from workbench.cassettes.documents.tree import plain_value
from workbench.cassettes.documents.yaml_document import YamlDocument
from workbench.cassettes.errors import CassetteError
from workbench.cassettes.fixture import CassetteFixture
from workbench.core.files import SourceFile
from workbench.core.fixture import ReplayEnvironment

ROUNDS = 5
LARGE = 400_000  # bytes


@dataclass(frozen=True)
class File:
    """One cassette and the fixture that is read from it."""

    name: str
    data: bytes
    fixture: CassetteFixture


def opened(name: str, data: bytes) -> CassetteFixture:
    """A fresh fixture of unpacked bytes: nothing of an earlier round is kept."""
    return CassetteFixture.of("benchmark", SourceFile.of(name, data), data)


def corpus_files(folder: Path) -> list[File]:
    """The YAML cassettes below a folder that both loaders read."""
    found: list[File] = []
    for path in sorted(folder.rglob("*")):
        if path.name.endswith((".yaml", ".yml", ".yaml.gz")):
            data = SourceFile.of(path.name, path.read_bytes()).data
            try:
                yaml.load(data, Loader=yaml.CSafeLoader)
                found.append(File(path.name, data, opened("c.yaml", data)))
            except (yaml.YAMLError, CassetteError):
                continue  # foreign tags, or no HTTP: nothing to compare
    return found


def made_up_files() -> list[File]:
    """Chats of many small strings, and answers of one large base64 scalar."""
    chance = random.Random(7)
    words = ["harbour", "ferry", "tea", "lantern", "rope", "fare", "tide", "gull"]
    dense = [_made_up(_chat(chance, words)) for _ in range(40)]
    large = [_made_up(_picture(chance)) for _ in range(4)]
    return [File(f"{n}.yaml", data, opened("c.yaml", data)) for n, data in enumerate(dense + large)]


def _chat(chance: random.Random, words: Sequence[str]) -> tuple[Any, Any]:
    said = [{"role": "user", "content": " ".join(chance.choices(words, k=12))} for _ in range(30)]
    return {"messages": said}, {"choices": [{"message": turn} for turn in said]}


def _picture(chance: random.Random) -> tuple[Any, Any]:
    return {"prompt": "a lantern"}, {
        "b64_json": base64.b64encode(chance.randbytes(600_000)).decode()
    }


def _made_up(pair: tuple[Any, Any]) -> bytes:
    request = {"method": "POST", "uri": "https://api.example.com/v1/x", "headers": {"a": ["b"] * 8}}
    interactions = [
        {
            "request": {**request, "body": json.dumps({**pair[0], "n": number})},
            "response": {
                "status": {"code": 200, "message": "OK"},
                "headers": {"content-type": ["application/json"], "x": ["y"] * 12},
                "body": {"string": json.dumps(pair[1]).encode() if number else json.dumps(pair[1])},
            },
        }
        for number in range(4)
    ]
    text = yaml.dump({"interactions": interactions, "version": 1}, Dumper=yaml.CSafeDumper)
    return str(text).encode()


def check(file: File) -> None:
    """Both loaders read the same values, and the cassette answers every request it recorded."""
    reference = yaml.load(file.data, Loader=yaml.CSafeLoader)
    try:
        ours = plain_value(YamlDocument.of("c.yaml", file.data).root)
    except CassetteError:
        ours = None  # binary data that is no text: compared through the bodies instead
    if ours is not None:
        assert ours == _as_text(reference), file.name
    result = file.fixture.replay(ReplayEnvironment())
    served = [item for item in file.fixture.cassette.interactions if item.response.status]
    assert result.consumption.used == len(served), file.name


def _as_text(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _as_text(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_as_text(inner) for inner in value]
    return value.decode("utf-8") if isinstance(value, bytes) else value


def measures(files: Sequence[File]) -> dict[str, Callable[[], object]]:
    """What is timed, each over all files."""

    def fresh() -> list[CassetteFixture]:
        return [opened("c.yaml", file.data) for file in files]

    ready = fresh()
    for fixture in ready:
        list(fixture.texts())
    return {
        "CSafeLoader (the anchor)": lambda: [
            yaml.load(file.data, Loader=yaml.CSafeLoader) for file in files
        ],
        "load the values": lambda: [YamlDocument.of("c.yaml", file.data) for file in files],
        "open as a fixture": fresh,
        "open and read every text": lambda: [list(fixture.texts()) for fixture in fresh()],
        "replay and outcome": lambda: [item.replay(ReplayEnvironment()) for item in ready],
    }


def timed(run: Callable[[], object]) -> float:
    """CPU seconds of one run, the collector kept out."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    run()
    spent = time.process_time() - start
    gc.enable()
    return spent


def report(title: str, files: Sequence[File]) -> None:
    """Print a table of the fastest round of each measure."""
    if not files:
        return
    runs = measures(files)
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(ROUNDS):
        for name, run in runs.items():
            best[name] = min(best[name], timed(run))
    anchor = best["CSafeLoader (the anchor)"]
    size = sum(len(file.data) for file in files) / 1e6
    print(f"\n{title}: {len(files)} files, {size:.1f} MB\n")
    print("| measure | seconds | MB/s | × anchor |\n|---|---|---|---|")
    for name, spent in best.items():
        print(f"| {name} | {spent:.3f} | {size / spent:.1f} | {spent / anchor:.2f} |")


def main() -> None:
    """Check every file, then time them: small ones, large ones, and all together."""
    files = corpus_files(Path(sys.argv[1])) if len(sys.argv) > 1 else made_up_files()
    for file in files:
        check(file)
    report("Dense", [file for file in files if len(file.data) <= LARGE])
    report("Large", [file for file in files if len(file.data) > LARGE])
    report("Together", files)


if __name__ == "__main__":
    main()
