"""The captures of a review folder, listed cheaply: names only, nothing opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from workbench.core.discovery import discover, is_fixture
from workbench.core.errors import Unreadable
from workbench.review.loading import label_of
from workbench.review.secret import tag


@dataclass(frozen=True, slots=True)
class Capture:
    """One capture by its place. ``key`` is a keyed digest of the place, so it says nothing."""

    number: int
    key: str
    path: Path = field(repr=False)
    label: str = field(repr=False)
    days_left: int | None = None


def root_of(path: Path) -> Path:
    """The review folder of ``path``: itself, or the folder that holds the one capture at it."""
    if not path.exists():
        raise Unreadable("Nothing is at this path", cure="Check the path")
    whole = path.resolve()
    if whole.is_dir() and not is_fixture(whole):
        return whole
    return whole.parent


def captures(
    path: Path,
    root: Path,
    *,
    promoted: Path,
    secret: bytes,
    days_left: Callable[[Path], int | None],
) -> tuple[Capture, ...]:
    """The captures at ``path``, in the order of the folder, without what was promoted."""
    inside = promoted.resolve()
    found: Sequence[Path] = discover([path.resolve()])
    if inside.is_relative_to(root) and not path.resolve().is_relative_to(inside):
        found = [unit for unit in found if not unit.is_relative_to(inside)]
    return tuple(
        Capture(
            number,
            place_tag(secret, unit.relative_to(root).as_posix()),
            unit,
            label_of(unit),
            days_left(unit),
        )
        for number, unit in enumerate(found, start=1)
    )


def place_tag(secret: bytes, relative: str) -> str:
    """The keyed digest of a place in the review folder."""
    return tag(secret, "path", relative)
