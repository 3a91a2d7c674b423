"""A known identity put in place of any string of a sample is found, or the sample is refused.

Whatever a reader leaves out of ``texts()`` no check can see. So every string token of the sample
captures in turn becomes a canary, keys included, and each variant is opened and scanned.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from workbench.core.errors import Refused
from workbench.core.fixture import open_fixture
from workbench.core.json_places import string_tokens
from workbench.findings import KnownIdentities, scan

CAPTURES = Path(__file__).parents[2] / "sample_fixtures" / "captures"
CANARY = "zebedeecanaryone"
KNOWN = KnownIdentities(others=(CANARY,))
EVERY = 7  # one token in seven: the samples repeat each position many times


def _json_variants(data: bytes) -> Iterator[bytes]:
    for line_start, line in _lines(data):
        for token in string_tokens(line):
            start, end = line_start + token.start, line_start + token.end
            yield data[:start] + CANARY.encode() + data[end:]


def _lines(data: bytes) -> Iterator[tuple[int, bytes]]:
    position = 0
    for line in data.splitlines(keepends=True):
        yield position, line
        position += len(line)


def _yaml_variants(data: bytes) -> Iterator[bytes]:
    text = data.decode()
    for token in yaml.scan(text):
        if isinstance(token, yaml.ScalarToken):
            start, end = token.start_mark.index, token.end_mark.index
            yield (text[:start] + f'"{CANARY}"' + text[end:]).encode()


def _samples() -> Iterator[Path]:
    for path in sorted(CAPTURES.rglob("*")):
        if path.is_file() and ".workbench" not in path.parts:
            yield path


def _variants(path: Path) -> Iterator[bytes]:
    data = path.read_bytes()
    if path.name.endswith(".gz"):
        yield from _yaml_variants(gzip.decompress(data))
    elif path.suffix == ".yaml":
        yield from _yaml_variants(data)
    elif path.suffix == ".jsonl":
        yield from _json_variants(data)
    else:
        # One document over many lines: tokens are found in the whole.
        for token in string_tokens(data):
            yield data[: token.start] + CANARY.encode() + data[token.end :]


@pytest.mark.parametrize("path", list(_samples()), ids=lambda p: f"{p.parent.name}/{p.name}")
def test_an_identity_in_place_of_any_string_is_found(path: Path, tmp_path: Path) -> None:
    target = tmp_path / path.name
    tried = found = 0
    for number, variant in enumerate(_variants(path)):
        if number % EVERY:
            continue
        tried += 1
        target.write_bytes(variant)
        try:
            fixture = open_fixture(target)
        except Refused:
            found += 1  # what is refused is never promoted
            continue
        values = {finding.value.lower() for finding in scan(fixture, known=KNOWN).findings}
        assert any(CANARY in value for value in values), f"string {number} is read by no check"
        found += 1
    assert tried == found > 0
