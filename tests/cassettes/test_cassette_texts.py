"""Every string of a cassette reaches the checks, decoded, with its role and its bytes."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import brotli
import pytest
import yaml
from cassette_writing import NAME, deltas, entry
from hypothesis import given
from hypothesis import strategies as st

from workbench.cassettes.documents.scalars import runs_of
from workbench.cassettes.documents.yaml_document import YamlDocument
from workbench.cassettes.family import FAMILY
from workbench.cassettes.fixture import CassetteFixture
from workbench.core.errors import Refused
from workbench.core.files import Unit
from workbench.core.places import Role, Text

Open = Callable[..., CassetteFixture]


def raw(fixture: CassetteFixture, text: Text, part: str) -> bytes:
    """The bytes that the first ``part`` of a text stands in."""
    start = text.value.index(part)
    spans = text.place(start, start + len(part)).spans
    return b"|".join(fixture.source.data[span.start : span.end] for span in spans)


def holding(fixture: CassetteFixture, part: str) -> list[Text]:
    return [text for text in fixture.texts() if part in text.value]


def test_a_name_is_found_in_every_form_it_is_written_in(open_text: Open, native: str) -> None:
    """Comment, request JSON, response JSON, deltas, base64, and gzip in base64."""
    fixture = open_text(native)
    found = holding(fixture, NAME)
    assert [(text.step, text.chain) for text in found] == [
        (None, ()),
        (0, ("json",)),
        (2, ("base64", "json")),
        (0, ("json",)),
        (1, ("sse", "json", "joined")),
        (2, ("base64", "gzip", "json")),
    ]


def test_places_lead_to_the_bytes(open_text: Open, native: str) -> None:
    fixture = open_text(native)
    found = holding(fixture, NAME)
    assert [raw(fixture, text, NAME) for text in (found[0], found[1], found[3])] == [
        NAME.encode()
    ] * 3
    assert raw(fixture, found[4], NAME) == b"Zebe|dee Canary-Exa|mple"
    packed = raw(fixture, found[2], NAME)
    assert NAME.encode() in base64.b64decode(b"".join(packed.split()))
    whole = raw(fixture, found[5], NAME)
    assert NAME.encode() in gzip.decompress(base64.b64decode(b"".join(whole.split())))


def test_roles_and_keys(open_text: Open, native: str) -> None:
    fixture = open_text(native)
    headers = [text for text in fixture.texts() if text.role is Role.HEADER]
    assert ("authorization", "**REDACTED**") in [(text.key, text.value) for text in headers]
    (content,) = [t for t in fixture.step_texts(0) if t.value == f"I am {NAME}"]
    assert (content.role, content.key, content.heading) == (Role.PROSE, "content", "request body")
    assert content.pointer == "/requests/0/body/messages/0/content"
    urls = [text.value for text in fixture.texts() if text.role is Role.URL]
    assert len(urls) == 3


def test_words_of_the_format_are_no_texts(open_text: Open, native: str) -> None:
    values = {text.value for text in open_text(native).texts() if text.role is Role.KEY}
    assert not values & {"requests", "responses", "body", "string", "uri", "headers"}
    assert {"messages", "authorization"} <= values


def test_an_alias_is_read_where_it_is_written_and_shown_where_it_is_used(
    open_text: Open, native: str
) -> None:
    fixture = open_text(native)
    json_headers = [text for text in fixture.step_texts(1) if text.value == "application/json"]
    assert json_headers
    assert all(text in set(fixture.texts()) for text in json_headers)


def test_step_texts_are_the_texts_of_the_file(open_text: Open, native: str) -> None:
    fixture = open_text(native)
    everything = list(fixture.texts())
    for step in fixture.steps():
        texts = fixture.step_texts(step.index)
        assert texts
        assert all(text in everything for text in texts)


def test_a_shadowed_duplicate_and_an_anchor_do_not_escape(open_text: Open) -> None:
    text = entry(body="x").replace('"body": "x"', f'"body": "{NAME}", "body": "x"')
    fixture = open_text("# \n" + text)
    assert fixture.cassette.interactions[0].request.body == b"x"
    assert [item.value for item in holding(fixture, NAME)] == [NAME]
    assert any("twice" in note.text for note in fixture.notes)
    anchored = open_text("requests: &zcanary []\nresponses: []\n# zcanary too\n")
    assert [item.value for item in holding(anchored, "zcanary")] == ["&zcanary", "# zcanary too"]


def test_parsed_bodies_are_read_in_place(open_text: Open, vcrpy: str) -> None:
    fixture = open_text(vcrpy)
    found = holding(fixture, NAME)
    assert [(text.pointer, text.chain) for text in found] == [
        ("/interactions/0/request/parsed_body/input/1/output", ()),
        ("/interactions/0/response/parsed_body/output_text", ()),
    ]
    assert raw(fixture, found[1], "it's") == b"it''s"


def test_a_form_is_read_pair_by_pair(open_text: Open) -> None:
    body = "name=Zebedee%20Canary-Example&city=K%C3%B6ln+S%C3%BCd"
    text = entry(body=body).replace(
        '"headers": {}', '"headers": {"content-type": "application/x-www-form-urlencoded"}', 1
    )
    fixture = open_text(text)
    (name,) = holding(fixture, NAME)
    assert (name.key, name.chain) == ("name", ("form",))
    (city,) = holding(fixture, "Köln")
    assert raw(fixture, city, "ö") == b"%C3%B6"
    assert raw(fixture, city, "Süd") == b"S%C3%BCd"


def test_what_cannot_be_read_is_counted(open_text: Open) -> None:
    picture = base64.b64encode(b"\x89PNG\xff\xfe" * 20).decode()
    fixture = open_text(
        f"requests: [{{method: GET, uri: u}}]\n"
        f"responses: [{{status: {{code: 200}}, body: {{string: !!binary {picture}}}}}]\n"
    )
    (skipped,) = fixture.not_checked()
    assert (skipped.reason, skipped.size, skipped.place.step) == ("binary body", 120, 0)
    assert skipped.place.spans


SAID = f'{{"name": "{NAME}", "note": "{"abc é " * 20}"}}'.encode()
ENCODED = {
    "gzip": (gzip.compress(SAID, mtime=0), "gzip"),
    "brotli": (brotli.compress(SAID), "br"),
    "gzip that no header names": (gzip.compress(SAID, mtime=0), ""),
}
LOST = {
    "cut": (gzip.compress(SAID, mtime=0)[:-20], "gzip"),
    "of another coding": (brotli.compress(SAID), "zstd"),
    "of a coding that is not undone here": (brotli.compress(SAID), "aes128gcm"),
}


def encoded(string: object, coding: str, media_type: str) -> str:
    headers = {"content-type": [media_type], "content-encoding": [coding]}
    answer = {"status": {"code": 200}, "headers": headers, "body": {"string": string}}
    asked = {"method": "GET", "uri": "https://api.example.com/"}
    return str(yaml.safe_dump({"requests": [asked], "responses": [answer]}))


@pytest.mark.parametrize("media_type", ["application/json", "text/plain"])
@pytest.mark.parametrize("as_characters", [False, True], ids=["bytes", "a character a byte"])
@pytest.mark.parametrize("name", [*ENCODED, *LOST])
def test_an_encoded_body_is_read_or_counted(
    open_text: Open, name: str, as_characters: bool, media_type: str
) -> None:
    body, coding = {**ENCODED, **LOST}[name]
    string = body.decode("latin-1") if as_characters else body
    fixture = open_text(encoded(string, coding, media_type))
    if name in ENCODED:
        assert len(holding(fixture, NAME)) == 1
        assert fixture.not_checked() == ()
    else:
        (skipped,) = fixture.not_checked()
        assert (skipped.reason, skipped.size) == ("content coding not undone", len(body))


def test_bytes_that_were_replaced_while_they_were_recorded_are_counted(open_text: Open) -> None:
    text = gzip.compress(SAID, mtime=0).decode("utf-8", "replace").replace("\x1f", "", 1)
    (skipped,) = open_text(encoded(text, "gzip", "application/json")).not_checked()
    assert skipped.reason == "content coding not undone"


@pytest.mark.parametrize("body", ["plain text, café", "\x1b[31mred\x1b[0m"])
def test_text_under_the_name_of_a_coding_is_text(open_text: Open, body: str) -> None:
    assert open_text(encoded(body, "gzip", "text/plain")).not_checked() == ()


def test_lines_of_events_that_are_no_json_are_read_too(open_text: Open) -> None:
    stream = f": from {NAME}\ndata: {{bad {NAME}\n\ndata: cut {NAME}"
    fixture = open_text(entry(answer=stream, headers={"content-type": ["text/event-stream"]}))
    assert len(holding(fixture, NAME)) == 3
    assert any("cut off" in note.text for note in fixture.notes)


PIECES = ("Hello Zeb", "edee Can", "ary-Example")


def by_lines(*values: object) -> str:
    return "".join(json.dumps(value) + "\n" for value in values)


def candidates(piece: str) -> dict[str, object]:
    return {"candidates": [{"index": 0, "content": {"parts": [{"text": piece}]}}]}


@pytest.mark.parametrize(
    "media_type", ["application/json", "text/plain", "application/x-ndjson", ""]
)
@pytest.mark.parametrize(
    "body",
    [
        deltas(*PIECES),
        "\n: hello\n\nevent: x\n" + deltas(*PIECES).replace("\n", "\r\n"),
        by_lines(*({"message": {"content": piece}, "done": False} for piece in PIECES)),
        by_lines(*({"response": piece, "done": False} for piece in PIECES)),
        json.dumps([candidates(piece) for piece in PIECES], indent=1),
    ],
    ids=["events", "other events", "lines", "other lines", "a list"],
)
def test_a_stream_is_put_together_whatever_it_calls_itself(
    open_text: Open, body: str, media_type: str
) -> None:
    fixture = open_text(entry(answer=body, headers={"content-type": [media_type]}))
    (whole,) = holding(fixture, NAME)
    assert whole.value == f"Hello {NAME}"
    assert whole.chain[-1] == "joined"
    assert raw(fixture, whole, NAME) == b"Zeb|edee Can|ary-Example"


@pytest.mark.parametrize("body", ["data: a\nb", "a\ndata: {}", ": x", '[{"a": "b"}, {"a": "c"}]'])
def test_what_only_begins_like_a_stream_is_none(open_text: Open, body: str) -> None:
    fixture = open_text(entry(answer=body, headers={"content-type": ["text/plain"]}))
    chains = {text.chain for text in fixture.texts() if "body" in text.heading}
    assert chains == ({("json",)} if body.startswith("[") else {()})


def test_the_models_are_fixed(open_text: Open, native: str) -> None:
    fixed = open_text(native).fixed_texts()
    assert [(text.value, text.role) for text in fixed] == [("model-example", Role.FIXED)]


def test_steps_speak_in_the_workbenchs_words(open_text: Open, native: str) -> None:
    fixture = open_text(native)
    assert [step.what for step in fixture.steps()] == [
        "Asks for a chat completion, 200",
        "Asks for a chat completion, streamed, 200",
        "Asks for a chat completion, 200",
    ]
    assert fixture.steps()[0].detail == "POST /v1/chat/completions"
    assert [script.name for script in fixture.scripts()] == ["chat completions"]
    shown = " ".join([repr(fixture), *fixture.plain(0), *fixture.plain(1), *fixture.plain(2)])
    assert "Zebedee" not in shown


def test_step_spans_cover_the_step_and_nothing_of_the_next(open_text: Open, native: str) -> None:
    fixture = open_text(native)
    for index in range(3):
        request, response = fixture.step_spans(index)
        assert fixture.source.data[request.start : request.end].startswith(b"body:")
        assert b"status:" in fixture.source.data[response.start : response.end]
    ends = [fixture.step_spans(index)[0] for index in range(3)]
    assert all(one.end <= other.start for one, other in pairwise(ends))


@pytest.mark.parametrize("style", ["plain", '"', "'", "|", ">", None])
@given(value=st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_every_character_of_a_scalar_is_found_in_the_file(value: str, style: str | None) -> None:
    """However a writer quotes, escapes and folds it: the runs rebuild the value exactly."""
    chosen = None if style == "plain" else style
    written = yaml.dump(
        {"a": {"b": value}}, default_style=chosen, width=20, allow_unicode=style != "plain",
        Dumper=yaml.CSafeDumper,
    )  # fmt: skip
    document = YamlDocument.of("f", written.encode())
    scalar = document.scalars[-1]
    runs = runs_of(document.source.text, scalar.node)
    if runs is None:
        assert any(character in value for character in "\x85\u2028\u2029\r\ufeff\t")
        return
    for text, start, end in runs.runs:
        if text.strip() and len(text) == end - start:
            assert document.source.text[start:end] == text


@given(st.binary(min_size=1, max_size=200), st.data())
def test_a_range_of_binary_data_maps_to_base64_that_holds_it(
    data: bytes, draw: st.DataObject
) -> None:
    text = base64.b64encode(data).decode()
    lines = "\n".join("  " + text[n : n + 20] for n in range(0, len(text), 20))
    document = YamlDocument.of("f", f"a: !!binary |\n{lines}\n".encode())
    occurrence = list(document.occurrences())[-1]
    start = draw.draw(st.integers(0, len(data) - 1))
    end = draw.draw(st.integers(start + 1, len(data)))
    (span,) = occurrence.raw.spans(start, end)
    packed = document.source.text.encode()[span.start : span.end]
    assert data[start:end] in base64.b64decode(b"".join(packed.split()) + b"==")


JSON = st.recursive(
    st.text(max_size=8) | st.none() | st.integers(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=10,
)


@given(JSON, st.booleans())
def test_every_string_of_a_json_body_is_a_leaf(value: object, ascii_only: bool) -> None:
    from workbench.cassettes.bodies.leaf import Codec
    from workbench.cassettes.bodies.leaves import leaves

    if not isinstance(value, (dict, list)) or not value:
        return
    body = json.dumps(value, ensure_ascii=ascii_only)
    every = leaves(body, "application/json")
    found = [leaf for leaf in every if leaf.pieces[0].codec is not Codec.NUMBER]
    assert sorted(leaf.text for leaf in found) == sorted(strings(value))
    for leaf in found:
        units = leaf.pieces[0].units(body)
        assert len(units) == len(leaf.text) + 1
        for index, character in enumerate(leaf.text):
            written = body[units[index] : units[index + 1]]
            assert json.loads(f'"{written}"') == character


def strings(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for key, inner in value.items() for text in [key, *strings(inner)]]
    if isinstance(value, list):
        return [text for inner in value for text in strings(inner)]
    return [value] if isinstance(value, str) else []


def test_the_texts_of_a_step_are_the_same_when_it_is_read_alone(
    open_text: Open, native: str, vcrpy: str
) -> None:
    for text in (native, vcrpy, entry(body="a", answer="b")):
        whole, alone = open_text(text), open_text(text)
        list(whole.texts())
        for index in range(len(whole.cassette.interactions)):
            assert shape(alone.step_texts(index)) == shape(whole.step_texts(index))


def test_the_texts_of_every_recorded_step_are_the_same_when_it_is_read_alone(shared: Path) -> None:
    read = 0
    for path in sorted((shared / "corpora" / "cassettes").rglob("*.y*ml*")):
        try:
            whole, alone = (FAMILY.read(Unit.at(path)) for _ in range(2))
        except Refused:
            continue
        read += 1
        list(whole.texts())
        for index in (0, len(whole.cassette.interactions) - 1):
            if whole.cassette.interactions:
                assert shape(alone.step_texts(index)) == shape(whole.step_texts(index)), path.name
    assert read > 100


def shape(texts: tuple[Text, ...]) -> list[tuple[object, ...]]:
    return [(text.value, text.role, text.key, text.place()) for text in texts]


def test_a_number_that_could_be_somebodys_is_a_text(open_text: Open) -> None:
    """A telephone and an account, with their bytes; not what is counted or timed."""
    body = (
        '{"user": {"phone": 5550100199, "accounts": [12345678, 7]}, "created": 1722000000, "n": 1}'
    )
    fixture = open_text(entry(body=body))
    found = [text for text in fixture.texts() if text.value.isdigit() and text.key != "uri"]
    assert [(text.value, text.key, text.role) for text in found] == [
        ("5550100199", "phone", Role.ID),
        ("12345678", "accounts", Role.ID),
    ]
    assert raw(fixture, found[1], "12345678") == b"12345678"
    assert found[1].pointer.endswith("/user/accounts/0")
