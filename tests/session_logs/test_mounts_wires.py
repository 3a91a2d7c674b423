"""Whatever is said on a wire, the provider's own client puts together what the log recorded.

The oracle is what the review shows of an entry; the other side is the accumulation of the SDKs.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mount_building import KEY, STOP, USAGE, answer, block, model_of

from workbench.session_logs.answers import answered
from workbench.session_logs.errors import ReplayError
from workbench.session_logs.mounts.parts import Added, Closed, Opened, said
from workbench.session_logs.mounts.wires import WIRES
from workbench.session_logs.requests import corpus_text

anthropic = pytest.importorskip("anthropic", reason="the SDKs come with the dev extra")
httpx2 = pytest.importorskip("httpx2", reason="the SDKs come with the dev extra")
openai = pytest.importorskip("openai", reason="the SDKs come with the dev extra")

ASKED = [{"role": "user", "content": "Where does the ferry land?"}]


class Switch(httpx2.BaseTransport):  # type: ignore[misc,name-defined]
    """One client for many models."""

    def __init__(self) -> None:
        self.current: Any = None

    def handle_request(self, request: Any) -> Any:
        return self.current.handle_request(request)


SWITCH = Switch()
OPENAI = openai.OpenAI(api_key=KEY, max_retries=0, http_client=httpx2.Client(transport=SWITCH))
ANTHROPIC = anthropic.Anthropic(
    api_key=KEY, max_retries=0, http_client=httpx2.Client(transport=SWITCH)
)

TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
VALUES = st.recursive(st.none() | st.booleans() | st.integers() | TEXTS, st.lists, max_leaves=4)
ARGUMENTS = st.dictionaries(TEXTS, VALUES, max_size=3).map(
    lambda value: json.dumps(value, ensure_ascii=False)
)
COUNTS = st.integers(0, 10**6)
USAGES = st.fixed_dictionaries(
    {"inputTokens": COUNTS, "outputTokens": COUNTS},
    optional={"cacheReadTokens": COUNTS, "cacheWriteTokens": COUNTS, "reasoningTokens": COUNTS},
)


@st.composite
def entries(draw: st.DrawFn) -> dict[str, Any]:
    """An entry whose blocks begin, alternate and end in any order that a recording may have."""
    lanes: list[list[dict[str, Any]]] = []
    for index in draw(st.permutations(range(draw(st.integers(0, 4))))):
        kind = draw(st.sampled_from(["text", "reasoning", "tool-call"]))
        whole = draw(ARGUMENTS if kind == "tool-call" else TEXTS)
        cuts = sorted(draw(st.lists(st.integers(0, len(whole)), max_size=4)))
        pieces = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
        named = {"id": f"call-{index}", "name": "find"} if kind == "tool-call" else {}
        lane = block(index, kind, *pieces, **named)
        shape = draw(st.sampled_from(["whole", "no end", "no start", "only ends"]))
        if shape == "only ends":
            lane = [lane[0], lane[-1]]
        lanes.append(lane[shape == "no start" : -1 if shape == "no end" else None])
    chunks: list[dict[str, Any]] = []
    while lanes:
        lane = draw(st.sampled_from(lanes))
        chunks.append(lane.pop(0))
        lanes = [rest for rest in lanes if rest]
    if draw(st.booleans()):
        usage = {"type": "usage", "usage": draw(USAGES)}
        chunks.insert(draw(st.integers(0, len(chunks))), usage)
    kind = draw(st.sampled_from(["stop", "tool-calls", "max-tokens"]))
    return answer(*chunks, {"type": "finish", "reason": {"kind": kind}})


def recorded(entry: dict[str, Any]) -> dict[str, Any]:
    """What the review says of an entry, in the order in which its blocks begin."""
    found = answered(entry)
    return {
        "blocks": [(item.kind, item.tool_call_id, item.name, item.text) for item in found.blocks],
        "usage": found.usage,
        "finish": found.finish,
    }


def mount(entry: dict[str, Any]) -> None:
    SWITCH.current = model_of([entry]).transport()


def counts(**found: int | None) -> dict[str, int]:
    return {name: count for name, count in found.items() if count is not None}


FINISH = {
    "tool_calls": "tool-calls", "length": "max-tokens", "stop": "stop",
    "tool_use": "tool-calls", "max_tokens": "max-tokens", "end_turn": "stop",
}  # fmt: skip


def check_chat(found: Any, want: dict[str, Any]) -> None:
    (choice,) = found.choices
    message = choice.message
    of_kind: dict[str, list[Any]] = {"text": [], "reasoning": [], "tool-call": []}
    for item in want["blocks"]:
        of_kind[item[0]].append(item)
    assert (message.content or "") == "".join(item[3] for item in of_kind["text"])
    reasoning = getattr(message, "reasoning_content", None) or ""
    assert reasoning == "".join(item[3] for item in of_kind["reasoning"])
    calls = [
        ("tool-call", call.id, call.function.name, call.function.arguments)
        for call in message.tool_calls or []
    ]
    assert calls == of_kind["tool-call"]
    assert FINISH[choice.finish_reason] == want["finish"]
    if want["usage"] is None:
        assert found.usage is None
        return
    usage, details = found.usage, found.usage.prompt_tokens_details
    cached = details.cached_tokens if details else None
    written = details.cache_write_tokens if details else None
    thought = usage.completion_tokens_details
    assert want["usage"] == counts(
        inputTokens=usage.prompt_tokens - (cached or 0) - (written or 0),
        outputTokens=usage.completion_tokens,
        cacheReadTokens=cached,
        cacheWriteTokens=written,
        reasoningTokens=thought.reasoning_tokens if thought else None,
    )


@settings(max_examples=40)
@given(entries())
def test_chat_completions_give_what_was_recorded(entry: dict[str, Any]) -> None:
    mount(entry)
    with OPENAI.chat.completions.stream(
        model="m", messages=ASKED, stream_options={"include_usage": True}
    ) as stream:
        stream.until_done()
        found = stream.current_completion_snapshot
    check_chat(found, recorded(entry))
    mount(entry)
    check_chat(OPENAI.chat.completions.create(model="m", messages=ASKED), recorded(entry))


def check_response(found: Any, want: dict[str, Any]) -> None:
    blocks = []
    for item in found.output:
        if item.type == "function_call":
            blocks.append(("tool-call", item.call_id, item.name, item.arguments))
        elif item.type == "reasoning":
            blocks.append(("reasoning", "", "", "".join(part.text for part in item.summary)))
        else:
            blocks.append(("text", "", "", "".join(part.text for part in item.content)))
    assert blocks == want["blocks"]
    incomplete = found.incomplete_details
    assert (incomplete and incomplete.reason) == (
        "max_output_tokens" if want["finish"] == "max-tokens" else None
    )
    if want["usage"] is None:
        assert found.usage is None
        return
    details = found.usage.input_tokens_details
    cached, written = details.cached_tokens, details.cache_write_tokens
    told = {"cacheReadTokens": 0, "cacheWriteTokens": 0, "reasoningTokens": 0, **want["usage"]}
    assert told == counts(
        inputTokens=found.usage.input_tokens - cached - written,
        outputTokens=found.usage.output_tokens,
        cacheReadTokens=cached,
        cacheWriteTokens=written,
        reasoningTokens=found.usage.output_tokens_details.reasoning_tokens,
    )


@settings(max_examples=40)
@given(entries())
def test_responses_give_what_was_recorded(entry: dict[str, Any]) -> None:
    """Both the last event's response and the items that the client gathered on the way."""
    want = recorded(entry)
    mount(entry)
    gathered: dict[int, str] = {}
    with OPENAI.responses.stream(model="m", input="Where?") as stream:
        for event in stream:
            if event.type.endswith(".delta"):
                key = event.output_index
                gathered[key] = gathered.get(key, "") + event.delta
            elif event.type in ("response.completed", "response.incomplete"):
                check_response(event.response, want)
    texts = [item[3] for item in want["blocks"]]
    assert [gathered.get(index, "") for index in range(len(texts))] == texts
    mount(entry)
    check_response(OPENAI.responses.create(model="m", input="Where?"), want)


