"""The stand-in table leaves nothing behind, changes nothing else, and tells nothing."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable, Mapping
from itertools import pairwise

import pytest
from finding_texts import BareFixture
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.stand_ins import stand_in
from workbench.findings import (
    StandInTable,
    encodings_of,
    residue,
    scan,
    stand_in_name,
    stand_in_pairs,
)
from workbench.findings.encodings import HASHES

PERSON, MAILBOX = "Zebedee Canary", "zebedee@" + "harbour-light.dev"
PAIRS = {PERSON: "person-1-example", MAILBOX: "person-1@example.com"}
TABLE = StandInTable(PAIRS)

WRAPPINGS: list[Callable[[str], str]] = [
    str,
    lambda value: json.dumps({"a": value}),
    lambda value: json.dumps({"a": json.dumps({"b": value})}),
    lambda value: base64.b64encode(f"note {value} end".encode()).decode(),
    lambda value: base64.b64encode(gzip.compress(f"note {value} end".encode(), mtime=0)).decode(),
    lambda value: f"note {value} end".encode().hex(),
    lambda value: "%" + "%".join(f"{byte:02x}" for byte in value.encode()),
]


@pytest.mark.parametrize("wrap", WRAPPINGS)
@pytest.mark.parametrize("original", [PERSON, MAILBOX])
def test_no_encoding_of_an_original_is_left(wrap: Callable[[str], str], original: str) -> None:
    for name, form in encodings_of(original):
        changed = stand_in(wrap(f"x {form} y"), TABLE)
        left = residue({"capture.txt": changed.encode()}, [original])
        assert left.clean, (name, wrap)


@given(
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30),
    st.sampled_from(WRAPPINGS),
)
def test_text_around_an_original_is_kept(before: str, wrap: Callable[[str], str]) -> None:
    plain = f"{before} | {PERSON} | end"
    changed = stand_in(plain, TABLE)
    assert changed.endswith(" | end")
    assert "person-1-example" in changed
    assert residue({"a.txt": stand_in(wrap(plain), TABLE).encode()}, [PERSON]).clean


@given(st.text(max_size=80))
def test_edits_are_ordered_and_never_overlap(value: str) -> None:
    edits = TABLE.edits(f"{value}{PERSON}{value}{MAILBOX}{value}")
    assert all(left.end <= right.start for left, right in pairwise(edits))
    assert len(edits) >= 2


def test_json_stays_json_and_decodes_to_the_stand_in() -> None:
    table = StandInTable({'Zebedee "Z" Canary': 'person "1" example'})
    source = json.dumps({"a": json.dumps({"b": 'by Zebedee "Z" Canary'})})
    assert json.loads(json.loads(stand_in(source, table))["a"]) == {"b": 'by person "1" example'}


def test_the_longer_original_wins_and_whole_values_come_before_parts() -> None:
    table = StandInTable({"Canary": "person-2-example", PERSON: "person-1-example"})
    assert stand_in(f"{PERSON} and Canary", table) == "person-1-example and person-2-example"


def test_short_originals_are_replaced_as_whole_words_only() -> None:
    table = StandInTable({"ann": "person-1-example"})
    assert (
        stand_in("ann planned an annex, Ann", table)
        == "person-1-example planned an annex, person-1-example"
    )


def test_an_empty_table_changes_nothing() -> None:
    assert StandInTable({}).edits(PERSON) == ()


def test_the_table_tells_neither_originals_nor_stand_ins(canaries: Mapping[str, str]) -> None:
    shown = repr(StandInTable(dict.fromkeys(canaries.values(), "x-example")))
    assert not any(value in shown for value in canaries.values())


def test_stand_ins_are_numbered_by_class_in_order_of_appearance() -> None:
    result = scan(
        BareFixture([f"to {MAILBOX}", "from 10.20.30.40", "and 10.20.30.41", "ghp_" + "aB3d" * 9])
    )
    pairs = stand_in_pairs(result.findings)
    assert pairs[MAILBOX] == "person-1@example.com"
    assert (pairs["10.20.30.40"], pairs["10.20.30.41"]) == ("192.0.2.1", "192.0.2.2")
    assert pairs["ghp_" + "aB3d" * 9] == "redacted-secret-1-example"
    assert scan(BareFixture(list(pairs.values()))).findings == ()


@pytest.mark.parametrize(
    "group",
    ["person", "user", "email", "host", "ip", "mac", "phone", "secret", "session", "account"],
)
def test_stand_ins_of_every_class_raise_no_finding(group: str) -> None:
    for number in (1, 2, 300):
        value = stand_in_name(group, number)
        assert scan(BareFixture([f"see {value} now"])).findings == ()


def test_encodings_hold_every_family_of_forms() -> None:
    names = {name.partition(",")[0] for name, _ in encodings_of("Zebedee Canary")}
    expected = {"plain", "other case", "other separators", "last name first", "reversed", "rot13",
                "digits for letters", "base16", "base32", "base64", "URL", "JSON escapes", "HTML entities",
                "spaced letters", *HASHES}  # fmt: skip
    assert names >= expected
    assert encodings_of("Zebedee Canary")[0] == ("plain", "Zebedee Canary")


@given(st.text(min_size=1, max_size=30))
def test_encodings_of_any_value_are_different_and_not_empty(value: str) -> None:
    forms = [form for _, form in encodings_of(value)]
    assert forms[0] == value
    assert len(forms) == len(set(forms))
    assert all(forms)


def test_the_sweep_tells_file_encoding_and_count_and_how_much_it_searched() -> None:
    files = {"b.json": json.dumps({"a": PERSON, "b": f"{PERSON} x"}).encode(), "a.txt": b"nothing"}
    left = residue(files, [PERSON])
    assert [(place.file, place.count) for place in left.found] == [("b.json", 2)]
    assert left.places_searched >= 6
    assert residue({"a.txt": b"nothing"}, [PERSON]).clean


def test_a_file_name_that_holds_an_original_is_told_by_number() -> None:
    left = residue({"a.txt": b"", "zebedee-canary.txt": PERSON.encode()}, [PERSON])
    assert [(place.file, place.file_number, place.in_name) for place in left.found] == [
        ("", 2, True),
        ("", 2, False),
    ]
    assert "zebedee" not in repr(left).lower()


def test_packed_files_are_searched_and_broken_ones_are_said() -> None:
    packed = gzip.compress(PERSON.encode(), mtime=0)
    assert not residue({"a.yaml.gz": packed}, [PERSON]).clean
    assert residue({"a.yaml.gz": packed[:-9]}, [PERSON]).not_searched == (1,)
