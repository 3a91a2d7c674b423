"""What a fork of the format may name differently, and where a replay's files come from.

Source: ``spec/session-logs.md`` §§1, 19.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from workbench.session_logs.errors import DEFAULT_PREFIX, ReplayError
from workbench.session_logs.header import NEWEST_GENERATION

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Settings:
    """Names and bounds of a replay; the defaults are those of the format itself.

    ``prefix`` starts every message of the replay module (messages of the log's parser have none).
    The three variables are read where a file is not given. ``session_format`` is the generation that
    the agent under test writes; a replay that cannot read it does not load. ``session_header`` is the
    HTTP header that names the live session, and ``max_body`` the largest request that is read, in bytes.
    """

    prefix: str = DEFAULT_PREFIX
    file_variable: str = "DSH_SNAPSHOT_FILE"
    override_variable: str = "DSH_SNAPSHOT_OVERRIDE"
    children_variable: str = "DSH_SNAPSHOT_CHILD_FILES"
    session_format: int = NEWEST_GENERATION
    session_header: str = "x-session-id"
    max_body: int = 64 * MEGABYTE


DEFAULT_SETTINGS = Settings()


@dataclass(frozen=True, slots=True)
class Sources:
    """The files of one scenario: the parent's log, its children in order, and a sidecar or none."""

    file: Path
    children: tuple[Path, ...] = ()
    override: Path | None = None


def sources(
    file: str | Path | None = None,
    *,
    children: Sequence[str | Path] | None = None,
    override: str | Path | None = None,
    settings: Settings = DEFAULT_SETTINGS,
    environment: Mapping[str, str] | None = None,
) -> Sources:
    """What is given, else what the environment names.

    An explicit list of children wins even if it is empty; an explicit empty ``file`` is none.
    Raises ``ReplayError`` (``no_fixture``) without a file.
    """
    found = os.environ if environment is None else environment
    parent = found.get(settings.file_variable, "") if file is None else file
    if parent == "":
        raise ReplayError(
            f"{settings.prefix}a fixture path is required "
            f"(Config.file or ${settings.file_variable})",
            code="no_fixture",
        )
    if children is None:
        listed = found.get(settings.children_variable, "")
        children = listed.split(os.pathsep) if listed else ()
    sidecar = found.get(settings.override_variable, "") if override is None else override
    return Sources(
        Path(parent),
        tuple(map(Path, children)),
        None if str(sidecar) == "" else Path(sidecar),
    )
