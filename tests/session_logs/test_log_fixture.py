"""A session log as the review sees it: steps, texts down to the bytes, ids, stand-ins, export."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from log_building import (
    STOP,
    Table,
    chunk,
    header,
    log_bytes,
    lone_fixture,
    text_call,
    tool_call,
    tool_result,
    user_message,
    write_scenario,
)

from workbench.core.files import SourceFile, Unit
from workbench.core.fixture import ReplayEnvironment, ReplayStatus, open_fixture
from workbench.core.json_places import string_tokens
from workbench.core.outcome import golden_bytes
from workbench.core.places import Role, Text
from workbench.session_logs import FAMILY
from workbench.session_logs.fixture import open_files
from workbench.session_logs.vocabulary import KEYS, TAG_VALUES

HERE = ReplayEnvironment()


def _delegating(folder: Path) -> Path:
    """A parent that delegates twice, and the two children it waits for."""
    parent = [
        header(),
        user_message("delegate"),
        *tool_call("subagent", {"prompt": "do the first part"}, call_id="c1"),
        tool_result("one", call_id="c1"),
        *tool_call("subagent", {"prompt": "do the second part"}, call_id="c2", step=2),
        tool_result("two", call_id="c2", step=2),
        *text_call("done", step=3),
    ]
    first = [header(id="k1", createdAt=5), user_message("do the first part"), *text_call("one")]
    second = [header(id="k2", createdAt=9), user_message("do the second part"), *text_call("two")]
    # The second child has the lower file number: creation decides, not the file.
    return write_scenario(folder, [log_bytes(parent), log_bytes(second), log_bytes(first)])


def test_calls_of_a_child_stand_after_the_call_that_delegated(tmp_path: Path) -> None:
    fixture = open_fixture(_delegating(tmp_path / "case"))
    assert [(step.who, step.what) for step in fixture.steps()] == [
        ("parent", "Calls 1 tool"),
        ("child 1", "Answers in text"),
        ("parent", "Calls 1 tool"),
        ("child 2", "Answers in text"),
        ("parent", "Answers in text"),
    ]
    assert [step.detail for step in fixture.steps()] == [
        "subagent",
        "one",
        "subagent",
        "two",
        "done",
    ]
    assert [script.file for script in fixture.scripts()] == [
        "session.jsonl",
        "session.2.jsonl",
        "session.1.jsonl",
    ]


def test_children_of_one_moment_bind_by_their_ids_and_a_person_is_asked(tmp_path: Path) -> None:
    logs = [log_bytes([header(id=name), *text_call(name)]) for name in ("p", "b", "a", "B")]
    fixture = open_fixture(write_scenario(tmp_path / "case", logs))
    assert [step.detail for step in fixture.steps()] == ["p", "a", "b", "B"]
    assert any("same moment" in note.text and note.weight == "ask" for note in fixture.notes)


def test_a_streamed_block_is_one_text_that_knows_the_bytes_of_every_fragment() -> None:
    """A name split over fragments is found whole and leads to all of its pieces."""
    fixture = lone_fixture([header(), *text_call("hello Zeb", "edee", " Exam", "ple!")])
    text = next(text for text in fixture.texts() if text.heading == "model text")
    assert text.value == "hello Zebedee Example!"
    spans = text.raw.spans(6, 21)
    data = fixture.files[0].data
    assert [data[span.start : span.end] for span in spans] == [b"Zeb", b"edee", b" Exam", b"ple"]


def _every_string(data: bytes) -> list[str]:
    found: list[str] = []
    for line in data.split(b"\n"):
        for token in string_tokens(line):
            if not (token.is_key and token.value in KEYS):
                found.append(token.value)
    return found


_strings = st.text(max_size=12)
_values = st.recursive(
    _strings | st.integers(0, 5) | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_strings, inner, max_size=3),
    max_leaves=6,
)
_rows = st.builds(
    lambda kind, data: {"type": kind, "data": data},
    st.sampled_from(["user/message", "todo/write", "tool/result", "acme/other"]),
    st.dictionaries(_strings, _values, max_size=3),
)


@given(rows=st.lists(_rows, max_size=4), parts=st.lists(_strings, max_size=4), spaced=st.booleans())
def test_every_string_of_a_log_is_in_some_text_and_every_text_in_the_bytes(
    rows: list[dict[str, Any]], parts: list[str], spaced: bool
) -> None:
    """Nothing is skipped but the format's own words, and each text maps to its own bytes."""
    fixture = lone_fixture([header(), *rows, *text_call(*parts)], spaced=spaced)
    data = fixture.files[0].data
    values: list[str] = []
    places: set[tuple[str, bool]] = set()
    for text in fixture.texts():
        raw = b"".join(data[s.start : s.end] for s in text.raw.spans(0, len(text.value)))
        assert json.loads(b'"' + raw + b'"') == text.value
        values.append(text.value)
        place = (text.pointer, text.role is Role.KEY)
        assert place not in places
        places.add(place)
    joined = "\0".join(values)
    for value in _every_string(data):
        assert value in joined or value in TAG_VALUES


