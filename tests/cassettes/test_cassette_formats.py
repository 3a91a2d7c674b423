"""Every format is read into the one model; each is told apart by its content."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from cassette_writing import NAME, URL

from workbench.cassettes.fixture import CassetteFixture
from workbench.cassettes.model import ANY
from workbench.core.stand_ins import Edit

Open = Callable[..., CassetteFixture]
B64 = base64.b64encode(NAME.encode()).decode()

RUBY = f"""\
---
http_interactions:
- request:
    method: post
    uri: {URL}
    body: {{encoding: UTF-8, string: 'hello'}}
    headers: {{Accept: ["*/*"]}}
  response:
    status: {{code: 200, message: OK}}
    headers: {{Content-Type: [text/plain]}}
    body:
      encoding: ASCII-8BIT
      string: !binary |-
        {B64}
  recorded_at: Mon, 01 Jan 2024 00:00:00 GMT
recorded_with: VCR 6.1.0
"""
RUBY_1 = f"""\
---
- !ruby/struct:VCR::HTTPInteraction
  request: !ruby/struct:VCR::Request
    method: :post
    uri: https://api.example.com:443/v1/chat/completions
    body: hello
    headers: {{Accept: ["*/*"]}}
  response: !ruby/struct:VCR::Response
    status: !ruby/struct:VCR::ResponseStatus {{code: 200, message: OK}}
    headers: {{content-type: [text/plain]}}
    body: "{NAME}"
    http_version: "1.1"
"""
V0 = f"""\
- request: !!python/object:vcr.request.Request
    body: hello
    headers: !!python/object/apply:__builtin__.frozenset
    - - !!python/tuple [accept, '*/*']
    host: api.example.com
    method: POST
    path: /v1/chat/completions
    port: 443
    protocol: https
  response:
    body: {{string: !!python/unicode "{NAME}"}}
    headers: [!!python/unicode "content-type: text/plain\\r\\n"]
    status: {{code: 200, message: OK}}
"""
FILE_BODY = f"""\
interactions:
- request:
    method: POST
    uri: {URL}
    headers:
      ? !!python/object/apply:multidict._multidict.istr [Accept]
      : ['*/*']
    body: !!python/object/new:_io.BytesIO
      state: !!python/tuple [!!binary aGVsbG8=, 0, null]
  response:
    status: {{code: 200, message: OK}}
    headers: {{content-type: [text/plain]}}
    body: {{string: {NAME}}}
version: 1
"""
GO = f"""\
---
version: 2
interactions:
- id: 0
  request: {{url: '{URL}', method: POST, headers: {{Accept: ['*/*']}}, body: hello, form: {{}}}}
  response: {{code: 200, status: 200 OK, headers: {{Content-Type: [text/plain]}}, body: {NAME}, duration: 1ms}}
"""
CASSETTER = f"""\
version: 1
interactions:
- recorded_at: x
  request: {{method: POST, uri: '{URL}', headers: {{accept: '*/*'}}, body: {{type: text, content: hello}}}}
  response:
    status: 200
    headers: {{content-type: text/plain}}
    body: {{type: binary, content: {NAME.encode().hex()}}}
