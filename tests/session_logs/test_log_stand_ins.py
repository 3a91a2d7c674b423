"""Stand-ins in a session log: the joined text is rewritten, and only its own bytes change."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st
from log_building import STOP, Table, chunk, header, lone_fixture, text_call, user_message

from workbench.core.fixture import ReplayEnvironment, ReplayStatus
from workbench.core.stand_ins import stand_in

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