def check_message(found: Any, want: dict[str, Any]) -> None:
    blocks: list[Any] = []
    for item in found.content:
        if item.type == "tool_use":
            blocks.append(("tool-call", item.id, item.name, item.input))
        elif item.type == "thinking":
            blocks.append(("reasoning", "", "", item.thinking))
        else:
            blocks.append(("text", "", "", item.text))
    assert blocks == [
        (*item[:3], json.loads(item[3]) if item[0] == "tool-call" else item[3])
        for item in want["blocks"]
    ]
    assert FINISH[found.stop_reason] == want["finish"]
    details = found.usage.output_tokens_details
    assert (want["usage"] or {"inputTokens": 0, "outputTokens": 0}) == counts(
        inputTokens=found.usage.input_tokens,
        outputTokens=found.usage.output_tokens,
        cacheReadTokens=found.usage.cache_read_input_tokens,
        cacheWriteTokens=found.usage.cache_creation_input_tokens,
        reasoningTokens=details.thinking_tokens if details else None,
    )


@settings(max_examples=40)
@given(entries())
def test_messages_give_what_was_recorded(entry: dict[str, Any]) -> None:
    mount(entry)
    with ANTHROPIC.messages.stream(model="m", max_tokens=9, messages=ASKED) as stream:
        check_message(stream.get_final_message(), recorded(entry))
    mount(entry)
    found = ANTHROPIC.messages.create(model="m", max_tokens=9, messages=ASKED)
    check_message(found, recorded(entry))


