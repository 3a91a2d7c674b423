"""Replaying a cassette proves what it answers; ids used as input were issued by something."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cassette_writing import NAME, URL, deltas, entry

from workbench.cassettes.evidence import drifts
from workbench.cassettes.fixture import CassetteFixture
from workbench.cassettes.model import Response, Stored
from workbench.cassettes.reconstruction import reconstruct
from workbench.core.canonical import canonical_bytes
from workbench.core.fixture import Replay, ReplayEnvironment, ReplayStatus, open_fixture

Open = Callable[..., CassetteFixture]


def replayed(fixture: CassetteFixture) -> Replay:
    return fixture.replay(ReplayEnvironment())


def test_the_outcome_has_one_small_entry_an_exchange(open_text: Open, native: str) -> None:
    result = replayed(open_text(native))
    assert result.status is ReplayStatus.REPLAYED
    assert isinstance(result.outcome, dict)
    steps = result.outcome["steps"]
    assert isinstance(steps, list)
    body = json.dumps({"to": NAME}).encode()
    assert steps[2] == {
        "exchange": 2,
        "matched": 2,
        "status": 200,
        "bodySha256": hashlib.sha256(body).hexdigest(),
        "requestSha256": hashlib.sha256(json.dumps({"note": NAME}, separators=(",", ":")).encode()).hexdigest(),
        "stream": None,
    }  # fmt: skip
    stream = steps[1]["stream"]
    assert (stream["events"], stream["dialect"], stream["complete"]) == (4, "openai-chat", True)
    assert result.outcome["consumption"] == {"exchanges": 3, "played": 3, "repeated": 0}
    assert result.consumption.complete


def test_nothing_captured_is_in_the_outcome_or_its_sentences(open_text: Open, native: str) -> None:
    result = replayed(open_text(native))
    shown = canonical_bytes(result.outcome).decode() + result.sentence + repr(result)
    shown += "".join(item.sentence for item in result.evidence)
    assert not any(
        value in shown for value in ("Zebedee", "api.example.com", "zcanary", "model-example")
    )


def test_a_repeated_request_is_answered_in_order(open_text: Open) -> None:
    one: dict[str, object] = {"method": "GET", "uri": URL, "headers": {}, "body": None}
    answers = [{"status": {"code": 200}, "body": {"string": text}} for text in "abc"]
    fixture = open_text("# y\n" + json.dumps({"requests": [one] * 3, "responses": answers}))
    outcome = replayed(fixture).outcome
    assert [step["matched"] for step in outcome["steps"]] == [0, 1, 2]  # type: ignore[call-overload, index, union-attr]


def test_an_exchange_that_cannot_answer_is_named(open_text: Open) -> None:
    result = replayed(open_text(entry(status=None)))
    assert result.status is ReplayStatus.REPLAYED
    assert [item.ok for item in result.evidence] == [False]
    assert result.consumption.unused == ("exchange 1 cannot be answered",)
    result = replayed(open_text(entry(method="")))
    assert result.consumption.unused == ("exchange 1 never requested",)
    assert result.evidence[0].sentence == (
        "Exchange 1 is not answered: no recorded exchange matches its own request; "
        "exchange 1 comes closest and differs first at /method (changed)"
    )


def test_where_two_requests_part_is_said_in_words_of_the_apis_only() -> None:
    recorded = json.dumps({"model": "m", "input": [{"role": "user", "zcanary": {"n": 1}}]})
    made = json.dumps({"model": "m", "input": [{"role": "user", "zcanary": {"n": 2}, "id": "z9"}]})
    said = drifts(recorded.encode(), made.encode())
    assert said == "; the two requests differ first at /body/input/0/…/n (changed), and in 1 more"
    assert drifts(b"a", b"b") == "; the two requests differ"


def test_an_address_that_is_no_url_still_replays(open_text: Open) -> None:
    for uri in ("**REDACTED**", "not a url", "http://h:80/x", "http://[bad", ""):
        result = replayed(open_text(entry(uri=uri, answer="x")))
        assert result.consumption.complete, uri


def test_replay_is_the_same_in_a_fresh_process(
    open_text: Open, native: str, tmp_path: Path
) -> None:
    fixture = open_text(native)
    code = (
        "import sys; from workbench.core.fixture import *;"
        "from workbench.core.canonical import canonical_bytes;"
        "r = open_fixture(sys.argv[1]).replay(ReplayEnvironment());"
        "sys.stdout.buffer.write(canonical_bytes(r.outcome))"
    )
    path = str(tmp_path / "sample.yaml")
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, check=True)
    assert done.stdout == canonical_bytes(replayed(fixture).outcome)


def test_a_cassette_is_recognised_among_the_families(
    open_text: Open, vcrpy: str, tmp_path: Path
) -> None:
    open_text(vcrpy, "any.yaml")
    assert open_fixture(tmp_path / "any.yaml").family == "cassettes"


def test_ids_are_traced_to_what_issued_them(open_text: Open, vcrpy: str) -> None:
    """A call in the same request issues its id; nothing issued the earlier response's."""
    result = replayed(open_text(vcrpy))
    uses = {use.kind: use for use in result.ids}
    issued = uses["tool call id"].issued_by
    assert issued is not None
    assert issued.what == "tool call in the same request"
    assert uses["previous_response_id"].issued_by is None
    assert uses["previous_response_id"].place.pointer.endswith("/previous_response_id")
    assert [use.kind for use in result.unissued] == ["previous_response_id"]


