"""Code that uses ``requests`` is answered from a cassette as code that uses httpx is."""

from __future__ import annotations

import base64
import gzip
from pathlib import Path

import pytest
from cassette_writing import URL, entry

requests = pytest.importorskip("requests", reason="requests is the extra of that name")

from workbench.cassettes import CassetteError, ReplayAdapter  # noqa: E402


def session(
    path: Path, text: str, *, mode: str = "sequence"
) -> tuple[requests.Session, ReplayAdapter]:
    path.write_text(text)
    adapter = ReplayAdapter(cassette_path=path, mode=mode)
    made = requests.Session()
    made.trust_env = False
    made.mount("https://", adapter)
    return made, adapter


def test_a_session_is_answered_from_the_cassette(tmp_path: Path) -> None:
    text = entry(body='{"a": 1, "b": 2}', answer='{"said": "é"}', headers={"x-a": ["1", "2"]})
    made, adapter = session(tmp_path / "c.yaml", text)
    response = made.post(URL, json={"b": 2, "a": 1})
    assert (response.status_code, response.reason, response.json()) == (200, "OK", {"said": "é"})
    assert response.headers["x-a"] == "1, 2"
    adapter.assert_consumed()


def test_a_packed_body_is_unpacked_by_requests(tmp_path: Path) -> None:
    packed = base64.b64encode(gzip.compress(b"hello")).decode()
    text = f"""\
requests: [{{method: GET, uri: '{URL}', body: null}}]
responses:
- status: {{code: 200}}
  headers: {{content-encoding: [gzip], transfer-encoding: [chunked]}}
  body: {{string: !!binary {packed}}}
"""
    made, _ = session(tmp_path / "c.yaml", text)
    assert made.get(URL).text == "hello"


def test_a_stream_of_events_is_read_line_by_line(tmp_path: Path) -> None:
    text = entry(method="GET", answer="data: 1\n\ndata: 2\n\n")
    made, _ = session(tmp_path / "c.yaml", text)
    with made.get(URL, stream=True) as response:
        assert [line for line in response.iter_lines() if line] == [b"data: 1", b"data: 2"]


def test_a_request_that_was_not_recorded_is_refused(tmp_path: Path) -> None:
    made, _ = session(tmp_path / "c.yaml", entry(body='{"a": 1}'))
    with pytest.raises(CassetteError) as caught:
        made.post(URL, json={"a": 2})
    assert caught.value.code == "cassette_mismatch"


def test_strict_mode_refuses_what_is_left_over(tmp_path: Path) -> None:
    made, _ = session(tmp_path / "c.yaml", entry(), mode="strict")
    with pytest.raises(CassetteError, match="never asked for"):
        made.close()


def test_the_block_is_checked_when_it_ends_well(tmp_path: Path) -> None:
    path = tmp_path / "c.yaml"
    path.write_text(entry())
    with (
        pytest.raises(CassetteError, match="never asked for"),
        ReplayAdapter(cassette_path=path, mode="strict"),
    ):
        pass
    with (
        pytest.raises(ZeroDivisionError),
        ReplayAdapter(cassette_path=path, mode="strict"),
    ):
        raise ZeroDivisionError


@pytest.mark.parametrize("body", [b"abc", "abc", iter([b"a", b"bc"])])
def test_a_body_of_any_kind_is_compared_by_its_bytes(tmp_path: Path, body: object) -> None:
    made, _ = session(tmp_path / "c.yaml", entry(body="abc", answer="yes"))
    assert made.post(URL, data=body).text == "yes"  # type: ignore[arg-type]
