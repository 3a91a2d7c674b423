"""Hostile input: refused in words without captured values, never with a traceback, never slowly."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from log_building import header, log_bytes, text_call, tool_call, user_message, write_scenario

from workbench.core.errors import Refused, WorkbenchError
from workbench.core.files import SourceFile, Unit
from workbench.core.fixture import ReplayEnvironment, open_fixture
from workbench.session_logs import FAMILY
from workbench.session_logs.fixture import open_files

HERE = ReplayEnvironment()
GOOD = log_bytes(
    [header(), user_message("ask"), *tool_call("look", {"at": "x"}), *text_call("hi", step=2)]
)


def _walked(fixture: Any) -> None:
    """Everything a face may ask of a fixture."""
    list(fixture.texts())
    for step in fixture.steps():
        fixture.step_texts(step.index)
        fixture.step_spans(step.index)
        fixture.plain(step.index)
    fixture.replay(HERE)
    fixture.scripts()
    fixture.not_checked()
    fixture.export("name")


def _open(data: bytes) -> None:
    try:
        fixture = open_files("capture", [SourceFile.of("session.jsonl", data)])
    except Refused:
        return
    _walked(fixture)


@given(st.integers(0, len(GOOD)), st.binary(max_size=6))
def test_a_log_cut_or_spliced_anywhere_is_refused_or_read(at: int, patch: bytes) -> None:
    _open(GOOD[:at])
    _open(GOOD[:at] + patch + GOOD[at:])


_junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "data", "chunk", "x", "index", "id"]), inner)
    ),
    max_leaves=5,
)


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=200)
@given(st.data())
def test_wrong_types_everywhere_are_refused_or_read(data: st.DataObject) -> None:
    """One value anywhere in a good log becomes anything at all."""
    rows = [json.loads(line) for line in GOOD.splitlines()]
    row = data.draw(st.sampled_from(rows))
    target: Any = row
    while isinstance(target, (dict, list)) and target:
        keys = list(target) if isinstance(target, dict) else range(len(target))
        key = data.draw(st.sampled_from(sorted(keys)))
        if not isinstance(target[key], (dict, list)) or data.draw(st.booleans()):
            target[key] = data.draw(_junk)
            break
        target = target[key]
    _open(b"".join(json.dumps(row).encode() + b"\n" for row in rows))


@given(st.one_of(_junk, st.lists(_junk), st.fixed_dictionaries({"patches": st.lists(_junk)})))
def test_any_sidecar_is_refused_or_read(document: Any) -> None:
    files = [
        SourceFile.of("session.jsonl", GOOD),
        SourceFile.of("replay.override.json", json.dumps(document).encode()),
    ]
    try:
        fixture = open_files("capture", files)
    except Refused:
        return
    _walked(fixture)


def test_chunks_of_any_shape_in_a_sidecar_are_shown_and_replayed(tmp_path: Path) -> None:
    """§14 validates only a chunk's type, so everything else may be anything."""
    kinds = [
        "block-start",
        "text-delta",
        "reasoning-delta",
        "tool-call-delta",
        "block-end",
        "usage",
        "finish",
    ]
    chunks = [{"type": kind, "index": [kind], "text": 7, "block": [1]} for kind in kinds]
    entries = [{"kind": "chunks", "chunks": chunks}, {"kind": "hang", "readyFile": "../x"}]
    _walked(open_fixture(write_scenario(tmp_path / "case", [GOOD], override=entries)))
    assert [path.name for path in tmp_path.iterdir()] == ["case"]


def test_deep_nesting_is_refused() -> None:
    deep = b'{"type":"x","data":{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}}\n"
    with pytest.raises(Refused, match="line 2 is nested more than"):
        open_files("capture", [SourceFile.of("session.jsonl", log_bytes([header()]) + deep)])


def test_nesting_below_the_limit_is_read() -> None:
    deep = b'{"type":"x","data":{"a":' + b'{"k":' * 200 + b'"v"' + b"}" * 200 + b"}}\n"
    _open(log_bytes([header()]) + deep + log_bytes(text_call("x")))


def test_numbers_that_python_or_javascript_cannot_hold_are_refused_or_rounded() -> None:
    for number in ("1e400", "-1e999", "9" * 5_000):
        row = f'{{"type":"todo/write","data":{{"n":{number}}}}}\n'.encode()
        with pytest.raises(Refused, match="line 2 contains invalid JSON"):
            open_files("capture", [SourceFile.of("session.jsonl", log_bytes([header()]) + row)])
    _open(GOOD.replace(b'"turn": 1', b'"turn": 123456789012345678901234567890'))


def test_a_line_of_many_megabytes_is_read() -> None:
    text = 'word "quoted" \\ é ' * 250_000
    _open(log_bytes([header(), user_message(text), *text_call(text)]))


def test_ranges_that_name_billions_of_events_are_never_expanded() -> None:
    """This ends because nothing counts that far: written out, they would fill any memory."""
    row = user_message("x") | {"sourceEventSeqs": [[0, 2**52]] * 1_000}
    _open(log_bytes([header(), *[row] * 200, *text_call("x")]))