def test_a_value_hidden_by_a_duplicate_key_is_a_text_too() -> None:
    data = log_bytes([header(), user_message("shown"), *text_call("x")])
    data = data.replace(b'"text":"shown"', b'"text":"hidden-example","text":"shown"')
    fixture = open_files("capture", [SourceFile.of("session.jsonl", data)])
    values = {text.value: text.heading for text in fixture.texts()}
    assert values["hidden-example"] == "hidden duplicate"
    assert values["shown"] == "user message"
    assert any("stands twice in line 2" in note.text for note in fixture.notes)
    changed = fixture.with_stand_ins(Table({"hidden-example": "standin"}))
    assert b"hidden-example" not in changed.files[0].data


def test_step_texts_are_among_all_texts_and_carry_their_step(tmp_path: Path) -> None:
    fixture = open_fixture(_delegating(tmp_path / "case"))

    def place(text: Text) -> tuple[str, str, bool]:
        return text.file, text.pointer, text.role is Role.KEY

    every = {place(text): text.value for text in fixture.texts()}
    for step in fixture.steps():
        texts = fixture.step_texts(step.index)
        assert texts
        assert all(every[place(text)] == text.value for text in texts)
        assert {text.step for text in texts} == {step.index}
        assert fixture.step_spans(step.index)
        assert all(sentence.endswith(".") for sentence in fixture.plain(step.index))


def test_a_tool_result_is_read_with_the_call_that_reads_it(tmp_path: Path) -> None:
    fixture = open_fixture(_delegating(tmp_path / "case"))
    results = {text.value: text.step for text in fixture.texts() if text.role is Role.TOOL_OUTPUT}
    assert results == {"one": 2, "two": 4}


def test_a_tool_result_that_answers_no_call_uses_an_unissued_id() -> None:
    fixture = lone_fixture(
        [
            header(),
            *tool_call("look", {}, call_id="call-1"),
            tool_result("fine", call_id="call-1"),
            tool_result("odd", call_id="call-9"),
            *text_call("x", step=2),
        ]
    )
    replay = fixture.replay(HERE)
    issued = [use for use in replay.ids if use.issued_by is not None]
    assert {use.issued_by.what for use in issued if use.issued_by} == {"tool call"}
    assert {use.issued_by.step for use in issued if use.issued_by} == {0}
    assert {(use.kind, use.place.line) for use in replay.unissued} == {("tool call id", 8)}
    data = fixture.files[0].data
    for use in replay.ids:
        (span,) = use.place.spans
        assert data[span.start : span.end].decode() == use.value


def test_an_outcome_depends_on_content_and_on_no_name(tmp_path: Path) -> None:
    """Equal captures under other names, and gzip or not, give the same bytes."""
    one = open_fixture(_delegating(tmp_path / "zebedee-case"))
    other = open_fixture(_delegating(tmp_path / "other"))
    first, second = one.replay(HERE), other.replay(HERE)
    assert first.status is ReplayStatus.REPLAYED
    assert golden_bytes(first.outcome) == golden_bytes(second.outcome)
    assert b"zebedee" not in golden_bytes(first.outcome)
    assert one.digest == other.digest
    assert first.consumption.complete
    assert len(first.evidence) == len(one.steps())