@given(entries())
def test_parts_say_one_block_after_another_and_nothing_late(entry: dict[str, Any]) -> None:
    """A block opens once, closes once, before the next; and no part waits longer than it must."""
    what = said(entry)
    assert len(what.after) == len(entry["chunks"])
    state, texts = "closed", [""] * len(what.blocks)
    number = -1
    for part in (*(part for parts in what.after for part in parts), *what.rest):
        if isinstance(part, Opened):
            assert state == "closed"
            assert part.block.number == number + 1
            state, number = "open", part.block.number
        elif isinstance(part, Added):
            assert (state, part.block.number) == ("open", number)
            texts[number] += part.text
        else:
            assert isinstance(part, Closed)
            assert (state, part.block.number) == ("open", number)
            state = "closed"
    assert texts == [item[3] for item in recorded(entry)["blocks"]]
    assert state == "closed"
    assert what.rest == ()  # a stream with an end leaves nothing for after it


def test_blocks_that_end_together_are_still_streamed_as_they_came() -> None:
    first, second = block(0, "reasoning", "a", "b"), block(1, "text", "c", "d")
    entry = answer(*first[:-1], *second[:-1], first[-1], second[-1], STOP)
    texts = [
        [part.text for part in parts if isinstance(part, Added)] for parts in said(entry).after
    ]
    assert texts == [[], ["a"], ["b"], [], ["c"], ["d"], [], [], []]


def test_where_an_end_says_more_than_its_deltas_the_rest_is_said_too() -> None:
    longer = [*block(0, "text", "at ")[:-1], *block(0, "text", "at noon")[-1:]]
    other = [*block(1, "text", "by tram")[:-1], *block(1, "text", "by boat")[-1:]]
    what = said(answer(*longer, *other, STOP))
    assert [item.text for item in what.blocks] == ["at noon", "by tram"]


def test_a_block_that_no_wire_can_say_is_refused_and_not_left_out() -> None:
    image = {"type": "image", "attachment": {"name": "canary-example.png"}}
    chunks = [
        {"type": "block-start", "index": 0, "blockType": "image"},
        {"type": "block-end", "index": 0, "block": image},
    ]
    with pytest.raises(ReplayError) as refused:
        said(answer(*chunks, STOP))
    assert refused.value.code == "untranslatable"
    assert "canary" not in str(refused.value)


@pytest.mark.parametrize(
    "chunk",
    [
        {"type": "text-delta"},
        {"type": ["text-delta"]},
        {},
        7,
        {"type": "text-delta", "index": [1], "text": 7},
        {"type": "tool-call-delta", "index": 0},
        {"type": "block-end", "index": 0, "block": {"type": "text"}},
        {"type": "usage", "usage": [1]},
        {"type": "usage", "usage": {"inputTokens": -1, "outputTokens": "5", "totalTokens": True}},
        {"type": "finish", "reason": "stop"},
        {"type": "finish"},
        {"type": "finish", "reason": {"kind": "of-a-new-kind"}},
    ],
)
@pytest.mark.parametrize("wire", sorted(WIRES))
def test_scripted_chunks_of_any_shape_are_said(chunk: Any, wire: str) -> None:
    what = said(answer(chunk, STOP))
    asked = WIRES[wire].ask({"model": "m", "messages": [], "input": []})
    speaker = WIRES[wire].speaker(asked, what, number="0_0")
    events = [*speaker.begin(), *(e for parts in what.after for e in speaker.say(parts))]
    events += speaker.end()
    assert json.dumps([event.data for event in events])
    assert speaker.whole()