def test_a_refusal_never_repeats_what_the_file_says(
    tmp_path: Path, canaries: Mapping[str, str]
) -> None:
    """Canaries where messages quote the file: keys, kinds, types, names, patterns."""
    for value in canaries.values():
        spoiled = [
            (log_bytes([header(**{value: 1})]), None),
            (log_bytes([header(version=value)]), None),
            (log_bytes([header(), {"type": "text-chunks", "data": {value: value}}]), None),
            (GOOD + value.encode(), None),
            (log_bytes([header(), *text_call("x", turn=value)[:-1]]), None),  # type: ignore[arg-type]
            (GOOD, [{"kind": value}]),
            (GOOD, [{"kind": "chunks", "chunks": [{"type": value}]}]),
        ]
        for index, (data, override) in enumerate(spoiled):
            name = f"{len(value)}-{index}"
            folder = write_scenario(tmp_path / name, [data], override=override)
            with pytest.raises(WorkbenchError) as refused:
                FAMILY.read(Unit.at(folder))
            shown = f"{refused.value} {refused.value!r} {refused.value.details}"
            assert value not in shown
            assert refused.value.__cause__ is None


def test_a_hostile_file_name_is_refused_without_repeating_it(tmp_path: Path) -> None:
    folder = write_scenario(tmp_path / "case", [GOOD])
    (folder / "session.zebedee-example.jsonl").write_bytes(GOOD)
    with pytest.raises(Refused) as refused:
        open_fixture(folder)
    assert "zebedee" not in str(refused.value)


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    folder = write_scenario(tmp_path / "case", [GOOD])
    (tmp_path / "outside.jsonl").write_bytes(GOOD)
    (folder / "session.1.jsonl").symlink_to(tmp_path / "outside.jsonl")
    with pytest.raises(Refused, match="link that leads out"):
        open_fixture(folder)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    folder = write_scenario(tmp_path / "case", [GOOD])
    os.mkfifo(folder / "session.1.jsonl")
    with pytest.raises(Refused):
        open_fixture(folder)


def test_packed_logs_are_read_and_exported_unpacked(tmp_path: Path) -> None:
    """All zstd frames are read, as the runtime writes them: the header first, then batches."""
    lines = GOOD.splitlines(keepends=True)
    frames = b"".join(zstandard.compress(line) for line in lines)
    for name, data in (("run.jsonl.zstd", frames), ("run.jsonl.gz", gzip.compress(GOOD))):
        path = tmp_path / name
        path.write_bytes(data)
        assert open_fixture(path).export("x") == {"session.jsonl": GOOD}


def test_of_a_torn_runtime_log_the_complete_batches_are_read_and_the_rest_is_said(
    tmp_path: Path,
) -> None:
    """A crash tears the last frame; damage before it is corruption."""
    frames = [zstandard.compress(line) for line in GOOD.splitlines(keepends=True)]
    path = tmp_path / "session.jsonl.zstd"
    path.write_bytes(b"".join(frames) + zstandard.compress(b'{"type":"step/end"}' * 9)[:-5])
    fixture = open_fixture(path)
    assert fixture.export("x") == {"session.jsonl": GOOD}
    assert any("cut off" in note.text and note.weight == "ask" for note in fixture.notes)
    other = tmp_path / "other" / "session.jsonl.zstd"
    other.parent.mkdir()
    other.write_bytes(frames[0] + b"JUNKJUNK" + b"".join(frames[1:]))
    with pytest.raises(Refused, match=f"invalid frame magic at byte {len(frames[0])}"):
        open_fixture(other)


def test_a_runtime_folder_with_one_packed_log_is_a_capture(tmp_path: Path) -> None:
    (tmp_path / "session.jsonl.zstd").write_bytes(zstandard.compress(GOOD))
    assert open_fixture(tmp_path).export("x") == {"session.jsonl": GOOD}


def test_a_folder_of_other_things_is_not_recognised(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("x")
    assert not FAMILY.recognise(Unit.at(tmp_path)).matches
    (tmp_path / "other.jsonl").write_text('{"type":"other"}\n')
    assert not FAMILY.recognise(Unit.at(tmp_path / "other.jsonl")).matches
    (tmp_path / "empty.jsonl").write_bytes(b"")
    assert not FAMILY.recognise(Unit.at(tmp_path / "empty.jsonl")).matches
    assert FAMILY.candidates(["a.jsonl", "b.txt", "session.expected.jsonl"]) == ("a.jsonl",)


def test_what_stands_beside_a_scenario_and_is_not_read_is_said(tmp_path: Path) -> None:
    """Outputs, older recordings and other files by their kind; the workbench's own files are not."""
    folder = write_scenario(tmp_path / "case", [GOOD])
    later = log_bytes([header(version=1), *text_call("x")])
    (folder / "session.v1.jsonl").write_bytes(later)
    (folder / "session.expected.jsonl").write_bytes(b"not even JSON")
    (folder / "stdout.txt").write_bytes(b"x")
    (folder / "case.outcome.json").write_bytes(b"{}")
    (folder / "case.review.json").write_bytes(b"{}")
    fixture = open_fixture(folder)
    assert set(fixture.export("x")) == {"session.v1.jsonl"}
    said = [note.text for note in fixture.notes if "no replay input" in note.text]
    assert said == [
        f"1 file {what}: no replay input, not checked and not exported"
        for what in ("kept for comparison", "of an older generation", "of the folder")
    ]
