"""Every shared recording gives the facts that an independent reader found in it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from workbench.cassettes import CassetteError, load_cassette
from workbench.cassettes.bodies.sse import decoded, is_sse, read_events
from workbench.cassettes.canonical_body import json_value
from workbench.cassettes.model import Cassette, Interaction


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.fixture(scope="session")
def recordings(shared: Path) -> dict[Path, dict[str, Any]]:
    """The shared recordings with the facts expected of them."""
    root = shared / "corpora" / "cassettes"
    files = json.loads((root / "expected.json").read_text("utf-8"))["files"]
    return {root / name: facts for name, facts in files.items()}


@pytest.fixture(scope="session")
def loaded(recordings: dict[Path, dict[str, Any]]) -> list[tuple[Cassette, dict[str, Any]]]:
    """Every recording that loads, with its facts."""
    found = []
    for path, facts in recordings.items():
        try:
            found.append((load_cassette(path), facts))
        except CassetteError:
            continue
    return found


def test_every_recording_loads_or_is_named_for_what_it_is(
    recordings: dict[Path, dict[str, Any]],
) -> None:
    """No traceback: a file loads in the expected format, or one known error says why not."""
    for path, facts in recordings.items():
        if facts["format"] == "non-http":
            with pytest.raises(CassetteError) as caught:
                load_cassette(path)
            assert caught.value.type == "unsupported_cassette_kind"
            continue
        cassette = load_cassette(path)
        assert cassette.format == facts["format"], path.name
        expected = facts["n_interactions"]
        if facts["format"].startswith("wiremock"):  # the independent reader counts no stubs
            stubs = json.loads(path.read_bytes())
            expected = len(stubs["mappings"]) if "mappings" in stubs else 1
        assert len(cassette.interactions) == expected, path.name


def test_requests_agree(loaded: list[tuple[Cassette, dict[str, Any]]]) -> None:
    """Method, exact address, body bytes and canonical JSON of every recorded request agree."""
    for cassette, facts in loaded:
        for item, expected in zip(cassette.interactions, facts["interactions"], strict=False):
            assert item.request.method == (expected["method"] or "").upper()
            if expected["url_sha256"] is not None:
                assert sha(str(item.request.url).encode()) == expected["url_sha256"]
            body = item.request.body
            if "req_body_sha256" in expected:
                digest = sha(body) if isinstance(body, bytes) else None
                assert digest == expected["req_body_sha256"], cassette.source_path
            assert compact(item) == expected["req_canonical_json_sha256"], cassette.source_path


def compact(item: Interaction) -> str | None:
    """The digest the generator takes of a request that is JSON: sorted keys, no spaces."""
    body = item.request.body
    value = json_value(body) if isinstance(body, bytes) else None
    if value is None:
        return None
    text = json.dumps(value[0], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha(text.encode())


def test_responses_agree(loaded: list[tuple[Cassette, dict[str, Any]]]) -> None:
    """Status, stored bytes, decoded bytes and the state of the content coding agree."""
    for cassette, facts in loaded:
        for item, expected in zip(cassette.interactions, facts["interactions"], strict=False):
            response = item.response
            assert response.status == expected["status"], cassette.source_path
            for name, actual in (
                ("resp_body_sha256", sha(response.stored.data)),
                ("resp_decoded_sha256", sha(response.body)),
                ("ce_state", response.decoded.state),
            ):
                if name in expected:
                    assert actual == expected[name], (cassette.source_path, item.index, name)


def test_streams_agree(loaded: list[tuple[Cassette, dict[str, Any]]]) -> None:
    """Events of every recorded stream agree in number, type and data."""
    streams = 0
    for cassette, facts in loaded:
        for item, expected in zip(cassette.interactions, facts["interactions"], strict=False):
            if not expected.get("sse"):
                continue
            streams += 1
            assert is_sse(item.response.media_type, item.response.body[:64])
            stream = read_events(decoded(item.response.body))
            assert len(stream.events) == expected["sse_events"]
            if "sse_data_sha256" in expected:
                pairs = [[event.type, event.data] for event in stream.events]
                text = json.dumps(pairs, ensure_ascii=False, separators=(",", ":"))
                assert sha(text.encode()) == expected["sse_data_sha256"], cassette.source_path
            if "sse_incomplete_tail" in expected:
                assert bool(stream.incomplete_tail) == bool(expected["sse_incomplete_tail"])
    assert streams > 0
