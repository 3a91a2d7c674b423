"""What cannot be loaded is refused with the exact words of the specification, and nothing leaks."""

from __future__ import annotations

import base64
import gzip
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yaml import Mark
from yaml.nodes import ScalarNode

from workbench.cassettes import CassetteError, ReplayTransport, load_cassette
from workbench.cassettes.documents.composing import Composed
from workbench.cassettes.documents.values import construct
from workbench.cassettes.family import FAMILY
from workbench.cassettes.fixture import CassetteFixture
from workbench.core.errors import TooLarge, WorkbenchError
from workbench.core.files import Unit
from workbench.core.fixture import ReplayEnvironment

PARSE = "cassette YAML could not be parsed"
ONE = "cassette must contain exactly one YAML document"
LISTS = "cassette must contain matching requests and responses lists"


def refusal(tmp_path: Path, data: str | bytes, name: str = "c.yaml") -> CassetteError:
    path = tmp_path / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    with pytest.raises(CassetteError) as caught:
        load_cassette(path)
    return caught.value


def test_neither_a_cassette_nor_a_path_is_an_error() -> None:
    with pytest.raises(CassetteError) as caught:
        ReplayTransport()
    assert caught.value.type == "missing_cassette"
    assert caught.value.message == "replay transport requires cassette= or cassette_path="


def test_an_absent_file_is_named_by_its_absolute_path(tmp_path: Path) -> None:
    with pytest.raises(CassetteError) as caught:
        load_cassette(tmp_path / "absent.yaml")
    assert caught.value.type == "missing_cassette"
    assert caught.value.message == f"cassette not found: {tmp_path / 'absent.yaml'}"
    assert "reason" in caught.value.details


@pytest.mark.parametrize("cut", [10, 30, -4])
def test_damaged_gzip_is_said(tmp_path: Path, native: str, cut: int) -> None:
    error = refusal(tmp_path, gzip.compress(native.encode())[:cut], "c.yaml.gz")
    assert (error.type, error.message) == ("invalid_cassette", "cassette gzip data is invalid")
    assert error.details["path"] == str(tmp_path / "c.yaml.gz")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("requests: [", PARSE),
        (b"requests: [\xff]", PARSE),
        ("a: \x00", PARSE),
        ("a: \x9b", PARSE),
        ('a: "\\ud83d"\nb: [', PARSE),
        ("? [a, b]\n: c", PARSE),
        ("a: *nobody", PARSE),
        ("[" * 5000, PARSE),
        ("", ONE),
        ("# only a comment\n", ONE),
        ("a: 1\n---\nb: 2\n", ONE),
        ("[]", LISTS),
        ("just text", LISTS),
        ("requests: []", LISTS),
        ("requests: []\nresponses: {}", LISTS),
        ("requests: [{}]\nresponses: []", LISTS),
        ("name: something else", LISTS),
    ],
)
def test_each_failure_has_its_exact_text(tmp_path: Path, text: str | bytes, message: str) -> None:
    error = refusal(tmp_path, text)
    assert (error.type, error.message) == ("invalid_cassette", message)


def test_a_parse_error_says_where_and_masks_the_line(tmp_path: Path) -> None:
    error = refusal(tmp_path, "requests:\n- body: 'secretvalue\n  uri: Zebedee\n")
    reason = str(error.details["reason"])
    assert "line" in reason
    assert "secretvalue" not in reason + str(error)
    assert "Zebedee" not in reason + str(error)


def test_keys_of_another_shape_are_counted_and_not_shown(tmp_path: Path) -> None:
    error = refusal(tmp_path, "responses: []\nZebedee: 1\n")
    assert error.details["keys"] == ["responses", "1 other"]


def test_bad_base64_names_its_entry(tmp_path: Path) -> None:
    error = refusal(tmp_path, "requests:\n- body: !!binary 'a$'\nresponses:\n- {}\n")
    assert error.type == "invalid_cassette"
    assert error.details["entry"] == "requests[0].body"


