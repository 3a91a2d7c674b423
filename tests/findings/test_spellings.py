"""The way back from each spelling to its own bytes, what looks like one and is none, and its limits."""

from __future__ import annotations

import base64
import random

import pytest
from encoders import ENCODERS, base64_of
from finding_texts import text

from workbench.core.places import Role, Text, Utf8Map
from workbench.findings.decoders import DECODERS
from workbench.findings.decoders.decoder import Decoded
from workbench.findings.readings import read_all

VALUE = "Zebedee Canary, zcanary and his boat"
NAME = "zcanary"


def _readings(value: str) -> list[str]:
    return [reading.text.value for reading in read_all([text(value)]).readings[1:]]


#: The bytes that have to go for a name to be gone, in the spellings whose characters stand alone.
EXACT: dict[str, str] = {
    "hex": NAME.encode().hex(),
    "hex-colons": NAME.encode().hex(":"),
    "hex-spaces": NAME.encode().hex(" "),
    "hex-0x": ", ".join(f"0x{byte:02x}" for byte in NAME.encode()),
    "hex-utf16": NAME.encode("utf-16-le").hex(),
    "decimal": ", ".join(map(str, NAME.encode())),
    "octal": "".join(f"\\{byte:03o}" for byte in NAME.encode()),
    "U8": "".join(f"\\U{ord(each):08x}" for each in NAME),
    "u-braces": "".join(f"\\u{{{ord(each):x}}}" for each in NAME),
    "code-points": " ".join(f"U+{ord(each):04X}" for each in NAME),
    "entities-open": "".join(f"&#{ord(each)}" for each in NAME),
    "percent-u": "".join(f"%u{ord(each):04x}" for each in NAME),
    "tags": "".join(chr(0xE0000 + ord(each)) for each in NAME),
}


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("before", ["", "caf\u00e9 (", "note: "])
def test_a_range_of_a_spelling_is_exactly_its_own_bytes(name: str, before: str) -> None:
    line = f"{before}{ENCODERS[name](VALUE)}"
    found = [each for each in read_all([text(line)]).readings if NAME in each.text.value]
    inner = found[-1]
    at = inner.text.value.index(NAME)
    (span,) = inner.text.place(at, at + len(NAME)).spans
    assert line.encode()[span.start : span.end].decode() == EXACT[name]


@pytest.mark.parametrize(
    "name",
    ["base32", "base85", "ascii85-bare", "z85", "uuencode", "base64-utf16le", "base64-utf32"],
)
def test_a_range_of_packed_characters_holds_all_its_bits_and_few_more(name: str) -> None:
    encoded = ENCODERS[name](VALUE)
    line = f"note: {encoded}"
    inner = next(each for each in read_all([text(line)]).readings[1:] if NAME in each.text.value)
    at = inner.text.value.index(NAME)
    (span,) = inner.text.place(at, at + len(NAME)).spans
    cut = line[: span.start] + line[span.end :]
    assert not any(NAME in value for value in _readings(cut))
    share = (span.end - span.start) / len(encoded)
    assert len(NAME) / len(VALUE) * 0.6 <= share <= len(NAME) / len(VALUE) * 1.9


@pytest.mark.parametrize(
    "decoder",
    [each for each in DECODERS if each.scope == "run"],
    ids=lambda decoder: type(decoder).__name__,
)
def test_a_changed_text_is_written_back_in_its_spelling(decoder: object) -> None:
    """What a stand-in is put into reads as the changed text again."""
    tried = 0
    for name, encode in ENCODERS.items():
        value = encode(VALUE)
        for found in decoder.decode(value):  # type: ignore[attr-defined]
            if not isinstance(found, Decoded) or found.value.rstrip("\0") != VALUE:
                continue
            assert found.whole is not None
            changed = found.value.replace(NAME, "quillon")
            again = value[: found.start] + found.whole(changed) + value[found.end :]
            assert any("quillon" in each for each in _readings(again)), name
            assert not any(NAME in each for each in _readings(again)), name
            tried += 1
    assert tried or decoder.name == "tags"  # type: ignore[attr-defined]


RANDOM = random.Random(7)
NO_TEXT = {
    "digest": "9f3b07ac55e1d28b46c0a97e13fd8b62" * 2,
    "digests in a row": ", ".join(RANDOM.randbytes(16).hex() for _ in range(4)),
    "hardware address": "6a:d1:6e:05:9e:14",
    "clock": "20:26:12 06:58:20 23:59:59",
    "sizes": "12 1024 7 512 3 99 18 2",
    "constant name": "MAXIMUMNUMBEROFCONNECTIONSPERHOST",
    "long word": "internationalizationofeverything",
    "path": "src/components/navigationPanel/ButtonGroup/index",
    "code": 'if (a < b && c["d"] == e[f(g)]) { return h(i, j); }',
    "regular expression": r"^[a-z]+\d{3,5}(?:foo|bar)\.baz$",
    "query": "a=1&b=2&copy=3&lt=4",
    "diff": "+import os\n+from a import b\n-foo",
    "capitals": "THIS IS ALL WRITTEN IN CAPITALS, 1234.",
    "identifier": "toolu_01" + "A9bC8dE7fG6hJ5kL4mN3pQ",
}


@pytest.mark.parametrize("name", NO_TEXT)
def test_what_only_looks_encoded_gives_no_reading_and_is_not_told(name: str) -> None:
    read = read_all([text(NO_TEXT[name])])
    assert (len(read.readings), read.not_checked) == (1, ())


def test_bytes_that_are_no_text_are_told_once_and_counted() -> None:
    blobs = [text(base64_of(RANDOM.randbytes(300)), pointer=f"/{at}") for at in range(40)]
    (told,) = read_all(blobs).not_checked
    assert (told.reason, told.count, told.size) == ("bytes in base64 that are no text", 40, 12_000)
    assert told.place.pointer == "/0"


def test_state_of_the_provider_and_numbers_are_told_apart() -> None:
    data = base64_of(RANDOM.randbytes(300))
    raw = Utf8Map("f", 0, data)
    texts = [
        Text(data, Role.OPAQUE, "f", "/0", raw, key="signature"),
        Text(data, Role.OTHER, "f", "/1", raw, key="embedding"),
    ]
    assert {part.reason for part in read_all(texts).not_checked} == {
        "state of the provider that only the provider can read",
        "numbers in base64",
    }


def test_text_among_bytes_is_read_and_the_rest_is_told() -> None:
    data = RANDOM.randbytes(200) + b"written by zcanary-example" + RANDOM.randbytes(200)
    line = base64_of(data)
    read = read_all([text(line)])
    inner = next(each for each in read.readings[1:] if "zcanary" in each.text.value)
    at = inner.text.value.index("zcanary-example")
    (span,) = inner.text.place(at, at + 15).spans
    assert b"canary-exampl" in base64.b64decode(line[span.start // 4 * 4 : -(-span.end // 4) * 4])
    assert [part.reason for part in read.not_checked] == ["bytes in base64 that are no text"]


def test_a_deflate_bomb_without_a_header_is_told() -> None:
    import zlib

    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(b"a" * 40_000_000) + packer.flush()
    read = read_all([text("x: " + base64_of(packed))])
    assert "compressed text larger than the limit" in {each.reason for each in read.not_checked}
