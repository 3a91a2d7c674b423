"""Every kind of bad input on one table: the error of the format, and nothing written anywhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from log_building import STOP, Table, chunk, header, log_bytes, text_call, user_message

from workbench.core.errors import WorkbenchError
from workbench.core.files import SourceFile, Unit
from workbench.core.fixture import ReplayEnvironment
from workbench.session_logs import FAMILY
from workbench.session_logs.errors import LogRefused
from workbench.session_logs.fixture import open_files
from workbench.session_logs.lenient import read_leniently
from workbench.session_logs.vocabulary import words

GOOD = log_bytes([header(), user_message("ask"), *text_call("hello")])
LATER = log_bytes([header(version=3, isSeeded=False)])
ROW = b'{"type":"turn/start","data":{"turn":1}}\n'
STARTED = log_bytes([header()])
LINE_2 = "session snapshot line 2"
NO_HEADER = "session snapshot must start with a session header"
NESTED = b'{"type":"x","data":' + b"[" * 600 + b"]" * 600 + b"}\n"
BIG = b'{"type":"x","data":"' + b"a" * 10_000_000

#: What stands in the folder → what is refused, in the format's own words.
_BAD: dict[str, tuple[Mapping[str, bytes], str]] = {
    "nothing in the file": ({"session.jsonl": b""}, NO_HEADER),
    "white space only": ({"session.jsonl": b"\n \t\r\n\xe2\x80\xa8\n"}, NO_HEADER),
    "cut off in a row": (
        {"session.jsonl": GOOD[:-9]},
        "session snapshot line 6 contains invalid JSON",
    ),
    "cut off in the header": (
        {"session.jsonl": GOOD[:20]},
        "session snapshot line 1 contains invalid JSON",
    ),
    "cut off between rows": (
        {"session.jsonl": log_bytes([header(), *text_call("x")[:-1]])},
        "llm-replay: model call 1/1 ended without a finish chunk (a thrown stream); "
        "this scenario needs a replay.override.json sidecar",
    ),
    "a byte-order mark": (
        {"session.jsonl": b"\xef\xbb\xbf" + GOOD},
        "session snapshot line 1 contains invalid JSON",
    ),
    "UTF-16": (
        {"session.jsonl": GOOD.decode().encode("utf-16")},
        "session snapshot line 1 contains invalid JSON",
    ),
    "a NUL in a row": (
        {"session.jsonl": STARTED + b'{"type":"\0"}\n'},
        f"{LINE_2} contains invalid JSON",
    ),
    "no object": ({"session.jsonl": STARTED + b"[]\n"}, f"{LINE_2} must be a JSON object"),
    "two objects in a line": (
        {"session.jsonl": STARTED + ROW.strip() + ROW},
        f"{LINE_2} contains invalid JSON",
    ),
    "an object over two lines": (
        {"session.jsonl": STARTED + b'{"type":"turn/start",\n"data":{"turn":1}}\n'},
        f"{LINE_2} contains invalid JSON",
    ),
    "rows of two kinds": (
        {"session.jsonl": STARTED + ROW + ROW.replace(b"}}", b'},"seq":1,"time":0}')},
        "session snapshot line 3 cannot mix projected and complete body rows",
    ),
    "half an envelope": (
        {"session.jsonl": STARTED + ROW.replace(b"}}", b'},"time":0}')},
        f"{LINE_2} must contain both seq and time, or neither",
    ),
    "a gap": (
        {"session.jsonl": STARTED + ROW.replace(b"}}", b'},"seq":1,"time":0}')},
        f"{LINE_2}: released Session row 0 has seq gap (expected 0, got 1)",
    ),
    "the last of two versions counts": (
        {"session.jsonl": STARTED.replace(b'"version":0', b'"version":0,"version":-1')},
        "session snapshot line 1: Session format version must be a non-negative safe integer",
    ),
    "minus zero as a version": (
        {"session.jsonl": STARTED.replace(b'"version":0', b'"version":-0')},
        "session snapshot line 1: Session format version must be a non-negative safe integer",
    ),
    "a version of the future": (
        {"session.jsonl": STARTED.replace(b'"version":0', b'"version":7')},
        "session.jsonl: filename declares Session format v0, header declares v7",
    ),
    "nested too deeply": (
        {"session.jsonl": STARTED + NESTED},
        f"{LINE_2} is nested more than 512 levels deep",
    ),
    "ten megabytes without an end": (
        {"session.jsonl": STARTED + BIG},
        f"{LINE_2} contains invalid JSON",
    ),
    "a packed row in a later generation": (
        {"session.v3.jsonl": LATER + b'{"type":"text-chunks","data":{}}\n'},
        f"{LINE_2}: released v3 row 0 lacks required field seq",
    ),
    "a seed longer than the log": (
        {"session.jsonl": log_bytes([header(seedLength=9), *text_call("x")])},
        "session snapshot line 1: Session inheritedEventCount exceeds its event count",
    ),
    "a number beyond every double": (
        {"session.jsonl": STARTED + b'{"type":"todo/write","data":{"n":1e999}}\n'},
        f"{LINE_2} contains invalid JSON",
    ),
    "a name that leads out": (
        {"session.jsonl": GOOD, "session...jsonl": GOOD},
        "invalid session fixture name: session...jsonl",
    ),
    "a child without a number": (
        {"session.jsonl": GOOD, "session.x.jsonl": GOOD},
        "invalid session fixture name: session.x.jsonl",
    ),
    "a gap between children": (
        {"session.jsonl": GOOD, "session.2.jsonl": GOOD},
        "session fixture roles must be contiguous: expected index 1, found session.2.jsonl",
    ),
    "children without a parent": (
        {"session.1.jsonl": GOOD, "replay.override.json": b"{}"},
        "missing parent session fixture",
    ),
    "a name that disagrees": (
        {"session.v1.jsonl": GOOD},
        "session.v1.jsonl: filename declares Session format v1, header declares v0",
    ),
    "a broken child": (
        {"session.jsonl": GOOD, "session.1.jsonl": STARTED + b"{\n"},
        f"{LINE_2} contains invalid JSON",
    ),
    "a sidecar that is no JSON": (
        {"session.jsonl": GOOD, "replay.override.json": b"[" * 100},
        "replay.override.json contains invalid JSON",
    ),
    "a sidecar nested without end": (
        {"session.jsonl": GOOD, "replay.override.json": b"[" * 100_000 + b"]" * 100_000},
        "replay.override.json contains invalid JSON",
    ),
    "a sidecar of another form": (
        {"session.jsonl": GOOD, "replay.override.json": b'{"patches":[],"x":1}'},
        "llm-replay: invalid override replay.override.json: document "
        "must be a ReplayEntry[] or { patches: [...] }",
    ),
    "a patch far behind the end": (
        {
            "session.jsonl": GOOD,
            "replay.override.json": b'{"patches":[{"at":9007199254740991,'
            b'"entry":{"kind":"hang"}}]}',
        },
        "llm-replay: override patch index 9007199254740991 out of range "
        "(derived script has 1 call(s); == length appends): replay.override.json",
    ),
    "two patches of one call": (
        {
            "session.jsonl": GOOD,
            "replay.override.json": json.dumps(
                {"patches": [{"at": 0, "entry": {"kind": "hang"}}] * 2}
            ).encode(),
        },
        "llm-replay: duplicate override patch index 0: replay.override.json",
    ),
    "packed data that is damaged": (
        {"session.jsonl.zstd": zstandard.compress(GOOD) + b"JUNK"},
        f"corrupt Zstandard session log: invalid frame magic at byte {len(zstandard.compress(GOOD))}",
    ),
}


def _tree(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("name", _BAD)
def test_bad_input_is_refused_in_the_words_of_the_format_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    files, text = _BAD[name]
    folder = tmp_path / "case"
    folder.mkdir()
    for file, data in files.items():
        (folder / file).write_bytes(data)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    monkeypatch.setenv("TMPDIR", str(tmp_path / "elsewhere"))
    before = _tree(tmp_path)
    with pytest.raises(LogRefused) as refused:
        FAMILY.read(Unit.at(folder))
    assert refused.value.exact == text
    assert _tree(tmp_path) == before
    assert refused.value.__cause__ is None


def test_a_ten_megabyte_line_hostile_ids_and_replaced_bytes_are_read() -> None:
    """Large, odd or misspelt is not wrong: it is read, and what was replaced is said."""
    ids = ["../../etc", "a\nb", "\u202e", "{{session:1}}", "x" * 100_000]
    rows = [header(id=ids[0]), *(user_message("x", message_id=one) for one in ids)]
    rows += [user_message("a" * 10_000_000), *text_call("MARK")]
    data = log_bytes(rows).replace(b"MARK", b"\xff\xc3")
    fixture = open_files("capture", [SourceFile.of("session.jsonl", data)])
    assert len(fixture.steps()) == 1
    assert set(fixture.export("x")) == {"session.jsonl"}
    assert any("not valid UTF-8" in note.text for note in fixture.notes)


# --- anything at all ----------------------------------------------------------------------------


_words = st.sampled_from(
    sorted(
        words("""type data seq time seq0 time0 turn step index chunk text texts args dt id name version
    createdAt delegationDepth seedLength isSeeded stream message content source kind usage reason
    blockType block argumentsDelta sourceEventSeqs surfaceOp ignorable inherited rawOutput
    llmStreamCall compactionId callId toolCallId header tools attachment""")
    )
)
_tags = st.sampled_from(
    sorted(
        words("""session assistant/chunk assistant/message assistant/attempt text-chunks tool-call-chunks
    text-delta tool-call-delta block-start block-end finish usage chunk user/message tool/result
    tool/call step/start turn/start session/end-seed compaction/summary compaction/start stop text
    tool-call {{session:1}} {{fromRequest:(} append""")
    )
)
_values = st.recursive(
    st.none()
    | st.booleans()
    | st.sampled_from([0, 1, -1, 2**53, 2**64, 1.0, 0.5, -0.0, 1e300])
    | st.text(max_size=3)
    | _tags,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_words, inner, max_size=5),
    max_leaves=12,
)
_GOOD_ROWS = [json.loads(line) for line in GOOD.splitlines()[1:]]
_LATER_ROWS = [
    {
        "type": "assistant/message",
        "data": {
            "turn": 1,
            "step": 1,
            "message": {"content": [{"type": "text", "text": "hi"}]},
            "stream": [
                {"type": "text-chunks", "time0": 0, "index": 0, "dt": [1], "texts": ["h", "i"]},
                {"type": "chunk", "time": 0, "chunk": STOP},
            ],
        },
    }
]


@st.composite
def _logs(draw: st.DrawFn) -> bytes:
    """Good rows with hostile values anywhere, hostile rows between them, and bytes spliced in."""
    generation = draw(st.integers(0, 4))
    rows = [*(_LATER_ROWS if generation > 1 else _GOOD_ROWS)]
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(rows)))
        odd = {"type": draw(_tags), "data": draw(_values)} | draw(
            st.dictionaries(_words, _values, max_size=2)
        )
        rows[at : at + draw(st.integers(0, 1))] = [odd]
    if draw(st.booleans()):
        rows.append(chunk(STOP))
    head = header(version=generation, **({"isSeeded": False} if generation > 1 else {}))
    head |= draw(st.just({}) | st.dictionaries(_words, _values, max_size=1))
    data = log_bytes([head, *rows])
    if draw(st.booleans()):
        at = draw(st.integers(0, len(data)))
        data = data[:at] + draw(st.binary(max_size=3)) + data[at + draw(st.integers(0, 2)) :]
    return data


def _everything(data: bytes, sidecar: bytes | None) -> None:
    files = [SourceFile.of("session.jsonl", data)]
    if sidecar is not None:
        files.append(SourceFile.of("replay.override.json", sidecar))
    fixture = open_files("capture", files)
    environment = ReplayEnvironment()
    _ = fixture.notes, fixture.scripts(), repr(fixture), fixture.facts(environment)
    list(fixture.texts())
    for step in fixture.steps():
        fixture.step_texts(step.index)
        fixture.step_spans(step.index)
        fixture.plain(step.index)
        fixture.panels(step.index, environment)
    fixture.overview(environment)
    fixture.replay(environment)
    fixture.not_checked()
    fixture.with_stand_ins(Table({"hi": "ho", "ask": ""}))


def _tried(action: Callable[..., Any], *arguments: Any) -> None:
    """Nothing but an error of the workbench may come out."""
    with suppress(WorkbenchError):
        action(*arguments)


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=150)
@given(
    _logs(), st.none() | st.lists(_values, max_size=2).map(lambda value: json.dumps(value).encode())
)
def test_whatever_is_in_a_log_only_an_error_of_the_workbench_comes_out(
    data: bytes, sidecar: bytes | None
) -> None:
    _tried(_everything, data, sidecar)
    _tried(lambda: read_leniently(data).script(child=True))