@pytest.mark.parametrize(
    ("tag", "named"),
    [
        ("!!python/object/apply:os.zebedee", "!!python/object/apply…"),
        ("!!python/name:os.zebedee", "!!python/name…"),
        ("!!python/module:zebedee", "!!python/module…"),
        ("!ruby/object:Gem::Zebedee", "!ruby/object…"),
        ("!zebedee", "!…"),
        ("!<tag:example.com,2000:zebedee>", "!…"),
    ],
)
def test_a_foreign_tag_is_named_by_its_language_alone_and_nothing_is_built(
    tmp_path: Path, tag: str, named: str
) -> None:
    error = refusal(tmp_path, f"requests:\n- {tag} ['touch /tmp/x']\nresponses: [{{}}]\n")
    assert error.type == "unsafe_tag"
    assert error.details == {"tag": named, "line": 2, "column": 3}
    assert "zebedee" not in f"{error!r} {error}"


def test_aliases_may_not_multiply_or_recurse(tmp_path: Path) -> None:
    levels = "\n".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 9))
    assert refusal(tmp_path, f"l0: &l0 [x, x]\n{levels}\n").message == PARSE
    assert refusal(tmp_path, "requests: &a [*a]\nresponses: []").message == PARSE


def test_a_bomb_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "bomb.yaml.gz"
    path.write_bytes(gzip.compress(b"a" * 300_000_000))
    with pytest.raises(TooLarge):
        load_cassette(path)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("interactions:\n- {kind: text, direction: out, data: x}\n", "websocket frames"),
        ("interactions:\n- {request_sample: a, response_sample: b}\n", "gRPC samples"),
        ("interactions: {}\n", "a mapping of streams by hash"),
    ],
)
def test_recordings_of_other_kinds_are_named(tmp_path: Path, text: str, seen: str) -> None:
    error = refusal(tmp_path, text)
    assert error.type == "unsupported_cassette_kind"
    assert error.details["seen"] == seen


def test_mutated_cassettes_fail_with_known_errors_only(
    tmp_path: Path, native: str, vcrpy: str, canaries: dict[str, str]
) -> None:
    """Cut, flipped, tagged and repeated bytes: a cassette or a known error, and no captured value."""
    chance = random.Random(7)
    path = tmp_path / "mutated.yaml"
    for number in range(500):
        data = bytearray((native if number % 2 else vcrpy).encode())
        mutate(data, chance)
        path.write_bytes(bytes(data))
        try:
            fixture = FAMILY.read(Unit.at(path))
        except WorkbenchError as error:
            shown = f"{error} {error!r} {error.details}"
        else:
            shown = used(fixture)
        assert not any(value in shown for value in canaries.values())


def used(fixture: CassetteFixture) -> str:
    """Everything a review does with a fixture, and all that it says about it."""
    result = fixture.replay(ReplayEnvironment())
    places = [text.place() for text in fixture.texts()]
    said = [
        *fixture.notes,
        *fixture.scripts(),
        *fixture.steps(),
        *fixture.not_checked(),
        *places[:1],
    ]
    for step in fixture.steps():
        said += [*fixture.plain(step.index), *fixture.step_spans(step.index)]
        fixture.step_texts(step.index)
    return repr([fixture, result, result.sentence, result.outcome, result.evidence, said])


def mutate(data: bytearray, chance: random.Random) -> None:
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data))
        kind = chance.randrange(5)
        if kind == 0:
            del data[at:]
            data += b"\n"
        elif kind == 1:
            data[at] = chance.randrange(256)
        elif kind == 2:
            data[at:at] = chance.choice(
                [b"!!python/tuple ", b"*a ", b"&a ", b"<<: ", b"? ", b"--- "]
            )
        elif kind == 3:
            data[at : at + 10] = b""
        else:
            data[at:at] = bytes(data[at : at + 40])


BEGINNING = Mark("", 0, 0, 0, None, 0)


@given(st.text("AZaz09+/=$é \n", max_size=24))
def test_base64_is_read_strictly(text: str) -> None:
    """Anything but white space that is no base64, or is cut off, is refused; the rest decodes alike."""
    node = ScalarNode("!binary", text, BEGINNING, BEGINNING)
    solid = "".join(text.split())
    try:
        expected = base64.b64decode(solid, validate=True)
    except ValueError:
        with pytest.raises(CassetteError, match="invalid base64"):
            construct(Composed(node), text)
    else:
        assert construct(Composed(node), text).root == expected
