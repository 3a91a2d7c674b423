"""``workbench minimise``: one play made shorter, into a new file beside it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from workbench.core.canonical import JSON
from workbench.core.discovery import campaign_folders
from workbench.core.engine_choice import chosen_engines
from workbench.core.errors import BadCommand
from workbench.core.files import list_names, read_bytes, safe_name
from workbench.core.fixture import ReplayEnvironment, open_fixture
from workbench.core.goldens import golden_of
from workbench.core.outcome import read_golden
from workbench.core.visible import escaped
from workbench.plays.fixture import PlayFixture
from workbench.plays.minimising.kept import Keep
from workbench.plays.minimising.shortening import Minimised, minimise
from workbench.plays.sentences import counted
from workbench.plays.writing import ENDING, fixture_bytes, write_capture

SCHEMA = "fixture-workbench/1"
_EVERY = 50  # replays between two words on standard error


def run(
    path: Path,
    *,
    output: Path | None,
    keep: Keep,
    at: int | None,
    golden: Path | None,
    budget: int,
    campaigns: Sequence[Path],
    engines: Sequence[str],
    as_json: bool,
) -> int:
    """Minimise the play at ``path``. Nothing is written before the result was proved by a replay.

    Raises what :func:`minimise` raises, ``Refused`` for a file that is no play, ``BadCommand`` for a
    target that cannot be used, ``NotWritten`` for one that is there already.
    """
    fixture = open_fixture(path)
    if not isinstance(fixture, PlayFixture):
        raise BadCommand(
            "This fixture is not a play", cure="Only the submissions of a play can be left out"
        )
    target = output or _beside(path)
    _check_target(target)
    result = minimise(
        fixture.recorded,
        ReplayEnvironment(
            campaigns=tuple(campaigns) or campaign_folders(path), engines=chosen_engines(engines)
        ),
        keep=keep,
        at=at,
        golden=_golden(golden or golden_of(path)),
        budget=budget,
        progress=_told if sys.stderr.isatty() else None,
    )
    if sys.stderr.isatty():
        typer.echo("\r\x1b[K", err=True, nl=False)
    if result.shorter:
        named = replace(result.recorded, name=target.name.removesuffix(ENDING))
        write_capture(target, fixture_bytes(named.to_json()))
    _say(path, target if result.shorter else None, result, as_json=as_json)
    return 0


def _beside(path: Path) -> Path:
    if any(name.endswith(".review.json") for name in list_names(path.parent)):
        raise BadCommand(
            "This play is promoted, and its folder holds what was reviewed and nothing else",
            cure="Name another place with --output",
        )
    stem = path.name.removesuffix(ENDING).removesuffix(".json")
    return path.with_name(f"{stem}-min{ENDING}")


def _check_target(target: Path) -> None:
    if not safe_name(target.name).endswith(ENDING):
        raise BadCommand(
            "The output is not named as a play is", cure=f"Let its name end with {ENDING}"
        )
    if target.exists():
        raise BadCommand(
            "The output is there already",
            means="Nothing is ever written over a capture",
            cure="Name another file with --output",
        )


def _golden(path: Path | None) -> Mapping[str, Any] | None:
    if path is None:
        return None
    value = read_golden(read_bytes(path.parent, path.name))
    return value if isinstance(value, dict) else None


def _told(replays: int, left: int) -> None:
    if replays % _EVERY == 1:
        words = f"{counted(replays, 'replay')}, {counted(left, 'submission')} left "
        typer.echo(f"\r\x1b[K{words}", err=True, nl=False)


def _say(path: Path, target: Path | None, result: Minimised, *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(_record(path, target, result)))
        return
    after = len(result.numbers)
    typer.echo(f"Kept: {result.kept.sentence}.")
    if target is None:
        typer.echo(f"{counted(result.before, 'submission')}: none can be left out.")
    else:
        typer.echo(
            f"{counted(result.before, 'submission')} → {after:,}, "
            f"{counted(result.replays, 'replay')}: {escaped(target.as_posix())}"
        )
    if result.minimal:
        typer.echo("Leaving out any single one of them was tried: then it is no longer the same.")
    else:
        typer.echo("The budget of replays ran out, so it may get shorter still (--budget).")


def _record(path: Path, target: Path | None, result: Minimised) -> dict[str, JSON]:
    return {
        "schema": SCHEMA,
        "command": "minimise",
        "path": str(path),
        "output": None if target is None else str(target),
        "kept": result.kept.sentence,
        "before": result.before,
        "after": len(result.numbers),
        "submissions": list(result.numbers),
        "replays": result.replays,
        "minimal": result.minimal,
    }
