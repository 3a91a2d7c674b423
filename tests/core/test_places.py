"""A range of decoded characters maps to the raw bytes that hold it."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from workbench.core.json_places import string_map, string_tokens
from workbench.core.places import (
    JoinedMap,
    Role,
    Text,
    Utf8Map,
    characters_at,
    pointer,
    pointer_members,
)

TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)


@given(TEXT, st.booleans(), st.data())
def test_a_json_string_maps_each_range_to_bytes_that_decode_to_it(
    text: str, ascii_only: bool, data: st.DataObject
) -> None:
    raw = json.dumps({"outer": [0, text]}, ensure_ascii=ascii_only).encode()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    (span,) = string_map("f", raw, "/outer/1").spans(start, end)
    assert json.loads(b'"' + raw[span.start : span.end] + b'"') == text[start:end]


@given(st.dictionaries(TEXT, TEXT | st.lists(TEXT, max_size=3), max_size=4))
def test_every_string_of_a_document_is_found_with_its_pointer(
    document: dict[str, object],
) -> None:
    raw = json.dumps(document).encode()
    tokens = list(string_tokens(raw))
    assert [token.value for token in tokens if token.is_key] == list(document)
    for token in tokens:
        if not token.is_key:
            value: object = document
            for member in pointer_members(token.pointer):
                value = value[int(member)] if isinstance(value, list) else value[member]  # type: ignore[index]
            assert token.value == value


def test_a_shadowed_duplicate_is_reported() -> None:
    tokens = list(string_tokens(b'{"a":"first","a":"second"}'))
    assert [(token.value, token.shadowed) for token in tokens if not token.is_key] == [
        ("first", True),
        ("second", False),
    ]


@given(st.binary(max_size=80))
def test_tokens_of_any_bytes_never_raise_and_stay_inside(data: bytes) -> None:
    for token in string_tokens(data):
        assert 0 <= token.start <= token.end <= len(data)
        assert isinstance(token.value, str)


@given(st.lists(st.sampled_from([*range(0x7E, 0x100), 0x61]), max_size=8).map(bytes), st.booleans())
def test_invalid_utf8_maps_each_replacement_character_to_the_bytes_it_stands_for(
    raw: bytes, escaped: bool
) -> None:
    """Decoding and mapping agree on how many characters a broken sequence becomes."""
    inside = raw + b"\\n" * escaped
    (token,) = string_tokens(b'"' + inside + b'"')
    assert token.value == raw.decode("utf-8", "replace") + "\n" * escaped
    found = string_map("f", b'"' + inside + b'"', "")
    parts = [found.spans(at, at + 1)[0] for at in range(len(token.value))]
    assert [part.start for part in parts[1:]] == [part.end for part in parts[:-1]]
    pieces = [(b'"' + inside)[part.start : part.end] for part in parts[: len(parts) - escaped]]
    assert [piece.decode("utf-8", "replace") for piece in pieces] == list(token.value)[
        : len(pieces)
    ]


@given(st.lists(TEXT, min_size=1, max_size=5), st.data())
def test_a_joined_text_maps_a_range_to_the_pieces_that_hold_it(
    pieces: list[str], data: st.DataObject
) -> None:
    raw = "|".join(pieces).encode()
    maps, offset = [], 0
    for piece in pieces:
        maps.append((len(piece), Utf8Map("f", offset, piece)))
        offset += len(piece.encode()) + 1
    whole = "".join(pieces)
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, len(whole)))
    spans = JoinedMap(tuple(maps)).spans(start, end)
    assert b"".join(raw[span.start : span.end] for span in spans).decode() == whole[start:end]


@given(st.lists(st.text(), max_size=4))
def test_a_pointer_gives_back_its_members(members: list[str]) -> None:
    assert list(pointer_members(pointer(*members))) == members


@given(TEXT, st.booleans(), st.data())
def test_bytes_lead_back_to_the_characters_they_hold(
    text: str, ascii_only: bool, data: st.DataObject
) -> None:
    raw = json.dumps([text], ensure_ascii=ascii_only).encode()
    whole = Text(
        value=text, role=Role.OTHER, file="f", pointer="/0", raw=string_map("f", raw, "/0")
    )
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    expected = (start, end) if start < end else None
    assert characters_at(whole, whole.raw.spans(start, end)) == expected


def test_strings_below_any_depth_are_found_without_ever_longer_pointers() -> None:
    raw = b"[" * 100_000 + b'"deep"' + b"]" * 100_000
    (token,) = string_tokens(raw)
    assert token.value == "deep"
    assert len(token.pointer) < 10_000
