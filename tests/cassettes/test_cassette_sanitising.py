"""History sent with ``store: false`` carries no id the provider cannot resolve: row by row."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.cassettes.sanitising import removed, sanitised

EXAMPLE: dict[str, Any] = {
    "model": "m",
    "store": False,
    "input": [
        {"type": "message", "role": "user", "content": "draw, then look it up"},
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"type": "reasoning", "id": "rs_2", "summary": [], "encrypted_content": "gAAA", "content": None},
        {"type": "image_generation_call", "id": "ig_1", "status": "completed"},
        {"type": "image_generation_call", "id": "ig_2", "status": "completed", "result": "iVBOR"},
        {"type": "message", "id": "msg_1", "role": "assistant", "content": [{"type": "output_text", "text": "here", "annotations": []}]},
        {"type": "function_call", "id": "fc_1", "call_id": "call_9", "name": "find", "arguments": '{"q":"x"}', "status": "completed"},
        {"type": "function_call_output", "call_id": "call_9", "output": "ok"},
        {"type": "web_search_call", "id": "ws_1", "status": "completed"},
    ],
}  # fmt: skip
EXPECTED = [
    {"type": "message", "role": "user", "content": "draw, then look it up"},
    {"type": "reasoning", "summary": [], "encrypted_content": "gAAA"},
    {"type": "image_generation_call", "status": "completed", "result": "iVBOR"},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "here", "annotations": []}]},
    {"type": "function_call", "call_id": "call_9", "name": "find", "arguments": '{"q":"x"}'},
    {"type": "function_call_output", "call_id": "call_9", "output": "ok"},
    {"type": "web_search_call", "id": "ws_1", "status": "completed"},
]  # fmt: skip


def one(item: dict[str, Any]) -> Any:
    user = {"role": "user", "content": "hi"}
    return sanitised({"store": False, "input": [user, item]})["input"][1:]


def test_the_example_of_the_specification() -> None:
    before = deepcopy(EXAMPLE)
    assert sanitised(EXAMPLE) == {**EXAMPLE, "input": EXPECTED}
    assert before == EXAMPLE


@pytest.mark.parametrize("store", [True, None, "absent", 0, "false"])
def test_any_other_store_changes_nothing(store: object) -> None:
    body = {key: value for key, value in EXAMPLE.items() if key != "store"}
    if store != "absent":
        body["store"] = store
    assert sanitised(body) is body
    assert removed(body) == ()


@pytest.mark.parametrize("secret", [None, "", 5, "absent"])
def test_reasoning_without_its_secret_is_skipped(secret: object) -> None:
    item = {"type": "reasoning", "id": "rs", "summary": [], "encrypted_content": secret}
    if secret == "absent":
        del item["encrypted_content"]
    assert one(item) == [{"type": "message", "role": "assistant", "content": ""}]


@pytest.mark.parametrize("kind", ["tool_call", "tool_use", "function_call"])
def test_local_spellings_of_a_call_become_one(kind: str) -> None:
    item = {
        "type": kind,
        "id": "i",
        "provider_id": "p",
        "call_id": "c",
        "name": "n",
        "arguments": {"q": 1},
    }
    expected = {"type": "function_call", "call_id": "c", "name": "n", "arguments": '{"q":1}'}
    assert one(item) == [expected]


@pytest.mark.parametrize(
    "kind",
    ["web_search_call", "file_search_call", "mcp_call", "custom_tool_call", "compaction", "apply_patch_call"],
)  # fmt: skip
def test_other_output_items_keep_their_ids(kind: str) -> None:
    item = {"type": kind, "id": "x", "more": 1}
    assert one(item) == [item]


def test_an_untyped_assistant_message_loses_its_id_and_a_users_does_not() -> None:
    assert one({"role": "assistant", "id": "m", "content": "x"}) == [
        {"role": "assistant", "content": "x"}
    ]
    assert one({"role": "user", "id": "m", "content": "x"}) == [
        {"role": "user", "id": "m", "content": "x"}
    ]


def test_library_internals_go_at_every_depth() -> None:
    item = {
        "type": "mcp_call",
        "id": "x",
        "a": [{"__struct__": "S", "raw_provider_block": {}, "b": 1}],
    }
    assert one(item) == [{"type": "mcp_call", "id": "x", "a": [{"b": 1}]}]


def test_what_is_removed_is_shown_by_place() -> None:
    assert removed(EXAMPLE) == (
        "/input/1", "/input/2/id", "/input/2/content", "/input/3", "/input/4/id", "/input/5/id",
        "/input/6/id", "/input/6/status",
    )  # fmt: skip


ITEMS = st.lists(
    st.fixed_dictionaries(
        {"type": st.sampled_from(["message", "reasoning", "image_generation_call", "tool_use", "mcp_call", "function_call_output", "x"])},
        optional={
            "role": st.sampled_from(["user", "assistant"]),
            "id": st.text(max_size=3),
            "encrypted_content": st.none() | st.text(max_size=3),
            "arguments": st.none() | st.text(max_size=3) | st.dictionaries(st.text(max_size=2), st.integers(), max_size=2),
            "result": st.text(max_size=3),
            "provider_id": st.text(max_size=3),
        },
    ),
    max_size=6,
)  # fmt: skip


@given(ITEMS)
def test_cleaning_twice_is_cleaning_once(items: list[dict[str, Any]]) -> None:
    once = sanitised({"store": False, "input": items})
    assert sanitised(once) == once


def test_the_references_own_fixture_is_already_clean(shared: Path) -> None:
    name = "conformance__openai__store_false_replay_sanitization.json"
    found = sorted((shared / "corpora" / "cassettes").rglob(name))
    body = json.loads(found[0].read_text("utf-8"))["request"]["json"]
    assert sanitised(body) == body
