"""A folder of hostile captures: every command ends, says so, leaks nothing and changes nothing."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from pathlib import Path

import pytest
from cli_running import Commands

CANARY = b"zebedee-canary-77"
RIGHT = b'{"type":"session","version":0,"id":"a","createdAt":1,"delegationDepth":0}\n'
ALIASES = b"a: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(
    b"%c: &%c [%s]\n" % (98 + i, 98 + i, b",".join([b"*%c" % (97 + i)] * 9)) for i in range(9)
)
HOSTILE: dict[str, bytes] = {
    "empty.yaml": b"",
    "empty.jsonl": b"",
    "empty.fixture.json": b"",
    "cut.yaml": b"interactions:\n- request:\n    body: '" + CANARY,
    "cut.fixture.json": b'{"name":"' + CANARY,
    "utf16.yaml": "interactions: []\n".encode("utf-16"),
    "mark.fixture.json": b"\xef\xbb\xbf{}",
    "latin.jsonl": b'{"type":"session","version":0,"id":"\xff' + CANARY + b'","createdAt":1}\n',
    "tag.yaml": b"interactions:\n- !!python/object/apply:os.system ['" + CANARY + b"']\n",
    "aliases.yaml": ALIASES + b"interactions: [*j]\n",
    "cycle.yaml": b"interactions: &x\n- *x\n",
    "deep.yaml": b"interactions: " + b"[" * 20_000 + b"]" * 20_000,
    "deep.fixture.json": b'{"name":' + b"[" * 200_000 + b"]" * 200_000 + b"}",
    "deep.jsonl": b'{"type":"session","id":' + b"[" * 200_000 + b"]" * 200_000 + b"}\n",
    "bomb.yaml.gz": gzip.compress(bytes(64 * 1024 * 1024)),
    "types.fixture.json": json.dumps({"name": ["x"], "config": 7, "submissions": {}}).encode(),
    "types.jsonl": b'[1,2]\n"x"\n',
    "types.yaml": b"interactions:\n- 5\n- request: {method: [1], uri: {a: b}, headers: 3}\n",
    "nul.yaml": b'interactions:\n- request: {method: GET, uri: "x\x00y"}\n',
    "two.yaml": b"requests: []\nresponses: []\n---\nsecret: " + CANARY + b"\n",
    "\u202egnp.yaml": b"interactions: []\n",
    "na\x1b[31mme\n<script>.yaml": b"interactions: []\n",
    "x" * 240 + ".yaml": b"interactions: []\n",
    "scenario/session.jsonl": RIGHT + b'{"type":"assistant/chunk","seq":0,"data":{}}\n',
    "scenario/session.v0.jsonl": b"",
    "scenario/replay.override.json": b'{"patches":[{"at":"0"}]}',
}


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    folder = tmp_path / "captures"
    for name, data in HOSTILE.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    os.mkfifo(folder / "pipe.yaml")
    (folder / "link.fixture.json").symlink_to("/etc/hostname")
    (folder / "loop").symlink_to(folder)
    (folder / "bytes").mkdir()
    Path(os.fsdecode(os.fsencode(folder / "bytes") + b"/bad\xff\xfe.yaml")).write_bytes(b"a: 1\n")
    return folder


def _digest(folder: Path) -> str:
    state = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            state.update(os.fsencode(path) + path.read_bytes())
    return state.hexdigest()


@pytest.mark.parametrize("command", ["list", "check", "show", "replay"])
@pytest.mark.parametrize("form", [[], ["--json"]], ids=["words", "json"])
def test_every_command_survives_hostile_captures(
    workbench: Commands, hostile: Path, command: str, form: list[str]
) -> None:
    before = _digest(hostile)
    result = workbench(command, *form, str(hostile))
    said = result.out + result.err
    assert "Traceback" not in said
    assert CANARY.decode() not in said
    assert "\x1b" not in said
    assert "stopped with" not in said, "an error that nobody foresaw"
    assert result.code in (0, 1)
    assert _digest(hostile) == before
