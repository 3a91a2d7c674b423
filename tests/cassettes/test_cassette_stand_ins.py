"""Stand-ins change what they must, in every form, and the file still replays."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Callable
from dataclasses import dataclass

import httpx
import pytest
import yaml
from cassette_writing import NAME, URL, entry
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.cassettes import ReplayTransport
from workbench.cassettes.documents.editing import Change, edited
from workbench.cassettes.documents.yaml_document import YamlDocument
from workbench.cassettes.fixture import CassetteFixture
from workbench.core.errors import BadCommand
from workbench.core.fixture import ReplayEnvironment
from workbench.core.stand_ins import Edit

Open = Callable[..., CassetteFixture]


@dataclass(frozen=True)
class Table:
    """Replaces a text everywhere."""

    old: str
    new: str

    def edits(self, text: str) -> list[Edit]:
        found = re.finditer(re.escape(self.old), text)
        return [Edit(match.start(), match.end(), self.new) for match in found]


def lines(fixture: CassetteFixture) -> list[str]:
    return fixture.source.data.decode().split("\n")


@pytest.mark.parametrize(
    "new", ["person-1", 'it\'s a "person": 1 # x', "person é\nof two lines", ""]
)
def test_a_name_goes_from_every_form(open_text: Open, native: str, new: str) -> None:
    fixture = open_text(native)
    changed = fixture.with_stand_ins(Table(NAME, new))
    assert not any(NAME in text.value for text in changed.texts())
    assert changed.replay(ReplayEnvironment()).consumption.complete
    body = changed.cassette.interactions[2].response
    assert json.loads(body.body) == {"to": new}
    assert body.decoded.state == "decoded"
    assert (
        json.loads(changed.cassette.interactions[0].response.body)["content"] == f"Hello {new}, é"
    )


def test_only_the_lines_that_must_change_do(open_text: Open, native: str) -> None:
    fixture = open_text(native)
    changed = fixture.with_stand_ins(Table(NAME, "person-1"))
    before, after = lines(fixture), lines(changed)
    assert len(before) >= len(after)
    kept = [line for line in before if line in after]
    assert len(kept) >= len(before) - 12
    assert [line for line in before if "- body" in line and "!!" not in line][1:] == [
        line for line in after if "- body" in line and "!!" not in line
    ][1:]


def test_a_name_goes_from_gzip_that_no_header_names(open_text: Open) -> None:
    packed = base64.b64encode(gzip.compress(f"Hello {NAME}".encode(), mtime=0)).decode()
    fixture = open_text(
        "requests: [{method: GET, uri: u}]\n"
        f"responses: [{{status: {{code: 200}}, body: {{string: !!binary {packed}}}}}]\n"
    )
    assert any(NAME in text.value for text in fixture.texts())
    changed = fixture.with_stand_ins(Table(NAME, "person-1"))
    assert gzip.decompress(changed.cassette.interactions[0].response.body) == b"Hello person-1"
    assert not any(NAME in text.value for text in changed.texts())


def test_a_name_cut_over_deltas_is_replaced_once(open_text: Open, native: str) -> None:
    changed = open_text(native).with_stand_ins(Table(NAME, "person-1"))
    body = changed.cassette.interactions[1].response.body.decode()
    assert body.count("person-1") == 1
    assert body.count("data: ") == 4


def test_a_name_cut_over_lines_of_json_is_replaced_once(open_text: Open) -> None:
    pieces = (NAME[:3], NAME[3:9], NAME[9:])
    body = "".join(f'{{"response": "{piece}", "done": false}}\n' for piece in pieces)
    fixture = open_text(yaml.safe_dump(json.loads(entry(answer=body))))
    changed = fixture.with_stand_ins(Table(NAME, "person-1"))
    answered = changed.cassette.interactions[0].response.body.decode().splitlines()
    assert [json.loads(line)["response"] for line in answered] == ["person-1", "", ""]


def test_a_length_that_was_right_is_right_again(open_text: Open, native: str) -> None:
    changed = open_text(native).with_stand_ins(Table(NAME, "p"))
    for index in (0, 2):
        response = changed.cassette.interactions[index].response
        (length,) = [item.value for item in response.headers if item.lowered == "content-length"]
        assert int(length) == len(response.stored.data)


def test_a_length_that_was_no_length_stays(open_text: Open) -> None:
    text = entry(answer=f"to {NAME}", headers={"content-length": ["**REDACTED**"]})
    changed = open_text("# yaml\n" + text).with_stand_ins(Table(NAME, "person-1"))
    assert b"**REDACTED**" in changed.source.data


def test_parsed_bodies_keys_and_addresses_change_too(open_text: Open, vcrpy: str) -> None:
    fixture = open_text(
        vcrpy.replace("strict: yes", "zcanary: 1").replace("/responses", "/zcanary")
    )
    changed = fixture.with_stand_ins(Table("zcanary", "user-1"))
    assert b"zcanary" not in changed.source.data
    request = changed.cassette.interactions[0].request
    assert isinstance(request.body, bytes)
    assert json.loads(request.body)["user-1"] == 1
    assert str(request.url).endswith("/user-1")


def test_a_stand_in_never_turns_into_another_type(open_text: Open, vcrpy: str) -> None:
    changed = open_text(vcrpy).with_stand_ins(Table("resp_unknown", "12345"))
    body = changed.cassette.interactions[0].request.body
    assert isinstance(body, bytes)
    assert json.loads(body)["previous_response_id"] == "12345"


def test_nothing_to_replace_keeps_the_fixture(open_text: Open, native: str) -> None:
    fixture = open_text(native)
    assert fixture.with_stand_ins(Table("nobody-at-all", "x")) is fixture


@pytest.mark.parametrize(
    "text", ['{"http_interactions": []}', '[{"scope":"x","method":"GET","path":"/"}]']
)
def test_other_formats_say_that_they_are_not_written(open_text: Open, text: str) -> None:
    fixture = open_text(text, "c.json")
    assert not fixture.accepts_stand_ins
    with pytest.raises(BadCommand, match="cannot be written in this format"):
        fixture.with_stand_ins(Table("a", "b"))


def test_an_unchanged_cassette_is_exported_as_it_was(open_text: Open, native: str) -> None:
    assert open_text(native).export("new-name") == {"new-name.yaml": native.encode()}
    packed = gzip.compress(native.encode(), 1, mtime=0)
    assert open_text(packed, "old.yml.gz").export("new-name") == {"new-name.yaml.gz": packed}


def _members(content: bytes) -> dict[str, bytes]:
    """Packed content whose header says more than it holds, by RFC 1952 §2.3.1."""
    plain = gzip.compress(content, mtime=0)
    head, body, said = plain[:3], plain[10:], NAME.encode()
    rest = plain[4:10]
    field = b"ab" + len(said).to_bytes(2, "little") + said
    return {
        "a name": head + b"\x08" + rest + said + b"\0" + body,
        "a comment": head + b"\x10" + rest + said + b"\0" + body,
        "a field": head + b"\x04" + rest + len(field).to_bytes(2, "little") + field + body,
        "a time": gzip.compress(content, mtime=1_000_000),
        "a name in the second member": plain
        + gzip.compress(b"\n", mtime=0)[:3]
        + b"\x08"
        + rest
        + said
        + b"\0"
        + gzip.compress(b"\n", mtime=0)[10:],
    }


@pytest.mark.parametrize(
    "kind", ["a name", "a comment", "a field", "a time", "a name in the second member"]
)
def test_what_packing_says_besides_the_content_is_not_exported(
    open_text: Open, native: str, kind: str
) -> None:
    packed = _members(native.encode())[kind]
    fixture = open_text(packed, "c.yaml.gz")
    exported = fixture.export("new")["new.yaml.gz"]
    assert gzip.decompress(exported) == gzip.decompress(packed)
    # No flag of an optional field, and no time.
    assert exported[3:8] == bytes(5)
    assert NAME.encode() not in exported
    assert open_text(exported, "new.yaml.gz").export("new")["new.yaml.gz"] == exported


def test_a_changed_packed_cassette_is_packed_alike_every_time(open_text: Open, native: str) -> None:
    fixture = open_text(gzip.compress(native.encode()), "c.yaml.gz")
    table = Table(NAME, "person-1")
    one, other = (fixture.with_stand_ins(table).export("n")["n.yaml.gz"] for _ in range(2))
    assert one == other
    assert one[:2] == b"\x1f\x8b"
    assert one[4:8] == b"\0\0\0\0"
    assert NAME.encode() not in gzip.decompress(one)


def test_a_changed_cassette_answers_the_changed_request(open_text: Open, native: str) -> None:
    changed = open_text(native).with_stand_ins(Table(NAME, "person-1"))
    with httpx.Client(transport=ReplayTransport(changed.cassette)) as client:
        response = client.post(URL, json={"note": "person-1"})
    assert response.json() == {"to": "person-1"}


VALUES = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=150)
@given(
    values=st.lists(VALUES, min_size=1, max_size=4),
    style=st.sampled_from([None, '"', "'", "|", ">"]),
    new=VALUES,
    data=st.data(),
)
def test_any_edit_of_any_scalar_reads_back(
    values: list[str], style: str | None, new: str, data: st.DataObject
) -> None:
    """Whatever the style and the text: the changed scalars hold what was wanted, the others theirs."""
    text = yaml.dump(
        [{"k": value, "l": [value]} for value in values],
        default_style=style, width=30, allow_unicode=True, Dumper=yaml.CSafeDumper,
    )  # fmt: skip
    document = YamlDocument.of("f", text.encode())
    numbers = [n for n, scalar in enumerate(document.scalars) if not scalar.is_key]
    number = data.draw(st.sampled_from(numbers))
    old = document.scalars[number].node.value
    start = data.draw(st.integers(0, len(old)))
    end = data.draw(st.integers(start, len(old)))
    after = YamlDocument.of("f", edited(document, {number: Change((Edit(start, end, new),))}))
    expected = [scalar.node.value for scalar in document.scalars]
    expected[number] = old[:start] + new + old[end:]
    assert [scalar.node.value for scalar in after.scalars] == expected


@pytest.mark.parametrize(
    ("new", "value"), [("5550100000", 5550100000), ("phone-1", "phone-1"), ("007", "007")]
)
def test_a_number_is_replaced_and_the_body_stays_json(
    open_text: Open, new: str, value: object
) -> None:
    fixture = open_text("# YAML\n" + entry(body='{"phone": 5550100199, "n": 2}'))
    changed = fixture.with_stand_ins(Table("5550100199", new))
    assert json.loads(changed.cassette.interactions[0].request.stored.data) == {
        "phone": value,
        "n": 2,
    }


def test_a_multipart_body_keeps_its_parts(open_text: Open) -> None:
    """Heads and text parts are rewritten; a binary part keeps every byte."""
    parts = [
        b'--b1\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nfor ' + NAME.encode(),
        b'--b1\r\nContent-Disposition: form-data; name="file"; filename="'
        + NAME.encode()
        + b'.png"\r\nContent-Type: image/png\r\n\r\n\x89PNG\xff\x00',
        b"--b1--\r\n",
    ]
    body = b"\r\n".join(parts)
    text = f"""\
requests:
- method: POST
  uri: {URL}
  headers: {{content-type: [multipart/form-data; boundary=b1], content-length: ['{len(body)}']}}
  body: !!binary {base64.b64encode(body).decode()}
responses: [{{status: {{code: 200}}, headers: {{}}, body: {{string: ok}}}}]
"""
    fixture = open_text(text)
    assert sum(NAME in found.value for found in fixture.texts()) == 2
    request = fixture.with_stand_ins(Table(NAME, "Someone")).cassette.interactions[0].request
    assert request.body == body.replace(NAME.encode(), b"Someone")
    assert [item.value for item in request.headers if item.name == "content-length"] == [
        str(len(request.stored.data))
    ]