def test_an_earlier_response_issues_ids_even_in_a_stream(open_text: Open) -> None:
    stream = (
        "data: " + json.dumps({"type": "response.created", "response": {"id": "resp_1"}}) + "\n\n"
    )
    first = {"method": "POST", "uri": URL, "headers": {}, "body": "{}"}
    second = {**first, "body": json.dumps({"previous_response_id": "resp_1"})}
    answers = [
        {"status": {"code": 200}, "headers": {"content-type": ["text/event-stream"]}, "body": {"string": stream}},
        {"status": {"code": 200}, "body": {"string": "{}"}},
    ]  # fmt: skip
    fixture = open_text("# y\n" + json.dumps({"requests": [first, second], "responses": answers}))
    (use,) = replayed(fixture).ids
    assert use.issued_by is not None
    assert (use.issued_by.what, use.issued_by.step) == ("response", 0)


def answer(body: str) -> Response:
    return Response(200, stored=Stored(body.encode()))


def test_a_stream_is_put_together() -> None:
    found = reconstruct(answer(deltas("Hel", "lo")))
    assert found is not None
    assert (found.dialect, found.text, found.terminated, found.problems) == (
        "openai-chat",
        "Hello",
        True,
        (),
    )


def outcome_of(fixture: CassetteFixture, part: str) -> object:
    outcome = replayed(fixture).outcome
    assert isinstance(outcome, dict)
    steps = outcome["steps"]
    assert isinstance(steps, list)
    return steps[0]["stream"][part]


def test_the_digest_of_a_message_stays_when_only_its_pieces_are_cut_elsewhere(
    open_text: Open,
) -> None:
    kind = {"content-type": ["text/event-stream"]}
    one, other, third = (
        open_text(entry(headers=kind, answer=deltas(*pieces)))
        for pieces in (("Hel", "lo"), ("H", "ell", "o"), ("Hel", "la"))
    )
    assert outcome_of(one, "sha256") != outcome_of(other, "sha256")
    assert outcome_of(one, "messageSha256") == outcome_of(other, "messageSha256")
    assert outcome_of(one, "messageSha256") != outcome_of(third, "messageSha256")
    message = {"finish": "", "texts": [["text", "Hello"]], "toolCalls": []}
    assert (
        outcome_of(one, "messageSha256")
        == hashlib.sha256(json.dumps(message, separators=(",", ":")).encode()).hexdigest()
    )


def test_lines_of_json_are_a_stream_too(open_text: Open) -> None:
    lines = [{"message": {"content": piece}, "done": piece == "b"} for piece in "ab"]
    body = "".join(json.dumps(line) + "\n" for line in lines)
    made = open_text(entry(headers={"content-type": ["application/x-ndjson"]}, answer=body))
    assert (outcome_of(made, "events"), outcome_of(made, "dialect")) == (2, "ollama")
    assert outcome_of(made, "complete") is True
    cut = open_text(entry(headers={"content-type": ["application/x-ndjson"]}, answer=body[:-4]))
    assert outcome_of(cut, "complete") is False


def test_a_stream_of_nothing_that_is_known_has_no_message(open_text: Open) -> None:
    made = open_text(entry(headers={"content-type": ["text/event-stream"]}, answer="data: x\n\n"))
    assert (outcome_of(made, "events"), outcome_of(made, "messageSha256")) == (1, None)


def test_tool_arguments_are_joined_and_checked() -> None:
    events = [
        {"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use", "name": "find"}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": '{"q":'}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": "1}"}},
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 3}},
        {"type": "message_stop"},
    ]  # fmt: skip
    found = reconstruct(answer("".join(f"data: {json.dumps(event)}\n\n" for event in events)))
    assert found is not None
    (call,) = found.tool_calls
    assert (call.name, call.arguments, call.valid) == ("find", '{"q":1}', True)
    assert (found.finish, found.usage, found.terminated) == ("tool_use", {"output_tokens": 3}, True)


def test_what_cannot_be_put_together_is_said() -> None:
    events = [
        {"type": "response.output_text.delta", "item_id": "m", "content_index": 0, "delta": "one"},
        {"type": "response.completed", "response": {"output": [{"content": [{"type": "output_text", "text": "two"}]}]}},
    ]  # fmt: skip
    body = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: {bad\n\ndata: cut"
    found = reconstruct(answer(body))
    assert found is not None
    assert found.problems == (
        "Event 3 holds no JSON",
        "The stream is cut off",
        "The final response does not hold the text that was streamed",
    )


def test_replaying_logs_nothing_of_what_was_recorded(
    open_text: Open, native: str, caplog: pytest.LogCaptureFixture
) -> None:
    """HTTP clients log method and address of each request; a review must not."""
    caplog.set_level("DEBUG")
    replayed(open_text(native))
    assert caplog.records == []
