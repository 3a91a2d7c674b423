"""A shape names the first place that is wrong, and never what an author wrote there."""

from __future__ import annotations

from workbench.plays.shapes import boolean, chosen_by, listing, number, one_of, record, table, text

POINT = record({"x": number}, {"label": text})


def test_a_value_of_the_shape_passes() -> None:
    assert listing(POINT)([{"x": 1}, {"x": 2.5, "label": "a", "more": None}]) is None


def test_the_place_leads_to_the_first_thing_that_is_wrong() -> None:
    assert listing(POINT)([{"x": 1}, {"x": "1"}]) == ("/1/x", "is not a number")
    assert listing(POINT)([{}]) == ("/0/x", "is missing")
    assert record({"on": boolean})({"on": 1}) == ("/on", "is not true or false")
    assert one_of("a", "b")("c") == ("", "is none of a, b")
    assert text(None) == ("", "is not text")


def test_names_an_author_chose_are_not_repeated() -> None:
    assert table(POINT)({"jo-example": {"x": True}}) == ("/*/x", "is not a number")


def test_a_member_chooses_the_shape() -> None:
    shape = chosen_by("kind", {"point": POINT, "flag": record({"on": boolean})})
    assert shape({"kind": "flag", "on": True}) is None
    assert shape({"kind": "flag"}) == ("/on", "is missing")
    assert shape({"kind": ["point"]}) == ("/kind", "is none of point, flag")
    assert shape([]) == ("", "is not an object")
