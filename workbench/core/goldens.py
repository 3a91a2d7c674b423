"""The golden outcome that stands beside a fixture, and whether the fixture still gives it.

Source: DESIGN §4 *Golden outcomes* and ``spec/review-ux.md`` §§11, 16.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from workbench.core.errors import Refused, WorkbenchError
from workbench.core.files import list_names, read_bytes
from workbench.core.fixture import Fixture, Replay, ReplayEnvironment, ReplayStatus, family
from workbench.core.json_text import NotJson, parse
from workbench.core.outcome import Change, Meaning, compare

OUTCOME_SUFFIX = ".outcome.json"


@dataclass(frozen=True, slots=True)
class Held:
    """One replay held against the golden. ``change`` is ``None`` where there is no golden yet."""

    replay: Replay
    golden: Path | None
    change: Change | None

    @property
    def holds(self) -> bool:
        """Whether the outcome means what the golden says; a missing golden holds nothing."""
        return (
            self.change is not None and not self.change.meaning.needs_person and not self.unrunnable
        )

    @property
    def unrunnable(self) -> bool:
        """Whether nothing was compared, since what replay needs is not here: never a failure."""
        return self.replay.status is ReplayStatus.UNRUNNABLE


def golden_of(path: Path) -> Path | None:
    """The golden of the fixture at ``path``, or ``None``.

    Beside ``<name>.<ending>`` it is ``<name>.outcome.json``; in a fixture's own folder it is the one
    named as the folder, or the only one there is.
    """
    if not path.is_dir():
        return next((each for each in _beside(path) if each.is_file()), None)
    goldens = [name for name in list_names(path) if name.endswith(OUTCOME_SUFFIX)]
    own = f"{path.resolve().name}{OUTCOME_SUFFIX}"
    chosen = [own] if own in goldens else goldens if len(goldens) == 1 else []
    return path / chosen[0] if chosen else None


def _beside(path: Path) -> Iterator[Path]:
    """Where the golden of a file may be, the longest name first.

    Of "a.outcome.json" and "a.b.outcome.json" the second is that of "a.b.yaml".
    """
    stem = path.name
    while "." in stem:
        stem = stem.rpartition(".")[0]
        if stem:
            yield path.parent / f"{stem}{OUTCOME_SUFFIX}"


def with_golden(environment: ReplayEnvironment, path: Path) -> ReplayEnvironment:
    """``environment`` with the golden of the fixture at ``path``, if there is one that can be read."""
    try:
        golden = golden_of(path)
        document = parse(read_bytes(golden.parent, golden.name)) if golden is not None else None
    except (WorkbenchError, NotJson, OSError):
        return environment  # checking tells what is wrong with it; a view shows what there is
    return replace(environment, golden=document)


def held_against_golden(fixture: Fixture, path: Path, *, environment: ReplayEnvironment) -> Held:
    """Replay ``fixture`` once and compare with the golden beside ``path``.

    Raises ``Refused`` (code ``bad_golden``) for a golden that is not a JSON object.
    """
    replay = fixture.replay(environment)
    golden = golden_of(path)
    if golden is None:
        return Held(replay, None, None)
    earlier = read_bytes(golden.parent, golden.name)
    if not earlier.strip():
        raise Refused(
            "The golden outcome is empty",
            means="What the fixture should do is not known",
            cure="Restore the file from version control",
            code="bad_golden",
        )
    if replay.status is ReplayStatus.UNRUNNABLE:
        return Held(replay, golden, Change(Meaning.UNRUNNABLE))
    steps_key = family(fixture.family).steps_key
    return Held(replay, golden, compare(earlier, replay.outcome, steps_key=steps_key))
