"""Files made to exhaust, to mislead or to crash are refused by name, or read like any other.

The sizes are such that work which grows with their square would not end while anybody waits.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable
from pathlib import Path

import brotli
import httpx
import pytest
from cassette_writing import URL, entry

from workbench.cassettes import CassetteError, ReplayTransport, convert
from workbench.cassettes.fixture import CassetteFixture
from workbench.core.errors import Refused
from workbench.core.fixture import ReplayEnvironment, open_fixture

Open = Callable[..., CassetteFixture]


def native(body: str, answer: str = '""', *, request: str = "{}", response: str = "{}") -> str:
    """Parallel lists of one exchange, parts as they are written in YAML."""
    return f"""\
requests:
- method: POST
  uri: {URL}
  body: {body}
  headers: {request}
responses:
- status: {{code: 200}}
  headers: {response}
  body: {{string: {answer}}}
"""


def bomb(coding: str, data: bytes) -> str:
    """An answer whose body is packed."""
    packed = f"!!binary {base64.b64encode(data).decode()}"
    return native("x", packed, response=f'{{content-encoding: ["{coding}"]}}')


READ = {
    "JSON ten thousand levels deep": native(json.dumps("[" * 10_000 + "]" * 10_000)),
    "objects ten thousand levels deep": native(json.dumps('{"a":' * 10_000 + "1" + "}" * 10_000)),
    "CRLF": native('"{}"').replace("\n", "\r\n"),
    "a tab between": native("\t'x'"),
    "half a character in YAML": native('"\\ud800"'),
    "half a character in JSON": entry(body="\ud800 x", answer="\udfff"),
    "a number of six thousand digits": native("9" * 6_000),
    "such a number in JSON": native(json.dumps('{"a":' + "9" * 6_000 + "}")),
    "a float without end": native(json.dumps('{"a":1e999999}')),
    "an address that is none": native("x").replace(URL, '"http://[::1/x y\\u0000"'),
    "line breaks in headers": native(
        "x",
        request='{"a\\r\\nb": ["c\\r\\nd: e"], "": [x]}',
        response='{"a\\r\\nb": ["c\\r\\nd"], content-length: [nope], transfer-encoding: [chunked]}',
    ),
    "fifty thousand codings": native(
        "x", response='{content-encoding: ["' + ",".join(["gzip"] * 50_000) + '"]}'
    ),
    "blanks": native(json.dumps(" " * 300_000 + "x")),
    "blanks in apostrophes": native("'" + "x  " * 60_000 + " " * 300_000 + "x'"),
    "blanks between words": native("a" + " " * 300_000 + "b"),
    "open quotes": native(json.dumps("{" + '"' * 200_001)),
    "backslashes": native(json.dumps('["' + "\\" * 200_001)),
    "names of secrets": native(json.dumps("TOKEN" * 60_000)),
    "schemes": native(json.dumps("Bearer" + " " * 200_000)),
    "beginnings of keys": native(json.dumps("-----BEGIN PRIVATE KEY-----" * 10_000)),
    "beginnings of events": native("x", json.dumps("data: {\n" * 50_000)),
    "lines ended by CR": native("x", json.dumps("data: 1\r" * 50_000)),
    "digits without end": native("9" * 600_000 + "'"),
    "headers of large blocks": "# " + "a: !!binary |\n#   " * 10_000 + "\n" + native("x"),
    "a comment of a megabyte": "#" * 1_000_000 + "\n" + native("x"),
}
REFUSED = {
    "flow YAML ten thousand levels deep": "requests: " + "[" * 10_000 + "]" * 10_000,
    "block YAML three thousand levels deep": "".join(" " * n + "a:\n" for n in range(3_000)),
    "a JSON file ten thousand levels deep": '{"requests":' + "[" * 10_000 + "]" * 10_000 + "}",
    "aliases that multiply": "a: &a [x,x,x,x,x,x,x,x,x]\n"
    + "".join(f"b{n}: &b{n} [{','.join(['*' + (f'b{n - 1}' if n else 'a')] * 9)}]\n" for n in range(9))
    + "requests: []\nresponses: []\n",
    "an alias inside its own anchor": "requests: &a [*a]\nresponses: [1]\n",
    "a tab as indentation": "requests:\n\t- a\nresponses: []\n",
    "a NUL": native("a\x00b"),
    "a tag that runs code": native('!!python/object/apply:os.system ["true"]'),
    "a tag of a hundred thousand letters": native("!" + "x" * 100_000 + " v"),
    "two documents": native("x") + "---\n" + native("y"),
    "JSON, one value a line": '{"request": {}, "response": {}}\n' * 3,
    "a body packed to exhaust memory": bomb("gzip", gzip.compress(bytes(40_000_000), 9)),
    "a body packed twice": bomb("gzip, gzip", gzip.compress(gzip.compress(bytes(40_000_000), 9), 9)),
    "a small body of brotli": bomb("br", brotli.compress(bytes(40_000_000))),
}  # fmt: skip


@pytest.mark.parametrize("text", READ.values(), ids=READ.keys())
def test_odd_input_is_read_like_any_other(open_text: Open, text: str) -> None:
    fixture = open_text(text.encode("utf-8", "surrogatepass"))
    for found in fixture.texts():
        found.place()
    assert len(fixture.steps()) == len(fixture.step_spans(0)) // 2 == 1
    assert fixture.step_texts(0) is not None
    assert fixture.notes is not None
    fixture.replay(ReplayEnvironment())
    fixture.facts(ReplayEnvironment())
    made = convert(fixture).cassette.interactions[0]
    assert made.request.body == fixture.cassette.interactions[0].request.body
    with (
        httpx.Client(transport=ReplayTransport(fixture.cassette)) as client,
        pytest.raises(CassetteError, match="no matching"),
    ):
        client.post(URL, json={"other": 1})


ENCODED = ("utf-8-sig", "utf-16", "utf-32")


@pytest.mark.parametrize("encoding", ENCODED)
@pytest.mark.parametrize("name", ["any.json", "any.yaml"])
def test_a_byte_order_mark_hides_no_cassette(tmp_path: Path, encoding: str, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(entry(answer="é").encode(encoding))
    fixture = open_fixture(path)
    assert fixture.replay(ReplayEnvironment()).consumption.complete
    assert "é" in [text.value for text in fixture.texts()]


def test_bytes_that_are_no_utf8_are_refused_with_their_place_and_a_masked_line(
    open_text: Open,
) -> None:
    with pytest.raises(CassetteError) as caught:
        open_text("requests:\n- body: Zebedeé\n".encode("latin-1"))
    assert caught.value.where == "line 2, column 15"
    reason = str(caught.value.details["reason"])
    assert "words masked: - body: x" in reason
    assert "Zebede" not in reason


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
def test_hostile_input_is_refused_with_its_place(open_text: Open, text: str) -> None:
    with pytest.raises(Refused) as caught:
        open_text(text)
    error = caught.value
    assert error.where or error.details, "where it stands"
    assert "xxxxxxxxxx" not in str(error)
    assert len(json.dumps(error.details)) < 1_000