def test_the_outcome_has_one_small_entry_a_step(tmp_path: Path) -> None:
    fixture = open_fixture(_delegating(tmp_path / "case"))
    outcome: Any = fixture.replay(HERE).outcome
    assert outcome["formatVersion"] == 1
    assert outcome["family"] == "session_logs"
    assert [(step["script"], step["call"]) for step in outcome["steps"]] == [
        (0, 0),
        (1, 0),
        (0, 1),
        (2, 0),
        (0, 2),
    ]
    first = outcome["steps"][0]
    assert first["tools"] == ["subagent"]
    assert first["finish"] == "tool-calls"
    assert first["blocks"] == {"tool-call": 1}
    assert "do the first part" not in json.dumps(outcome)


def test_a_sidecar_patch_is_tagged_and_its_strings_are_texts(tmp_path: Path) -> None:
    patch = {"at": 0, "entry": {"kind": "throw", "chunks": [], "message": "boom", "code": "E1"}}
    folder = write_scenario(
        tmp_path / "case",
        [log_bytes([header(), *text_call("a"), *text_call("b", step=2)])],
        override={"patches": [patch]},
    )
    fixture = open_fixture(folder)
    assert [step.tags for step in fixture.steps()] == [("override", "throw"), ()]
    assert fixture.steps()[0].what == "Fails before it answers"
    sidecar = {text.value: text.step for text in fixture.texts() if "override" in text.file}
    assert sidecar == {"boom": 0, "E1": 0}
    outcome: Any = fixture.replay(HERE).outcome
    assert outcome["steps"][0]["kind"] == "throw"
    assert "boom" not in json.dumps(outcome)


def test_a_folder_with_only_a_replacing_sidecar_is_a_scenario(tmp_path: Path) -> None:
    folder = write_scenario(tmp_path / "case", [], override=[{"kind": "chunks", "chunks": [STOP]}])
    fixture = open_fixture(folder)
    assert len(fixture.steps()) == 1
    assert fixture.replay(HERE).consumption.complete
    assert set(fixture.export("new-name")) == {"replay.override.json"}


def test_export_keeps_the_captured_bytes_under_the_roles_names(tmp_path: Path) -> None:
    folder = _delegating(tmp_path / "case")
    (folder / "notes.md").write_text("not replay input")
    (folder / "session.expected.jsonl").write_bytes(b"output")
    files = open_fixture(folder).export("late-rent")
    assert set(files) == {"session.jsonl", "session.1.jsonl", "session.2.jsonl"}
    for name, data in files.items():
        assert (folder / name).read_bytes() == data
    promoted = tmp_path / "promoted"
    promoted.mkdir()
    for name, data in files.items():
        (promoted / name).write_bytes(data)
    again = open_fixture(promoted)
    assert golden_bytes(again.replay(HERE).outcome) == golden_bytes(
        open_fixture(folder).replay(HERE).outcome
    )


def test_a_lone_log_of_any_name_is_a_capture_and_exports_as_the_parent(tmp_path: Path) -> None:
    path = tmp_path / "monday.jsonl"
    path.write_bytes(log_bytes([header(version=1), *text_call("x")]))
    fixture = open_fixture(path)
    assert (fixture.name, fixture.format) == ("monday", "session log, generation 1")
    assert set(fixture.export("tuesday")) == {"session.v1.jsonl"}


def test_attachments_outside_the_log_are_said_to_be_unchecked() -> None:
    image = {
        "type": "image",
        "attachment": {"attachmentId": "a", "mediaType": "image/png", "bytes": 9},
    }
    rows = [header(), user_message("see"), *text_call("x")]
    rows[1]["data"]["content"].append(image)
    (unread,) = lone_fixture(rows).not_checked()
    assert (unread.size, unread.place.pointer) == (9, "/2/data/content/1/attachment")


