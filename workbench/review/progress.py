"""Telling a face how far something long has come."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from workbench.review.shapes import Progress


@contextmanager
def told(progress: Progress | None, total: int, noun: str, *, unless: bool) -> Iterator[None]:
    """Tell the start and the end of something that takes a while, unless it was done already."""
    if progress is None or unless:
        yield
        return
    progress(0, total, noun)
    yield
    progress(total, total, noun)
