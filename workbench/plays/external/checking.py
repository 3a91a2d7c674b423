"""``workbench engine check``: the named checks of one command, a line each."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import typer

from workbench.core.discovery import campaign_folders, discover
from workbench.core.errors import WorkbenchError
from workbench.core.fixture import ReplayEnvironment, ReplayStatus, open_fixture
from workbench.core.goldens import golden_of
from workbench.core.outcome import read_golden
from workbench.plays.external.conformance import FAILED, PASSED, SKIPPED, Conformance, Sample
from workbench.plays.external.process import Limits, running
from workbench.plays.fixture import PlayFixture

SCHEMA = "fixture-workbench/1"
#: The samples of a checkout.
SAMPLES = Path(__file__).parents[3] / "sample_fixtures"
_MARKS = {PASSED: "ok", FAILED: "FAILED", SKIPPED: "skipped"}


def run(
    command: Sequence[str],
    *,
    plays: Sequence[Path],
    campaigns: Sequence[Path],
    seconds: float,
    as_json: bool,
) -> int:
    """Check ``command``. Returns 0 when no check failed, 1 when one did.

    Raises ``EngineProblem`` for a command that cannot be started, ``Unreadable`` for a path that is
    not there.
    """
    with running(command, Limits()):
        pass  # a command that cannot be started fails before any check
    chosen = tuple(plays) or tuple(path for path in (SAMPLES,) if path.is_dir())
    folders = tuple(campaigns) or (campaign_folders(chosen[0]) if chosen else ())
    checks = Conformance(
        command,
        tuple(samples_in(chosen, folders)),
        campaigns=folders,
        limits=Limits(start=seconds, answer=seconds, end=seconds),
    )
    seen: Counter[str] = Counter()
    for check in checks.run():
        seen[check.result] += 1
        if as_json:
            line = {"schema": SCHEMA, "command": "engine check", **check.to_json()}
            typer.echo(json.dumps(line))
        else:
            typer.echo(f"{_MARKS[check.result]:8}{check.name}: {check.sentence}")
    if not as_json:
        counts = ", ".join(f"{number} {word}" for word, number in sorted(seen.items()))
        typer.echo(f"{seen.total()} checks: {counts}")
    return 1 if seen[FAILED] else 0


def samples_in(paths: Sequence[Path], campaigns: Sequence[Path]) -> Iterator[Sample]:
    """The plays at and below ``paths``, each with the outcome it must have.

    That is its golden where one stands beside it, else what the built-in engine gives on the same
    campaigns. A capture that is refused is no sample.
    """
    environment = ReplayEnvironment(campaigns=tuple(campaigns))
    for path in discover(paths):
        try:
            fixture = open_fixture(path)
            if isinstance(fixture, PlayFixture):
                yield _sample(fixture, path, environment)
        except WorkbenchError:
            continue


def _sample(fixture: PlayFixture, path: Path, environment: ReplayEnvironment) -> Sample:
    golden = golden_of(path)
    if golden is not None:
        return Sample(fixture.recorded, read_golden(golden.read_bytes()))
    replay = fixture.replay(environment)
    known = replay.status is ReplayStatus.REPLAYED
    return Sample(fixture.recorded, replay.outcome if known else None)
