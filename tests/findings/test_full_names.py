"""People, sites and addresses whom two signs identify in prose."""

from __future__ import annotations

import pytest

from workbench.findings import Kind, scan_text


def kinds(text: str) -> set[tuple[Kind, str]]:
    return {(finding.kind, finding.value) for finding in scan_text(text).findings}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The engineer Samantha Kowalski wrote the patch.", "Samantha Kowalski"),
        ("Then Mr. Zebrovian left the room.", "Zebrovian"),
        ("Hello Samantha, can you look?", "Samantha"),
    ],
)
def test_two_signs_make_a_person(text: str, name: str) -> None:
    assert (Kind.PERSON, name) in kinds(text)


@pytest.mark.parametrize(
    "text",
    [
        "The Final Answer is in Jordan River Valley.",
        "Will Page Test pass in April Release?",
        "See AGENTS.local.md for the rules.",
        "Connect to 98.76.54.32 first.",
        "Send Authorization: test-api-key with it.",
    ],
)
def test_one_sign_or_a_made_up_value_is_nobody(text: str) -> None:
    assert kinds(text) == set()


def test_a_personal_site_is_found_by_the_words_before_it() -> None:
    site = "https://samantha-writes.dev/"
    assert (Kind.HOST, site) in kinds(f"My website is {site}")
    assert kinds("My website is https://www.example.com/") == set()


def test_a_national_number_needs_a_word_that_a_number_comes() -> None:
    number = "020 8" + "366 1177"
    assert (Kind.PHONE, number) in kinds(f"Phone: {number}")
    assert kinds(f"Matrix rows {number}") == set()


def test_an_address_of_several_lines_is_one_finding() -> None:
    found = kinds("49 Harbourgate 43\n Apt. 323\n NORTHTOWN\n Norway 12345")
    assert [kind for kind, _ in found] == [Kind.ADDRESS]


def test_a_login_beside_its_password_is_a_weak_sign() -> None:
    found = scan_text("user=zcanary password=" + "Hj7!" * 3).findings
    assert {f.certainty.value for f in found if f.kind is Kind.USERNAME} <= {"weak"}
