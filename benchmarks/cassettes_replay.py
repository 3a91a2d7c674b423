"""How fast a long cassette plays through httpx, beside vcrpy, and what a very large one costs.

Both players answer the same 500 requests of one file, in one process, taking turns; every answer is
checked before its time counts. vcrpy compares bodies here, as the workbench always does. Run::

    python benchmarks/cassettes_replay.py [exchanges] [megabytes]

The memory of opening is measured in a process of its own, at its peak, above what Python and the
imports take.
"""

from __future__ import annotations

import base64
import gc
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import httpx

from workbench.cassettes import ReplayTransport

ROUNDS = 3
URL = "https://api.example.com/v1/chat/completions"
WORDS = ("harbour", "ferry", "tea", "lantern", "rope", "fare", "tide", "gull")


def body(number: int) -> dict[str, object]:
    """The JSON of one request."""
    return {"model": "m", "n": number, "messages": [{"role": "user", "content": "the tide " * 20}]}


def answer(number: int) -> str:
    """What is answered to it."""
    return json.dumps({"id": f"chatcmpl_{number}", "content": "at noon " * 40})


def write_cassette(path: Path, exchanges: int) -> None:
    """A vcrpy 1 cassette of so many exchanges, all different."""
    import yaml

    interactions = [
        {
            "request": {
                "method": "POST",
                "uri": URL,
                "headers": {"content-type": ["application/json"]},
                "body": json.dumps(body(number)),
            },
            "response": {
                "status": {"code": 200, "message": "OK"},
                "headers": {"content-type": ["application/json"]},
                "body": {"string": answer(number)},
            },
        }
        for number in range(exchanges)
    ]
    document = {"interactions": interactions, "version": 1}
    path.write_text(yaml.dump(document, Dumper=yaml.CSafeDumper))


def ask_everything(client: httpx.Client, exchanges: int) -> None:
    """Every request once, in order, each answer checked."""
    for number in range(exchanges):
        response = client.post(URL, content=json.dumps(body(number)))
        assert response.text == answer(number)


def played_by_workbench(path: Path, exchanges: int) -> None:
    with (
        ReplayTransport(cassette_path=path, mode="strict") as transport,
        httpx.Client(transport=transport, trust_env=False) as client,
    ):
        ask_everything(client, exchanges)


def played_by_vcrpy(path: Path, exchanges: int) -> None:
    import vcr

    recorder = vcr.VCR(record_mode="none", match_on=["method", "uri", "body"])
    with recorder.use_cassette(str(path)), httpx.Client(trust_env=False) as client:
        ask_everything(client, exchanges)


def seconds(play: Callable[[Path, int], None], path: Path, exchanges: int) -> float:
    """CPU seconds of loading and playing once."""
    gc.collect()
    start = time.process_time()
    play(path, exchanges)
    return time.process_time() - start


def report_playing(path: Path, exchanges: int) -> None:
    players = {"vcrpy": played_by_vcrpy, "the workbench": played_by_workbench}
    best = dict.fromkeys(players, float("inf"))
    for _ in range(ROUNDS):
        for name, play in players.items():
            best[name] = min(best[name], seconds(play, path, exchanges))
    print("\n| load and play | seconds | exchanges a second | times as fast |\n|---|---|---|---|")
    for name, spent in best.items():
        print(f"| {name} | {spent:.3f} | {exchanges / spent:,.0f} | {best['vcrpy'] / spent:.1f} |")


def write_large(path: Path, megabytes: int) -> None:
    """A cassette of many exchanges whose answers are prose; written a line at a time."""
    chance = random.Random(3)
    with path.open("w") as target:
        target.write("interactions:\n")
        while target.tell() < megabytes * 1_000_000:
            said = " ".join(chance.choices(WORDS, k=2_000))
            target.write(
                f"- request:\n    body: '{{\"n\": {target.tell()}}}'\n    headers: {{}}\n"
                f"    method: POST\n    uri: {URL}\n  response:\n    body:\n      string: '{said}'\n"
                "    headers: {}\n    status: {code: 200, message: OK}\n"
            )
        target.write("version: 1\n")


def write_pictures(path: Path, megabytes: int) -> None:
    """A cassette whose answers are pictures of a megabyte, in base64 as PyYAML writes it."""
    chance = random.Random(4)
    with path.open("w") as target:
        target.write("interactions:\n")
        while target.tell() < megabytes * 1_000_000:
            lines = base64.encodebytes(chance.randbytes(740_000)).decode().splitlines()
            picture = "\n".join(" " * 8 + line for line in lines)
            target.write(
                f"- request:\n    body: '{{\"n\": {target.tell()}}}'\n    headers: {{}}\n"
                f"    method: POST\n    uri: {URL}\n  response:\n    body:\n      string: !!binary |\n{picture}\n"
                "    headers:\n      content-type:\n      - image/png\n    status:\n      code: 200\n      message: OK\n"
            )
        target.write("version: 1\n")


OPENING = """
import resource, sys, time
from pathlib import Path
from workbench.cassettes import FAMILY
from workbench.core.files import Unit
from workbench.core.fixture import open_fixture
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
before, start = peak(), time.process_time()
fixture = FAMILY.read(Unit.at(Path(sys.argv[1])))
first = fixture.plain(0)
opened, open_peak = time.process_time() - start, peak() - before
texts = fixture.step_texts(0)
print(open_peak, peak() - before, opened, time.process_time() - start, len(fixture.cassette.interactions))
"""


def report_memory(path: Path) -> None:
    """What opening takes, and when the first exchange can be shown."""
    run = subprocess.run(
        [sys.executable, "-c", OPENING, str(path)], capture_output=True, text=True, check=True
    )
    peak, later, opened, texts, count = run.stdout.split()
    size = path.stat().st_size
    print(f"\n{size / 1e6:.0f} MB, {int(count):,} exchanges: opened in {float(opened):.2f} s,")
    print(f"texts of the first exchange after {float(texts):.2f} s,")
    print(
        f"memory {int(peak) / size:.2f} times the file at the peak, {int(later) / size:.2f} with the texts"
    )


def main() -> None:
    """Play, then open something large."""
    exchanges = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    megabytes = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.yaml"
        write_cassette(path, exchanges)
        report_playing(path, exchanges)
        for write in (write_large, write_pictures):
            write(path, megabytes)
            report_memory(path)


if __name__ == "__main__":
    main()
