"""Stand-ins in a session log: the joined text is rewritten, and only its own bytes change."""

from __future__ import annotations

import json
from pathlib import Path

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

from workbench.core.fixture import ReplayEnvironment, ReplayStatus, open_fixture
from workbench.core.outcome import golden_bytes
from workbench.core.stand_ins import stand_in
from workbench.session_logs import SessionLogFixture

HERE = ReplayEnvironment()

_names = st.sampled_from(["Zebedee", "Zeb", "edee", "Ü", '"quoted"', "back\\slash", "\u2028"])


@given(
    parts=st.lists(st.text('Zebed Ü"\\é😀\n', max_size=8), min_size=1, max_size=5),
    pairs=st.dictionaries(_names, st.text('xy"\\Ω😀', max_size=4), min_size=1, max_size=3),
    spaced=st.booleans(),
)
def test_stand_ins_rewrite_the_joined_text_and_keep_every_fragment(
    parts: list[str], pairs: dict[str, str], spaced: bool
) -> None:
    """Joining then replacing equals replacing in the file then joining; nothing else changes."""
    table = Table(pairs)
    rows = [header(), user_message("".join(parts)), *text_call(*parts)]
    rows.insert(2, {"type": "todo/write", "data": {"".join(parts) or "k": 1.50}})
    before = lone_fixture(rows, spaced=spaced)
    after = before.with_stand_ins(table)
    old, new = list(before.texts()), list(after.texts())
    expected = [stand_in(text.value, table) for text in old]
    assert [value for value in expected if value] == [text.value for text in new]
    old_call, new_call = (f.scenario.scripts[0].calls[0] for f in (before, after))
    assert len(new_call.chunks) == len(old_call.chunks)
    old_lines = before.files[0].data.split(b"\n")
    new_lines = after.files[0].data.split(b"\n")
    assert len(old_lines) == len(new_lines)
    touched = {text.line for text, value in zip(old, expected, strict=True) if text.value != value}
    for number, (was, now) in enumerate(zip(old_lines, new_lines, strict=True), start=1):
        if number not in touched and b"assistant/chunk" not in was:
            assert was == now
    assert after.replay(HERE).status is ReplayStatus.REPLAYED


def test_a_stand_in_split_over_packed_fragments_keeps_the_gaps() -> None:
    data = {
        "turn": 1,
        "step": 1,
        "index": 0,
        "dt": [7, -1],
        "texts": ["hi Zebe", "dee E", "xample"],
    }
    rows = [header(), {"type": "text-chunks", "data": data}, chunk(STOP)]
    after = lone_fixture(rows).with_stand_ins(Table({"Zebedee Example": "Person One"}))
    changed = json.loads(after.files[0].data.split(b"\n")[1])["data"]
    assert changed == data | {"texts": ["hi Person One", "", ""]}


def test_model_names_are_fixed_and_no_stand_in_touches_them() -> None:
    rows = [header(), {"type": "request/context", "data": {"provider": "p", "model": "zeta-1"}}]
    fixture = lone_fixture([*rows, *text_call("zeta-1")])
    assert [text.value for text in fixture.fixed_texts()] == ["zeta-1"]
    after = fixture.with_stand_ins(Table({"zeta-1": "other"}))
    assert b'"model":"zeta-1"' in after.files[0].data
    assert after.steps()[0].detail == "other"


NAME, NEW = "Zebedee Example", "Person One"


def _everywhere() -> tuple[list[bytes], list[dict[str, object]]]:
    """A parent, a child and a sidecar that all hold one name, whole and in pieces."""
    asked = f"ask {NAME} to count"
    parent = [
        header(cwd=f"/home/{NAME}"),
        user_message(f"I am {NAME}", message_id=f"m-{NAME}"),
        *tool_call("subagent", {"prompt": asked, "who": NAME}, call_id="c1"),
        tool_result(f"done for {NAME}", call_id="c1"),
        *text_call("Thank you, Zebe", "dee Exa", "mple!", step=2),
    ]
    run = {
        "turn": 1,
        "step": 1,
        "index": 0,
        "dt": [7, -1],
        "texts": ["for Zebe", "dee ", "Example"],
    }
    child = [
        header(id="k1", createdAt=5, parentSession="s1"),
        user_message(asked),
        {"type": "reasoning-chunks", "data": run},
        chunk(STOP),
    ]
    patch = {
        "at": 1,
        "entry": {
            "kind": "throw",
            "chunks": [
                {"type": "text-delta", "index": 0, "text": "sorry Zebedee "},
                {"type": "text-delta", "index": 0, "text": "Example"},
            ],
            "message": f"{NAME} is unknown",
            "code": "E1",
        },
    }
    return [log_bytes(parent), log_bytes(child)], [patch]


def test_a_stand_in_reaches_parent_child_and_sidecar_alike_and_replay_still_agrees(
    tmp_path: Path,
) -> None:
    logs, patches = _everywhere()
    folder = write_scenario(tmp_path / "case", logs, override={"patches": patches})
    before = open_fixture(folder)
    assert isinstance(before, SessionLogFixture)
    after = before.with_stand_ins(Table({NAME: NEW}))
    said = [text.value for text in after.texts()]
    assert not any("Zebe" in value or "mple" in value for value in said)
    assert len([value for value in said if NEW in value]) == len(
        [text for text in before.texts() if NAME in text.value]
    )
    # The delegation is told by the prompt, so it holds only if both copies changed alike.
    assert after.order == before.order == [(0, 0), (1, 0), (0, 1)]
    was, now = before.replay(HERE), after.replay(HERE)
    assert now.status is ReplayStatus.REPLAYED
    assert now.consumption == was.consumption
    assert [use.issued_by for use in now.ids] == [use.issued_by for use in was.ids]
    for script, other in zip(before.scenario.scripts, after.scenario.scripts, strict=True):
        assert [len(call.chunks) for call in script.calls] == [
            len(call.chunks) for call in other.calls
        ]
    promoted = tmp_path / "promoted"
    promoted.mkdir()
    for name, data in after.export("x").items():
        (promoted / name).write_bytes(data)
    again = open_fixture(promoted).replay(HERE)
    assert golden_bytes(again.outcome) == golden_bytes(now.outcome)


def test_a_stand_in_reaches_a_stream_embedded_in_an_event_and_its_message() -> None:
    run = {
        "type": "text-chunks",
        "time0": 0,
        "index": 0,
        "dt": [3, 4],
        "texts": ["Zeb", "edee ", "Example"],
    }
    stream = [run, {"type": "chunk", "time": 9, "chunk": STOP}]
    message = {"id": "a", "role": "assistant", "content": [{"type": "text", "text": NAME}]}
    data = {"turn": 1, "step": 1, "message": message, "stream": stream}
    row = {"type": "assistant/message", "data": data, "surfaceOp": "append"}
    fixture = lone_fixture([header(version=3, isSeeded=False), row])
    after = fixture.with_stand_ins(Table({NAME: NEW}))
    changed = json.loads(after.files[0].data.split(b"\n")[1])["data"]
    assert changed["stream"][0] == run | {"texts": [NEW, "", ""]}
    assert changed["message"]["content"][0]["text"] == NEW
    outcome = after.replay(HERE).outcome
    assert outcome["steps"][0]["message"] == "agrees"  # type: ignore[index,call-overload]