"""


def message(head: str, body: str) -> bytes:
    return "\r\n".join([*head.split("\n"), "", body]).encode()


def trace() -> bytes:
    request = message(f"POST {URL} HTTP/1.1\nAccept: */*", "hello")
    chunks = f"4\r\n{NAME[:4]}\r\n{len(NAME) - 4:x}\r\n{NAME[4:]}\r\n0\r\n\r\n"
    response = message(
        "HTTP/1.1 200 OK\nContent-Type: text/plain\nTransfer-Encoding: chunked", chunks
    )
    return b"httprr trace v1\n" + f"{len(request)} {len(response)}\n".encode() + request + response


def pair(**response: Any) -> dict[str, Any]:
    request = {"method": "POST", "url": URL, "headers": {"accept": "*/*"}, "body": "hello"}
    headers = {"content-type": "text/plain"}
    return {"request": request, "response": {"headers": headers, "body": NAME, **response}}


def har(content: dict[str, Any]) -> dict[str, Any]:
    request = {
        "method": "POST",
        "url": URL,
        "headers": [{"name": ":method", "value": "POST"}, {"name": "accept", "value": "*/*"}],
        "postData": {"mimeType": "text/plain", "text": "hello"},
    }
    headers = [{"name": "content-type", "value": "text/plain"}]
    response = {"status": 200, "statusText": "OK", "headers": headers, "content": content}
    return {"log": {"version": "1.2", "entries": [{"request": request, "response": response}]}}


def nock(response: Any, **more: Any) -> list[dict[str, Any]]:
    path = "/v1/chat/completions"
    return [
        {
            "scope": "https://api.example.com:443", "method": "POST", "path": path, "body": "hello",
            "status": 200, "response": response, "rawHeaders": ["content-type", "text/plain"],
            "reqheaders": {"accept": "*/*"}, **more,
        }
    ]  # fmt: skip


BETAMAX = {
    "http_interactions": [
        {
            "request": {"method": "POST", "uri": URL, "headers": {"accept": "*/*"}, "body": {"encoding": None, "string": "hello"}},
            "response": {"status": {"code": 200, "message": "OK"}, "headers": {"content-type": ["text/plain"]}, "body": {"string": "", "base64_string": B64}, "url": URL},
        }
    ],
    "recorded_with": "betamax/0.8.0",
}  # fmt: skip
MOCK = {
    "httpRequest": {"method": "POST", "path": "/v1", "headers": [{"name": "accept", "values": ["*/*"]}], "body": {"type": "STRING", "string": "hello"}},
    "httpResponse": {"statusCode": 200, "headers": {"content-type": ["text/plain"]}, "body": {"type": "BINARY", "base64Bytes": B64}},
}  # fmt: skip
CONFORMANCE = {
    "provider": "p", "scenario": "s", "expected": {},
    "request": {"method": "POST", "url": URL, "headers": [["accept", "*/*"]], "json": "hello"},
    "response": {"status": 200, "headers": [["content-type", "text/plain"]], "sse": NAME},
}  # fmt: skip
CHUNKS = json.dumps([base64.b64encode(part.encode()).decode() for part in (NAME[:5], NAME[5:])])

SAMPLES: dict[str, tuple[str, bytes]] = {
    "ruby-vcr-yaml": ("c.yml", RUBY.encode()),
    "ruby-vcr1-struct": ("c.yml", RUBY_1.encode()),
    "vcrpy-v0-yaml": ("c.yaml", V0.encode()),
    "vcrpy-v1-yaml": ("c.yaml", FILE_BODY.encode()),
    "go-vcr-v2": ("c.yaml", GO.encode()),
    "cassetter": ("c.yaml", CASSETTER.encode()),
    "httprr": ("c.httprr", trace()),
    "betamax-json": ("c.json", json.dumps(BETAMAX).encode()),
    "har": ("c.har", json.dumps(har({"text": NAME})).encode()),
    "har base64": ("c.har", json.dumps(har({"text": B64, "encoding": "base64"})).encode()),
    "har chunks": ("c.har", json.dumps(har({"text": CHUNKS, "encoding": "base64"})).encode()),
    "nock-json": ("c.json", json.dumps(nock(NAME)).encode()),
    "nock-json hex": ("c.json", json.dumps(nock(NAME.encode().hex(), responseIsBinary=True)).encode()),
    "nock-json chunks": ("c.json", json.dumps(nock([NAME[:4].encode().hex(), NAME[4:].encode().hex()])).encode()),
    "dd-testagent-json": ("c.json", json.dumps(pair(status={"code": 200, "message": "OK"})).encode()),
    "mockserver": ("c.json", json.dumps([MOCK]).encode()),
    "provider-conformance-json": ("c.json", json.dumps(CONFORMANCE).encode()),
    "vcrpy-v1-json": (
        "c.json",
        json.dumps({"version": 1, "interactions": [pair(status={"code": 200}, body={"string": NAME})]}).encode(),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SAMPLES)
def test_each_format_gives_the_same_exchange(open_text: Open, name: str) -> None:
    fixture = open_text(SAMPLES[name][1], SAMPLES[name][0])
    assert fixture.cassette.format == name.split()[0]
    (item,) = fixture.cassette.interactions
    assert item.request.method == "POST"
    assert item.request.url == ("/v1" if name == "mockserver" else URL)
    assert item.request.body in (b"hello", b'"hello"')
    assert [(header.lowered, header.value) for header in item.request.headers] == [
        ("accept", "*/*")
    ]
    assert item.response.status == 200
    assert item.response.body == NAME.encode()
    assert item.response.media_type == "text/plain"


@pytest.mark.parametrize("name", SAMPLES)
def test_each_format_gives_its_strings_to_the_checks(open_text: Open, name: str) -> None:
    fixture = open_text(SAMPLES[name][1], SAMPLES[name][0])
    found = [text for text in fixture.texts() if NAME in text.value]
    assert len(found) == 1
    assert found[0].step == 0
    assert found[0].place().spans
    assert any(text.value == "*/*" and text.role == "header" for text in fixture.texts())
    assert fixture.step_spans(0)
    assert found[0] in fixture.step_texts(0)


@pytest.mark.parametrize("charset", ["no-such", "\0latin-1", "rot13", "idna", "a" * 5_000])
def test_a_body_in_a_charset_that_is_none_is_read_as_it_is(open_text: Open, charset: str) -> None:
    body = {"encoding": charset, "string": NAME}
    entries = [{**pair(status={"code": 200}, body=body), "recorded_at": "now"}]
    fixture = open_text(json.dumps({"http_interactions": entries}), "c.json")
    assert fixture.cassette.interactions[0].response.body == NAME.encode()


@pytest.mark.parametrize("name", SAMPLES)
def test_export_keeps_the_bytes_and_the_usual_ending(open_text: Open, name: str) -> None:
    file, data = SAMPLES[name]
    ending = ".yaml" if file.endswith(".yml") else file[1:]
    assert open_text(data, file).export("new") == {f"new{ending}": data}


def test_a_cut_off_trace_is_refused(open_text: Open) -> None:
    from workbench.cassettes import CassetteError

    for cut in (25, 40, -3):
        with pytest.raises(CassetteError, match="damaged or cut off"):
            open_text(trace()[:cut], "c.httprr")
    assert open_text(b"httprr trace v1\n", "c.httprr").cassette.interactions == ()


def test_stubs_that_are_patterns_match_anything_and_say_so(open_text: Open) -> None:
    stub = {"request": {"urlPattern": "/a.*"}, "response": {"status": 201, "jsonBody": {"a": NAME}}}
    fixture = open_text(json.dumps({"mappings": [stub]}), "c.json")
    (item,) = fixture.cassette.interactions
    assert (item.request.url, item.request.body) == (ANY, ANY)
    assert json.loads(item.response.body) == {"a": NAME}
    assert any("match anything" in note.text for note in fixture.notes)
    assert fixture.cassette.format == "wiremock-multi"


def test_pollys_order_is_kept_and_a_failed_request_has_no_status(open_text: Open) -> None:
    log = har({"text": "a"})
    first, second = log["log"]["entries"][0], har({"text": "b"})["log"]["entries"][0]
    first["_order"], second["_order"], second["response"]["status"] = 1, 0, 0
    log["log"]["entries"] = [first, second]
    items = open_text(json.dumps(log), "c.har").cassette.interactions
    assert [item.response.body for item in items] == [b"b", b"a"]
    assert items[0].response.status is None


def test_old_pollys_packed_chunks_are_read(open_text: Open) -> None:
    packed = gzip.compress(json.dumps({"who": NAME}).encode())
    fixture = open_text(json.dumps(har({"text": json.dumps([packed.hex()])})), "c.har")
    (found,) = [text for text in fixture.texts() if NAME in text.value]
    assert found.chain == ("hex", "gzip", "json")


def test_the_httpx_stub_and_a_missing_version_are_told(open_text: Open) -> None:
    text = f"""\
