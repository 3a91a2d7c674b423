"""A mailbox in any spelling, and in any spelling of a spelling, is found or told as not checked.

Whoever hides a value chooses the decoder that nobody thought of. So every pair of encoders is tried, and
every encoder in every carrier of every family.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from encoders import ENCODERS, NOT_OF_ANY, base64_of

from workbench.core.fixture import open_fixture
from workbench.findings import Scan, scan, scan_text
from workbench.findings.finding import Certainty, Kind

MAIL = "jane.doe" + "@" + "harbour-lantern.dev"
TOKEN = "ghp_" + "aB3dE5fG7hJ9" + "kL1mN3pQ5rS7" + "tU9vW1xY3zA4"
Carrier = Callable[[str, Path], Scan]


def is_told(found: Scan, value: str) -> bool:
    """Whether a scan has the value, the characters that hide it, or says that it was not read."""
    surely = [each for each in found.findings if each.certainty is not Certainty.WEAK]
    return (
        bool(found.not_checked)
        or any(each.kind is Kind.HIDDEN for each in surely)
        or any(value in each.value for each in surely)
        or any(each.value in value for each in surely if len(each.value) > 6)
        # A mailbox that was found once is looked for in its encodings too.
        or any(each.check == "identified-elsewhere" for each in surely)
    )


def _json(value: str, _: Path) -> Scan:
    return scan_text(json.dumps({"note": value}), format="json")


@pytest.mark.parametrize("outer", ENCODERS)
def test_a_spelling_of_a_spelling_is_told(outer: str, tmp_path: Path) -> None:
    silent = []
    for name, inner in ENCODERS.items():
        if outer in NOT_OF_ANY and not inner(MAIL).isascii():
            continue
        if name == "colours" and outer in _BETWEEN_ALL:
            continue
        if not is_told(_json(ENCODERS[outer](inner(MAIL)), tmp_path), MAIL):
            silent.append(name)
    assert not silent


#: A colour whose own characters are parted or written in other forms is none to any terminal.
_BETWEEN_ALL = frozenset({"full-width", "controls", "colours"})


@pytest.mark.parametrize("name", ENCODERS)
def test_a_token_is_told_in_every_spelling(name: str, tmp_path: Path) -> None:
    assert is_told(_json(ENCODERS[name](TOKEN), tmp_path), TOKEN)


# --- carriers -------------------------------------------------------------------------------------


def _key(value: str, _: Path) -> Scan:
    return scan_text(json.dumps({value: 1}), format="json")


def _lines(value: str, _: Path) -> Scan:
    return scan_text(json.dumps({"a": 1}) + "\n" + json.dumps({"a": [value]}), format="jsonl")


def _events(value: str, _: Path) -> Scan:
    return scan_text(_stream(value), format="sse")


def _block(value: str, _: Path) -> Scan:
    shown = value.replace("\n", "\n    ")
    return scan_text(f"a:\n  b: |\n    {shown}\n", format="yaml")


def _stream(value: str, *, at: str = "content") -> str:
    """A stream of chat completions that brings ``value`` in pieces of five characters."""
    parts = [value[at_ : at_ + 5] for at_ in range(0, len(value), 5)]
    events = [json.dumps({"choices": [{"index": 0, "delta": _delta(at, part)}]}) for part in parts]
    return "".join(f"data: {event}\n\n" for event in [*events, "[DONE]"])


def _delta(at: str, part: str) -> dict[str, Any]:
    if at == "content":
        return {"content": part}
    return {"tool_calls": [{"index": 0, "function": {"arguments": part}}]}


def _cassette(path: Path, **parts: Any) -> Scan:
    request = {
        "method": "POST",
        "uri": parts.get("uri", "https://api.example.com/v1/chat/completions"),
        "headers": parts.get("headers", {}),
        "body": parts.get("body"),
    }
    answer = {
        "status": {"code": 200, "message": "OK"},
        "headers": parts.get("answer_headers", {}),
        "body": {"string": parts.get("answer", "")},
    }
    file = path / "exchange.yaml"
    interaction = {"request": request, "response": answer}
    file.write_text(json.dumps({"version": 1, "interactions": [interaction]}), "utf-8")
    return scan(open_fixture(file))


def _header(value: str, path: Path) -> Scan:
    return _cassette(path, headers={"x-note": [value]})


def _query(value: str, path: Path) -> Scan:
    return _cassette(path, uri=f"https://api.example.com/v1/notes?q={quote(value, safe='')}")


def _path(value: str, path: Path) -> Scan:
    return _cassette(path, uri=f"https://api.example.com/v1/notes/{quote(value, safe='')}/all")


def _form(value: str, path: Path) -> Scan:
    headers = {"content-type": ["application/x-www-form-urlencoded"]}
    return _cassette(path, headers=headers, body=f"a=1&note={quote(value, safe='')}&b=2")


def _body(value: str, path: Path) -> Scan:
    headers = {"content-type": ["application/json"]}
    body = json.dumps({"messages": [{"role": "user", "content": value}]})
    return _cassette(path, headers=headers, body=body)


def _streamed(value: str, path: Path, *, at: str = "content") -> Scan:
    headers = {"content-type": ["text/event-stream"]}
    return _cassette(path, answer_headers=headers, answer=_stream(value, at=at))


def _arguments(value: str, path: Path) -> Scan:
    return _streamed(json.dumps({"query": value}), path, at="arguments")


def _log(value: str, path: Path) -> Scan:
    content = [{"type": "text", "text": value}]
    message = {"id": "m1", "role": "user", "content": content, "source": {"kind": "user"}}
    return _session(path, {"type": "user/message", "data": message, "surfaceOp": "append"})


def _log_arguments(value: str, path: Path) -> Scan:
    arguments = json.dumps({"query": value})
    parts = [arguments[at : at + 5] for at in range(0, len(arguments), 5)]
    chunks = {"turn": 1, "step": 1, "index": 0, "id": "call_1", "name": "look"}
    block = {"type": "tool-call", "id": "call_1", "name": "look", "arguments": arguments}
    return _session(
        path,
        _chunk({"type": "block-start", "index": 0, "blockType": "tool-call"}),
        {
            "type": "tool-call-chunks",
            "data": chunks | {"dt": [0] * (len(parts) - 1), "args": parts},
        },
        _chunk({"type": "block-end", "index": 0, "block": block}),
        _chunk({"type": "finish", "reason": {"kind": "tool-calls"}}),
    )


def _chunk(chunk: dict[str, Any]) -> dict[str, Any]:
    return {"type": "assistant/chunk", "data": {"turn": 1, "step": 1, "chunk": chunk}}


def _session(path: Path, *rows: dict[str, Any]) -> Scan:
    first = {"type": "session", "version": 0, "id": "s1", "createdAt": 0, "delegationDepth": 0}
    around = [
        first,
        {"type": "turn/start", "data": {"turn": 1}},
        {"type": "step/start", "data": {"turn": 1, "step": 1}},
        *rows,
    ]
    file = path / "session.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in around), "utf-8")
    return scan(open_fixture(path))


def _param(value: str, path: Path) -> Scan:
    play = {
        "name": "late-rent",
        "config": {"campaignId": "night-ferry", "seed": "copper-stone"},
        "campaignVersion": "1.0.0",
        "capturedUnder": "0.11.0",
        "submissions": [{"actionId": "buy_tea", "params": {"note": value}}],
    }
    file = path / "late-rent.fixture.json"
    file.write_text(json.dumps(play), "utf-8")
    return scan(open_fixture(file))


CARRIERS: dict[str, Carrier] = {
    "JSON key": _key,
    "JSON line": _lines,
    "events": _events,
    "YAML block": _block,
    "cassette header": _header,
    "cassette query": _query,
    "cassette path": _path,
    "cassette form": _form,
    "cassette body": _body,
    "cassette stream": _streamed,
    "cassette tool arguments": _arguments,
    "log message": _log,
    "log tool arguments": _log_arguments,
    "play param": _param,
}
#: YAML reads no NUL, and ends a plain line at some characters.
_NOT_IN_YAML = frozenset({"controls", "colours"})


HARMLESS = "boats at the quay"
#: They hide a text in characters that are drawn as nothing, which is told whatever the text is.
_HIDES = frozenset({"tags", "selectors", "zero-width", "soft-hyphens", "emoji-selectors"})


@pytest.mark.parametrize("carrier", CARRIERS)
def test_a_carrier_of_a_harmless_text_tells_nothing(carrier: str, tmp_path: Path) -> None:
    """The control: what is told of a mailbox is told because of it."""
    assert not is_told(CARRIERS[carrier](HARMLESS, tmp_path), MAIL)


def test_a_spelling_of_a_harmless_text_tells_nothing(tmp_path: Path) -> None:
    told = {name for name in ENCODERS if is_told(_json(ENCODERS[name](HARMLESS), tmp_path), MAIL)}
    assert told == _HIDES


@pytest.mark.parametrize("carrier", CARRIERS)
def test_a_spelling_is_told_in_every_carrier(carrier: str, tmp_path: Path) -> None:
    silent = []
    for name, encode in ENCODERS.items():
        if carrier == "YAML block" and name in _NOT_IN_YAML:
            continue
        for deeper in (str, lambda value: base64_of(value.encode())):
            if not is_told(CARRIERS[carrier](deeper(encode(MAIL)), tmp_path), MAIL):
                silent.append((name, deeper is str))
    assert not silent


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("kind", ["text/plain", "application/json", "text/plain; charset=utf-16"])
def test_a_body_in_wide_characters_is_told(codec: str, kind: str, tmp_path: Path) -> None:
    data = base64_of(json.dumps({"note": MAIL}).encode(codec))
    text = (
        "version: 1\ninteractions:\n- request:\n    method: GET\n    uri: https://api.example.com/v1\n"
        "    headers: {}\n    body: null\n  response:\n    status: {code: 200, message: OK}\n"
        f"    headers: {{content-type: ['{kind}']}}\n    body:\n      string: !!binary |\n        {data}\n"
    )
    file = tmp_path / "wide.yaml"
    file.write_text(text, "utf-8")
    assert is_told(scan(open_fixture(file)), MAIL)


_IN_A_NAME = (
    "plain", "base64url", "base64-utf8-mark", "hex", "hex-capitals", "hex-utf16", "base32", "percent",
    "quoted-printable", "utf7", "full-width", "zero-width", "soft-hyphens", "tags", "selectors",
)  # fmt: skip


@pytest.mark.parametrize("name", _IN_A_NAME)
def test_a_spelling_is_told_in_a_file_name(name: str, tmp_path: Path) -> None:
    file = tmp_path / f"{ENCODERS[name](MAIL).replace('/', '-')}.yaml"
    source = tmp_path / "source"
    source.mkdir()
    _header("nothing", source)
    file.write_bytes((source / "exchange.yaml").read_bytes())
    assert is_told(scan(open_fixture(file)), MAIL)
