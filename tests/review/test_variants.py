"""Ways to write one person are proposed as one group; nothing that merely looks near is."""

from __future__ import annotations

import pytest

from workbench.findings import Certainty, Finding, Kind
from workbench.review.variants import variants, written_alike

PERSON, USER, EMAIL, HOST = Kind.PERSON, Kind.USERNAME, Kind.EMAIL, Kind.HOST


def found(value: str, kind: Kind = PERSON) -> Finding:
    return Finding(f"{kind}:{value}", "a-check", kind, Certainty.STRONG, "what", "why", (), value)


@pytest.mark.parametrize(
    ("one", "other", "how"),
    [
        (found("Zebedee Quill"), found("ZEBEDEE QUILL"), "different case"),
        (found("Host-A.example", HOST), found("host-a.example", HOST), "different case"),
        (found("Zebedee Quill"), found("Quill, Zebedee"), "reversed order"),
        (found("Zebedee Quill"), found("Zebedee"), "one name alone"),
        (found("Zebedee Quill"), found("Z. Quill"), "initials"),
        (found("Zebedee Quill"), found("ZQ"), "initials"),
        (found("Zebedee Quill"), found("zebedee.quill@mail.example", EMAIL), "the same words"),
        (found("Zebedee Quill"), found("zebedee_quill", USER), "the same words"),
        (found("zquill", USER), found("zquill-work@mail.example", EMAIL), "the same words"),
        (found("zquill", USER), found("dr.zquill2@mail.example", EMAIL), "inside the address"),
    ],
)
def test_each_way_to_write_one_is_proposed_from_both_sides(
    one: Finding, other: Finding, how: str
) -> None:
    proposed = written_alike(one, other)
    assert proposed == written_alike(other, one)
    assert proposed == how or (how == "the same words" and proposed == "one name alone")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (found("Zebedee Quill"), found("Zebulon Quill")),
        (found("Zebedee Quill"), found("Z. Marsh")),
        (found("Jo Quill"), found("jo")),
        (found("Host-A.example", HOST), found("host-b.example", HOST)),
        (found("quill.example", HOST), found("Quill")),
        (found("a" * 130), found("A" * 130)),
        (found("@"), found("Zebedee Quill")),
    ],
)
def test_what_only_looks_near_is_not(one: Finding, other: Finding) -> None:
    assert written_alike(one, other) == written_alike(other, one) == ""


def test_a_name_that_fits_two_people_is_proposed_for_both() -> None:
    alone, first, second = found("Zebedee"), found("Zebedee Quill"), found("Zebedee Marsh")
    assert [each.finding for each in variants(alone, (first, alone, second))] == [first, second]
    assert [each.finding for each in variants(first, (first, alone, second))] == [alone]