def test_a_placeholder_is_filled_from_the_recorded_request_or_said_to_be_live(
    tmp_path: Path,
) -> None:
    """What cannot be known before the fixture runs is no failure, and is said."""
    said = {"type": "text-delta", "index": 0, "text": "{{fromRequest:goal-([0-9]+)}}"}
    override = [{"kind": "chunks", "chunks": [said, STOP]}]
    asked = log_bytes([header(), user_message("see goal-42"), *text_call("x")])
    filled = open_fixture(write_scenario(tmp_path / "filled", [asked], override=override))
    live = open_fixture(write_scenario(tmp_path / "live", [], override=override))
    assert filled.replay(HERE).outcome["steps"][0]["kind"] == "chunks"  # type: ignore[index,call-overload]
    replay = live.replay(HERE)
    assert replay.status is ReplayStatus.REPLAYED
    assert replay.evidence[0].reason == "placeholder_unmatched"


def test_nothing_captured_is_in_any_representation_or_sentence(
    tmp_path: Path, canaries: Mapping[str, str]
) -> None:
    """Canaries in ids, names, keys, texts: not in repr, notes, evidence, outcome or sentences."""
    planted = list(canaries.values())
    rows = [header(id=planted[0], cwd=f"/{planted[1]}", parentSession=planted[2])]
    rows += [user_message(value, message_id=value) for value in planted]
    rows += [{"type": value, "data": {value: value}} for value in planted]
    rows += [*text_call(*planted), tool_result(planted[0], call_id=planted[1])]
    folder = write_scenario(tmp_path / planted[1], [log_bytes(rows)])
    fixture = FAMILY.read(Unit.at(folder))
    replay = fixture.replay(HERE)
    scripts = [(script.name, script.facts, script.notes) for script in fixture.scripts()]
    shown = " ".join(
        map(
            repr,
            [
                fixture,
                fixture.scenario,
                fixture.notes,
                fixture.steps()[0],
                fixture.steps()[0].what,
                fixture.plain(0),
                fixture.files,
                list(fixture.texts()),
                scripts,
                replay,
                replay.evidence,
                replay.outcome,
                fixture.not_checked(),
            ],
        )
    )
    assert not [name for name, value in canaries.items() if value in shown]


def test_recorded_live_markers_and_parallel_children_are_asked_about(tmp_path: Path) -> None:
    two = tool_call("both", {"one": "first part", "two": "second part"})
    parent = [header(), *two, *text_call("see {{session:1}}", step=2)]
    children = [
        log_bytes([header(id=part, createdAt=at), user_message(part), *text_call("x")])
        for at, part in enumerate(("first part", "second part"))
    ]
    fixture = open_fixture(write_scenario(tmp_path / "case", [log_bytes(parent), *children]))
    asked = [note.text for note in fixture.notes if note.weight == "ask"]
    assert any("live token" in text for text in asked)
    assert any("same time" in text for text in asked)


def test_a_large_index_of_steps_is_drawn_on_demand() -> None:
    fixture = lone_fixture([header(), *(row for n in range(50) for row in text_call("x", turn=n))])
    steps = fixture.steps()
    assert (len(steps), steps[-1].index, [step.index for step in steps[3:5]]) == (50, 49, [3, 4])
    with pytest.raises(IndexError):
        steps[50]


def test_a_recorded_error_and_a_working_directory_of_a_machine_are_remarked_on() -> None:
    failure = {"message": "too many", "code": "RATE"}
    failed = {"type": "finish", "reason": {"kind": "error", "failure": failure}}
    rows = [*text_call("x")[:-1], chunk(failed), *text_call("y", step=2)]
    said = {note.text for note in lone_fixture([header(cwd="/srv/example"), *rows]).notes}
    assert "1 call(s) end with an error, and replay as they were recorded" in said
    assert any("working directory is no token" in text for text in said)
    said = {note.text for note in lone_fixture([header(cwd="{{cwd}}/a"), *text_call("x")]).notes}
    assert not any("working directory" in text or "an error" in text for text in said)
