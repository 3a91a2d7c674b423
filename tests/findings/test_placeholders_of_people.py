"""A name that only contains a placeholder word may still be somebody's."""

from __future__ import annotations

import pytest

from workbench.findings import scan_text
from workbench.findings.placeholders import impersonal, placeholder


@pytest.mark.parametrize(
    "name", ["example", "example-user", "your_username", "<user>", "$USER", "user-3-example"]
)
def test_names_made_of_placeholder_words_are_nobody(name: str) -> None:
    assert impersonal(name)


@pytest.mark.parametrize("name", ["ada-example", "grace.example", "zcanary-example", "exampleton"])
def test_a_name_beside_the_word_example_is_somebody(name: str) -> None:
    assert not impersonal(name)


def test_a_random_part_beside_the_word_example_may_be_a_live_key() -> None:
    assert placeholder("example-token")
    assert not placeholder("example-" + "4f9a2c7d1b8e6035")


@pytest.mark.parametrize("format", [None, "json", "jsonl"])
def test_half_a_character_stops_no_check(format: str | None) -> None:
    """A lone surrogate in a capture must not be a way to switch a check off."""
    secret = "ghp_" + "aB3dE6gH9" * 4
    result = scan_text(f'"\\ud800 \ud800 {secret}"', format=format, known=["zedcanary"])
    assert not result.crashed
    assert any(finding.value == secret for finding in result.findings)


def test_a_placeholder_word_in_a_known_name_does_not_stand_for_the_person_alone() -> None:
    found = scan_text("model example-model-1 of Ada Example", known=["Ada Example"]).findings
    assert [finding.value for finding in found if finding.value.lower() == "example"] == []
    assert any("Ada" in finding.value for finding in found)
