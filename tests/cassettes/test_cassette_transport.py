"""The httpx transport answers from a cassette as recorded, and from nothing else."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from cassette_writing import URL, entry

from workbench.cassettes import CassetteError, Mode, ReplayTransport, load_cassette
from workbench.cassettes.model import Cassette

Load = Callable[..., Cassette]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    def loaded(text: str | bytes, name: str = "c.yaml") -> Cassette:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load_cassette(path)

    return loaded


def polling(*answers: str) -> str:
    """A request that was made several times, each time with another answer."""
    request: dict[str, object] = {"method": "GET", "uri": URL, "headers": {}, "body": None}
    return json.dumps(
        {
            "requests": [request] * len(answers),
            "responses": [
                {"status": {"code": 200}, "headers": {}, "body": {"string": answer}}
                for answer in answers
            ],
        }
    )


def test_a_packed_cassette_matches_json_in_another_order(load: Load) -> None:
    text = entry(body='{"a": 1, "b": {"c": 2}}', answer="yes")
    cassette = load(gzip.compress(text.encode()), "c.yaml.gz")
    with httpx.Client(transport=ReplayTransport(cassette)) as client:
        assert client.post(URL, content=b'{"b":{"c":2},"a":1}').text == "yes"


def test_a_mismatch_shows_what_differs_and_hides_secrets(load: Load) -> None:
    cassette = load(entry(body='{"q": "was-asked", "api_key": "hidden-value-1"}'))
    with (
        httpx.Client(transport=ReplayTransport(cassette)) as client,
        pytest.raises(CassetteError) as caught,
    ):
        client.post(URL, json={"q": "live", "api_key": "hidden-value-2"})
    error = caught.value
    assert (error.type, error.message) == ("cassette_mismatch", "no matching cassette interaction")
    assert error.details["closest"] == 0
    shown = error.details["differences"]
    assert isinstance(shown, list)
    assert {
        "path": "/body/q",
        "kind": "changed",
        "expected": "was-asked",
        "actual": "live",
    } in shown
    assert "hidden-value" not in json.dumps(error.details)
    assert "was-asked" not in str(error) + repr(error)
    assert set(error.details["request"]) == {"method", "url", "json_body", "body"}  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("method", "url"),
    [("GET", URL), ("POST", URL + "/"), ("POST", URL + "?a=1"), ("POST", URL.replace("v1", "v2"))],
)
def test_method_and_address_are_compared_exactly(load: Load, method: str, url: str) -> None:
    with (
        httpx.Client(transport=ReplayTransport(load(entry()))) as client,
        pytest.raises(CassetteError, match="no matching"),
    ):
        client.request(method, url)


def test_the_wildcard_is_the_whole_address_only(load: Load) -> None:
    with httpx.Client(
        transport=ReplayTransport(load(entry(uri="**REDACTED**", answer="any")))
    ) as c:
        assert c.post("https://other.example.com/x").text == "any"
    part = load(entry(uri="https://**REDACTED**.example.com/"))
    with (
        httpx.Client(transport=ReplayTransport(part)) as client,
        pytest.raises(CassetteError),
    ):
        client.post("https://a.example.com/")


def test_first_mode_repeats_the_first_answer(load: Load) -> None:
    transport = ReplayTransport(load(polling("1", "2")), mode="first")
    with httpx.Client(transport=transport) as client:
        assert [client.get(URL).text for _ in range(3)] == ["1", "1", "1"]


def test_sequence_mode_goes_on_and_repeats_the_last(load: Load) -> None:
    transport = ReplayTransport(load(polling("1", "2", "3")))
    with httpx.Client(transport=transport) as client:
        assert [client.get(URL).text for _ in range(4)] == ["1", "2", "3", "3"]
    assert transport.played.repeats == 1


def test_strict_mode_refuses_a_repeat_and_something_left_over(load: Load) -> None:
    cassette = load(polling("1", "2"))
    transport = ReplayTransport(cassette, mode=Mode.STRICT)
    client = httpx.Client(transport=transport)
    client.get(URL)
    with pytest.raises(CassetteError) as left:
        client.close()
    assert (left.value.type, left.value.details) == ("cassette_unplayed", {"unplayed": [1]})
    with httpx.Client(transport=ReplayTransport(cassette, mode="strict")) as client:
        client.get(URL)
        client.get(URL)
        with pytest.raises(CassetteError) as again:
            client.get(URL)
    assert again.value.details["already_played"] == [0, 1]


def test_what_fails_inside_the_block_is_not_hidden_by_what_is_left(load: Load) -> None:
    with (
        pytest.raises(ZeroDivisionError),
        httpx.Client(transport=ReplayTransport(load(entry()), mode="strict")),
    ):
        raise ZeroDivisionError


def test_two_transports_do_not_share_their_counters(load: Load) -> None:
    cassette = load(polling("1", "2"))
    for _ in range(2):
        with httpx.Client(transport=ReplayTransport(cassette)) as client:
            assert client.get(URL).text == "1"


def test_chunks_have_the_size_that_was_asked_for(load: Load) -> None:
    transport = ReplayTransport(load(entry(answer="abcdef")), stream_chunk_size=2)
    with (
        httpx.Client(transport=transport) as client,
        client.stream("POST", URL) as response,
    ):
        assert list(response.iter_raw()) == [b"ab", b"cd", b"ef"]


def test_stream_hands_over_chunks_and_returns_no_body(load: Load) -> None:
    pieces: list[bytes] = []
    transport = ReplayTransport(load(entry(answer="abcde")), stream_chunk_size=2)
    response = transport.stream(httpx.Request("POST", URL), pieces.append)
    assert pieces == [b"ab", b"cd", b"e"]
    assert response.content == b""
    total = transport.stream_reduce(httpx.Request("POST", URL), 0, lambda n, p: n + len(p))[1]
    assert total == 5


def test_an_error_status_is_not_streamed(load: Load) -> None:
    pieces: list[bytes] = []
    transport = ReplayTransport(load(entry(status=429, answer='{"e":1}')), stream_chunk_size=2)
    response = transport.stream(httpx.Request("POST", URL), pieces.append)
    assert (pieces, response.status_code, response.json()) == ([], 429, {"e": 1})


def test_the_async_client_is_answered_alike(load: Load) -> None:
    async def run() -> list[bytes]:
        transport = ReplayTransport(
            load(entry(answer="abcdef")), stream_chunk_size=4, stream_delay=1
        )
        async with (
            httpx.AsyncClient(transport=transport) as client,
            client.stream("POST", URL) as response,
        ):
            return [piece async for piece in response.aiter_raw()]

    assert asyncio.run(run()) == [b"abcd", b"ef"]


def encoded(coding: str, packed: bytes) -> str:
    import base64

    text = base64.b64encode(packed).decode()
    return f"""\