CONVERSATION: dict[str, list[Any]] = {
    "chat/completions": [
        {"role": "system", "content": "Be brief-example."},
        {"role": "user", "content": "Where does it land?"},
        {
            "role": "assistant",
            "content": "Let me look.",
            "reasoning_content": "Ask the tool.",
            "tool_calls": [
                {"id": "c1", "type": "function",
                 "function": {"name": "find", "arguments": '{"q":"é"}'}},
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "started subagent kid-8"},
        {"role": "user", "content": [{"type": "text", "text": "And?"}]},
    ],
    "responses": [
        {"role": "developer", "content": "Be brief-example."},
        {"role": "user", "content": "Where does it land?"},
        {"type": "reasoning", "id": "rs_1",
         "summary": [{"type": "summary_text", "text": "Ask the tool."}]},
        {"type": "message", "role": "assistant",
         "content": [{"type": "output_text", "text": "Let me look.", "annotations": []}]},
        {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "find",
         "arguments": '{"q":"é"}'},
        {"type": "function_call_output", "call_id": "c1", "output": "started subagent kid-8"},
        {"role": "user", "content": [{"type": "input_text", "text": "And?"}]},
    ],
    "v1/messages": [
        {"role": "user", "content": "Where does it land?"},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "Ask the tool.", "signature": "s"},
                {"type": "text", "text": "Let me look."},
                {"type": "tool_use", "id": "c1", "name": "find", "input": {"q": "é"}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "c1", "content": "started subagent kid-8"},
                {"type": "text", "text": "And?"},
            ],
        },
    ],
}  # fmt: skip


def test_placeholders_search_the_same_words_whichever_wire_asks() -> None:
    corpora = {}
    for wire, messages in CONVERSATION.items():
        asked = WIRES[wire].ask({"model": "m", "messages": messages, "input": messages})
        words = corpus_text(asked.messages).split("\n")
        # On the wire of responses each part is a message of its own: roles stand more often.
        corpora[wire] = [word for word in words if word not in ("user", "assistant", "tool")]
    assert corpora["chat/completions"] == corpora["responses"] == corpora["v1/messages"]
    assert "brief-example" not in str(corpora)
    assert '{"q":"é"}' in corpora["v1/messages"]


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(
        ["user", "assistant", "tool", "text", "tool_use", "tool_result", "message", "reasoning",
         "function_call", "thinking"]
    ),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(
            ["role", "type", "content", "text", "tool_calls", "function", "input", "summary",
             "output", "arguments", "thinking"]
        ),
        inner, max_size=4,
    ),
    max_leaves=12,
)  # fmt: skip


@given(st.lists(JSON_VALUES, max_size=4), st.sampled_from(sorted(WIRES)))
def test_messages_of_any_shape_are_taken(messages: list[Any], wire: str) -> None:
    """What a client sends is searched, not validated: it never stops the translation."""
    asked = WIRES[wire].ask({"model": "m", "messages": messages, "input": messages})
    corpus_text(asked.messages)


def test_a_lone_surrogate_travels_as_its_escape() -> None:
    mount(answer(*block(0, "text", "a\ud800b"), USAGE, STOP))
    with OPENAI.chat.completions.stream(model="m", messages=ASKED) as stream:
        found = stream.get_final_completion()
    assert found.choices[0].message.content == "a\ud800b"


def test_arguments_that_are_no_object_can_only_be_streamed_to_anthropic() -> None:
    entry = answer(*block(0, "tool-call", '{"q": "cut o', id="c1", name="find"), STOP)
    mount(entry)
    with pytest.raises(anthropic.BadRequestError, match="can only stream"):
        ANTHROPIC.messages.create(model="m", max_tokens=9, messages=ASKED)
    mount(entry)
    events = ANTHROPIC.messages.create(model="m", max_tokens=9, messages=ASKED, stream=True)
    deltas = [event.delta.partial_json for event in events if event.type == "content_block_delta"]
    assert deltas == ['{"q": "cut o']
