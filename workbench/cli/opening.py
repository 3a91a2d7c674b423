"""Opening many fixtures so that one bad one never hides the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from workbench.cli.printing import counted
from workbench.core.discovery import discover
from workbench.core.errors import Unreadable, WorkbenchError
from workbench.core.fixture import Fixture, open_fixture
from workbench.core.reports import report_of

T = TypeVar("T")


class Crashed(WorkbenchError):
    """The workbench itself failed. ``report`` is the error's class and place, and no more."""

    code = "crashed"

    def __init__(self, error: BaseException) -> None:
        self.report = report_of(error)
        super().__init__(
            f"The workbench stopped with an unexpected error: {self.report}",
            means="This says nothing about the fixture, and nothing was written to it",
            cure="Report that line; it holds no captured text",
            details={"report": self.report},
        )


@dataclass(frozen=True, slots=True)
class Opened:
    """A path with the fixture at it, or with the reason why there is none."""

    path: Path = field(repr=False)
    fixture: Fixture | None = field(default=None, repr=False)
    refusal: WorkbenchError | None = None


def guarded(act: Callable[[], T]) -> T | WorkbenchError:
    """What ``act`` gives, or the error it ends with as a value. Ctrl+C still ends the command."""
    try:
        return act()
    except WorkbenchError as error:
        return error
    except Exception as error:
        return Crashed(error)


def opened(path: Path) -> Opened:
    """The fixture at ``path``, or its refusal."""
    result = guarded(lambda: open_fixture(path))
    if isinstance(result, WorkbenchError):
        return Opened(path, refusal=result)
    return Opened(path, fixture=result)


def found(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Every fixture at and below ``paths``. Raises ``Unreadable`` if there is none at all."""
    given = tuple(paths)
    units = discover(given)
    if not units:
        raise Unreadable(
            "No fixture is in the folders given",
            means="Nothing was read, so nothing was checked",
            cure="Name a folder that holds captures or promoted fixtures",
            code="nothing_found",
        )
    return units


def each_opened(paths: Iterable[Path]) -> Iterator[Opened]:
    """The fixtures at and below ``paths``, one after the other, counted on standard error."""
    for path in counted(found(paths), "Fixture"):
        yield opened(path)
