"""A folder of whatever a team has lying about: every file opens, or says clearly why it does not."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from cassette_writing import entry

from workbench.core.errors import Refused
from workbench.core.fixture import ReplayEnvironment, open_fixture

ONE_DOCUMENT = "must contain exactly one YAML document"
TWO_LISTS = "must contain matching requests and responses lists"
NO_HTTP = "not an HTTP cassette"
WHOLE = entry(answer="hello")
PAIR = "request: {method: GET, uri: 'https://a.example/x'}\n  response: {status: {code: 200}}"

REFUSED = {
    "empty.yaml": ("", ONE_DOCUMENT),
    "only-comments.yaml": ("# nothing yet\n", ONE_DOCUMENT),
    "two-documents.yaml": (f"---\n{WHOLE}\n---\n{WHOLE}\n", ONE_DOCUMENT),
    "ended-twice.yaml": (f"{WHOLE}\n...\n---\n", ONE_DOCUMENT),
    "nothing-but-null.yaml": ("null\n", TWO_LISTS),
    "no-list.yaml": ("interactions: null\nversion: 1\n", "no list of exchanges"),
    "a-word.yaml": ("interactions: hello\n", "no list of exchanges"),
    "hashes.yaml": ("interactions: {abc: {}}\n", "a mapping of streams by hash"),
    "words.yaml": ("interactions: [a, b]\n", "entries without a request and a response"),
    "requests-only.yaml": ("requests:\n- {method: GET, uri: x}\n", TWO_LISTS),
    "one-more-request.yaml": ("requests: [{method: GET, uri: x}]\nresponses: []\n", TWO_LISTS),
    "halves.yaml": ("interactions:\n- request: {method: GET, uri: x}\n", NO_HTTP),
    "sockets.yaml": ("interactions:\n- {direction: send, data: x}\n", "websocket frames"),
    "nulls.yaml": ("interactions: [{request: null, response: null}]\n", "entry is not a mapping"),
    "ruby-null.yml": ("http_interactions: null\n", TWO_LISTS),
    "ruby-half.yml": ("http_interactions:\n- request: {method: get, uri: x}\n", "not a mapping"),
    "no-entries.har": ('{"log": {"entries": null}}', TWO_LISTS),
    "lines.json": (f"{WHOLE}\n{WHOLE}\n", "could not be parsed"),
    "lines.jsonl": (f"{WHOLE}\n{WHOLE}\n", "No family recognises"),
    "a-number.json": ("12", "No family recognises"),
    "cut.yaml.gz": (gzip.compress(WHOLE.encode() * 20)[:70], "gzip data is invalid"),
    "utf-16-unmarked.yaml": (WHOLE.encode("utf-16-le"), "could not be parsed"),
}
OPENED = {
    "windows.yaml": WHOLE.replace(", ", ",\r\n").encode(),
    "macintosh.yaml": WHOLE.replace(", ", ",\r").encode(),
    "packed.yaml.gz": gzip.compress(WHOLE.encode()),
    "packed-in-two.yml.gz": gzip.compress(WHOLE[:40].encode()) + gzip.compress(WHOLE[40:].encode()),
    "named-packed.yaml.gz": WHOLE.encode(),
    "json-named.yaml": WHOLE.encode(),
    "unknown-keys.yml": (
        f"http_interactions:\n- {PAIR}\n  adapter: {{a: [b]}}\nrecorded_with: x 1\nmood: good\n"
    ).encode(),
    "ended.yaml": f"interactions:\n- {PAIR}\n...\n".encode(),
    "a name [with-brackets] é.yaml": WHOLE.encode(),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_cassette_is_refused_for_what_it_is(tmp_path: Path, name: str) -> None:
    content, said = REFUSED[name]
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(Refused, match=said) as caught:
        open_fixture(path)
    assert caught.value.means, "what it means"
    assert caught.value.cure, "what to do"


@pytest.mark.parametrize("name", OPENED)
def test_what_is_a_cassette_opens_and_replays(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(OPENED[name])
    fixture = open_fixture(path)
    assert fixture.replay(ReplayEnvironment()).consumption.complete
    assert len(fixture.steps()) == 1
    assert list(fixture.texts())
