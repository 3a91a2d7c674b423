"""Cassettes written for these tests, so that they mean something without the shared corpus."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from cassette_writing import NAME, URL, deltas, indented, wrapped

from workbench.cassettes.family import FAMILY
from workbench.cassettes.fixture import CassetteFixture
from workbench.core.files import Unit


@pytest.fixture(scope="session")
def native() -> str:
    """Parallel lists: a plain exchange, and a streamed one whose name is cut over three deltas."""
    stream = deltas("Dear Zebe", "dee Canary-Exa", "mple, hello")
    answer = json.dumps({"id": "resp_1", "content": f"Hello {NAME}, é", "tokens": 3})
    packed = gzip.compress(json.dumps({"to": NAME}).encode(), mtime=0)
    return f"""\
# recorded by {NAME}
requests:
- body: '{{"model": "model-example", "messages": [{{"role": "user", "content": "I am {NAME}"}}]}}'
  headers:
    accept: ['*/*']
    authorization: ['**REDACTED**']
    content-type: &json [application/json]
  method: POST
  uri: {URL}
- body: '{{"stream": true}}'
  headers:
    content-type: *json
  method: POST
  uri: {URL}?user=zcanary-example
- body: !!binary |
{wrapped(json.dumps({"note": NAME}).encode(), 4)}
  headers: {{}}
  method: POST
  uri: "{URL}"
responses:
- body:
    string: {json.dumps(answer, ensure_ascii=False)}
  headers:
    content-length: ['{len(answer.encode())}']
    content-type: [application/json]
  status: {{code: 200, message: OK}}
- body:
    string: |+
{indented(stream, 6)}\
  headers:
    content-type: [text/event-stream]
  status: {{code: 200, message: OK}}
- body:
    string: !!binary |
{wrapped(packed, 6)}
  headers:
    content-encoding: [gzip]
    content-length: ['{len(packed)}']
    content-type: [application/json]
  status: {{code: 200, message: OK}}
"""


@pytest.fixture(scope="session")
def vcrpy() -> str:
    """vcrpy 1 with a ``parsed_body`` on both sides."""
    return f"""\
interactions:
- request:
    headers:
      content-type:
      - application/json
    method: POST
    parsed_body:
      input:
      - call_id: call_1
        name: find
        type: function_call
      - call_id: call_1
        output: {NAME}
        type: function_call_output
      model: model-example
      previous_response_id: resp_unknown
      seed: 10583536942961263000
      strict: yes
    uri: https://api.example.com/v1/responses
  response:
    headers:
      content-type:
      - application/json
    parsed_body:
      id: resp_2
      output_text: 'it''s {NAME}'
    status:
      code: 200
      message: OK
version: 1
"""


@pytest.fixture
def open_text(tmp_path: Path) -> Callable[..., CassetteFixture]:
    """Write text to a file and open it as a cassette."""

    def opened(text: str | bytes, name: str = "sample.yaml") -> CassetteFixture:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return FAMILY.read(Unit.at(path))

    return opened