interactions:
- request: {{method: GET, uri: '{URL}', headers: {{}}, body: ''}}
  response: {{content: hi, headers: {{}}, http_version: HTTP/1.1, status_code: 204}}
"""
    cassette = open_text(text).cassette
    assert cassette.format == "vcrpy-v1-httpx-noversion"
    response = cassette.interactions[0].response
    assert (response.status, response.body) == (204, b"hi")


def test_a_parsed_body_is_rendered_as_its_writer_renders_it(open_text: Open, vcrpy: str) -> None:
    body = open_text(vcrpy).cassette.interactions[0].request.body
    assert isinstance(body, bytes)
    assert b'"seed": 10583536942961263000, "strict": true' in body


def test_surrogate_halves_are_joined(open_text: Open) -> None:
    text = f'requests: [{{method: GET, uri: "{URL}", body: "\\ud83d\\ude00 \\ud800"}}]\nresponses: [{{}}]\n'
    fixture = open_text(text)
    assert fixture.cassette.interactions[0].request.body == "\U0001f600 \ud800".encode(
        "utf-8", "surrogatepass"
    )
    assert any("halves" in note.text for note in fixture.notes)
    assert list(fixture.texts())


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
def test_files_with_a_mark_are_read(open_text: Open, native: str, encoding: str) -> None:
    data = native.encode(encoding)
    fixture = open_text(data if encoding != "utf-16-be" else b"\xfe\xff" + data)
    assert len(fixture.cassette.interactions) == 3
    first = next(text for text in fixture.texts() if NAME in text.value)
    (span,) = first.place(first.value.index(NAME), first.value.index(NAME) + len(NAME)).spans
    raw = fixture.source.data[span.start : span.end]
    plain = {"utf-8-sig": "utf-8", "utf-16": "utf-16-le", "utf-16-be": "utf-16-be"}[encoding]
    assert raw.decode(plain) == NAME


def test_line_ends_of_windows_make_no_difference(open_text: Open, native: str) -> None:
    one = open_text(native).cassette.interactions
    other = open_text(native.replace("\n", "\r\n")).cassette.interactions
    assert [item.response.body for item in one] == [item.response.body for item in other]


def frame(payload: bytes, **headers: str) -> bytes:
    head = b"".join(
        bytes([len(name)])
        + name.encode()
        + b"\x07"
        + struct.pack(">H", len(value))
        + value.encode()
        for name, value in headers.items()
    )
    prelude = struct.pack(">II", 16 + len(head) + len(payload), len(head))
    whole = prelude + struct.pack(">I", zlib.crc32(prelude)) + head + payload
    return whole + struct.pack(">I", zlib.crc32(whole))


def framed(*payloads: bytes) -> str:
    data = b"".join(frame(payload, kind="event") for payload in payloads)
    text = base64.b64encode(data).decode()
    return (
        f"requests: [{{method: POST, uri: '{URL}'}}]\n"
        "responses: [{status: {code: 200}, headers: {content-type: application/vnd.amazon.eventstream},"
        f" body: {{string: !!binary {text}}}}}]\n"
    )


class Name:
    """Replaces the name."""

    def edits(self, text: str) -> list[Edit]:
        at = text.find(NAME)
        return [Edit(at, at + len(NAME), "person-1")] if at >= 0 else []


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_name_cut_over_binary_frames_is_read_and_replaced(
    open_text: Open, *, wrapped: bool
) -> None:
    events = [
        json.dumps({"contentBlockIndex": 0, "delta": {"text": piece}}).encode()
        for piece in ("I am Zebe", "dee Canary-Ex", "ample!")
    ]
    if wrapped:
        events = [
            json.dumps({"bytes": base64.b64encode(event).decode()}).encode() for event in events
        ]
    fixture = open_text(framed(*events))
    (found,) = [text for text in fixture.texts() if NAME in text.value]
    assert found.chain[-1] == "joined"
    changed = fixture.with_stand_ins(Name())
    values = [text.value for text in changed.texts()]
    assert "I am person-1!" in values
    assert changed.not_checked() == ()
