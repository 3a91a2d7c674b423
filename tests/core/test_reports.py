"""An error nobody foresaw is told by class and place, and never by its message."""

from __future__ import annotations

from workbench.core.canonical import canonical_text
from workbench.core.reports import report_of


def test_the_innermost_place_in_the_workbench_is_named() -> None:
    class Odd(dict):  # type: ignore[type-arg]
        def __len__(self) -> int:
            raise ValueError("a captured value")

    try:
        canonical_text(Odd(a=1))
    except ValueError as error:
        report = report_of(error)
    assert report.startswith("ValueError in core/canonical.py:")
    assert "captured" not in report


def test_an_error_from_elsewhere_is_told_by_its_class() -> None:
    assert report_of(KeyError("a captured value")) == "KeyError"