requests: [{{method: POST, uri: '{URL}', body: null}}]
responses:
- status: {{code: 200}}
  headers: {{content-encoding: [{coding}], content-length: ['{len(packed)}']}}
  body: {{string: !!binary {text}}}
"""


def test_an_encoded_body_is_served_as_it_is(load: Load) -> None:
    cassette = load(encoded("gzip", gzip.compress(b"hello")))
    with httpx.Client(transport=ReplayTransport(cassette)) as client:
        response = client.post(URL)
    assert response.text == "hello"
    assert response.headers["content-encoding"] == "gzip"


def test_a_body_that_only_claims_a_coding_is_served_without_the_claim(load: Load) -> None:
    cassette = load(encoded("gzip", b"hello"))
    assert cassette.interactions[0].response.decoded.state == "already-decoded"
    with httpx.Client(transport=ReplayTransport(cassette)) as client:
        response = client.post(URL)
    assert response.text == "hello"
    assert "content-encoding" not in response.headers
    assert response.headers["content-length"] == "5"


def test_repeated_headers_stay_apart(load: Load) -> None:
    cassette = load(entry(headers={"set-cookie": ["a=1", "b=2"]}))
    with httpx.Client(transport=ReplayTransport(cassette)) as client:
        assert client.post(URL).headers.get_list("set-cookie") == ["a=1", "b=2"]


def test_the_transport_shows_no_value(load: Load, canaries: dict[str, str]) -> None:
    cassette = load(entry(body=canaries["person"], answer=canaries["secret"]))
    shown = repr(ReplayTransport(cassette)) + repr(cassette) + repr(cassette.interactions)
    assert not any(value in shown for value in canaries.values())


def test_what_yaml_would_guess_is_text_where_text_is_wanted(load: Load) -> None:
    text = f"""\
requests: [{{method: GET, uri: '{URL}', headers: {{x-a: NO, x-b: [1:30, 2020-10-01]}}, body: 0123}}]
responses: [{{status: {{code: 200, message: on}}, headers: {{x-c: 1_000}}, body: {{string: yes}}}}]
"""
    item: Any = load(text).interactions[0]
    assert [header.value for header in item.request.headers] == ["NO", "1:30", "2020-10-01"]
    assert (item.request.body, item.response.reason) == (b"0123", "on")
    assert (item.response.headers[0].value, item.response.body) == ("1_000", b"yes")
