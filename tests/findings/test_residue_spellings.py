"""What was to go is found in an export in every spelling and every format, or the sweep is not clean."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from encoders import ENCODERS, base64_of

from workbench.findings.residue import residue

PERSON = "Zebedee Canary"
MAIL = "jane.doe" + "@" + "harbour-lantern.dev"
FORMATS: dict[str, Callable[[str], bytes]] = {
    "left.json": lambda value: json.dumps({"note": value}).encode(),
    "left.jsonl": lambda value: (json.dumps({"note": 1}) + "\n" + json.dumps([value])).encode(),
    "left.yaml": lambda value: f"a:\n  - {json.dumps(value)}\n".encode(),
    "left.txt": lambda value: f"before {value} after".encode("utf-8", "surrogatepass"),
}


@pytest.mark.parametrize("name", ENCODERS)
@pytest.mark.parametrize("format", FORMATS)
def test_what_was_to_go_is_found_in_every_spelling(format: str, name: str) -> None:
    for value in (PERSON, MAIL):
        encoded = ENCODERS[name](value)
        for staged in (encoded, base64_of(encoded.encode("utf-8", "surrogatepass"))):
            assert not residue({format: FORMATS[format](staged)}, [value]).clean
    assert residue({format: FORMATS[format](ENCODERS[name]("nothing of theirs"))}, [MAIL]).clean


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"])
def test_what_was_to_go_is_found_in_a_file_of_another_encoding(codec: str) -> None:
    for name in ("left.json", "left.bin"):
        assert not residue({name: json.dumps({"note": PERSON}).encode(codec)}, [PERSON]).clean


@pytest.mark.parametrize("shift", range(5))
@pytest.mark.parametrize("name", ["base32", "base85", "ascii85-bare"])
def test_a_short_value_is_found_anywhere_in_packed_bytes(name: str, shift: int) -> None:
    staged = ENCODERS[name]("\x01" * shift + PERSON + "\x02\x03")
    assert not residue({"left.json": json.dumps([staged]).encode()}, [PERSON]).clean
