"""Secrets with a vendor's shape: every row of the table by its own example and counter-example."""

from __future__ import annotations

import pytest
from finding_texts import found, hits, text

from workbench.findings.checks.vendor_secrets import VendorSecrets
from workbench.findings.secret_shape import Shape, assembled
from workbench.findings.vendor_shapes import SHAPES, counter_example, example

CHECK = VendorSecrets()
_NAMES = [f"{shape.vendor} {shape.cue}" for shape in SHAPES]


@pytest.mark.parametrize("shape", SHAPES, ids=_NAMES)
def test_each_shape_finds_its_example_in_a_sentence_and_in_an_assignment(shape: Shape) -> None:
    secret = example(shape)
    for before, after in (("see ", " there"), ('KEY="', '"'), ("\\n", "\\n")):
        whole = before + secret + after
        parts = found(CHECK, whole)
        assert any(part in secret and len(part) * 2 > len(secret) for part in parts) or any(
            part and secret.endswith(part) for part in parts
        )


@pytest.mark.parametrize("shape", SHAPES, ids=_NAMES)
def test_no_shape_takes_its_counter_example_for_a_secret(shape: Shape) -> None:
    near_miss = counter_example(shape)
    named = [hit for hit in hits(CHECK, f"see {near_miss} there") if shape.vendor in hit.what]
    assert named == []


@pytest.mark.parametrize("shape", SHAPES, ids=_NAMES)
def test_every_cue_begins_the_pattern_in_lower_case(shape: Shape) -> None:
    assert shape.cue == shape.cue.lower()
    assert shape.compiled.match(assembled(shape.example)) is not None
    assert assembled(shape.example).lower().startswith(shape.cue)


def test_a_shape_inside_a_longer_run_is_chance() -> None:
    run = "A" + "ghp_" + "aB3d" * 9 + "Zz"
    assert found(CHECK, f"blob {run} end") == []


def test_a_row_of_one_letter_is_a_placeholder() -> None:
    secret = "ghp_" + "x" * 36
    assert found(CHECK, secret) == []
    assert any("placeholder" in hit.benign for hit in CHECK.find(text(secret)))


def test_reasons_give_length_and_vendor_but_never_the_secret() -> None:
    for shape in SHAPES:
        secret = example(shape)
        for hit in hits(CHECK, secret):
            assert secret not in hit.why + hit.what
            assert secret not in repr(hit)
