"""Loading one capture: read, replay, scan. Whatever goes wrong becomes a value to be shown."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from workbench.core.discovery import campaign_folders
from workbench.core.errors import Refused, WorkbenchError
from workbench.core.files import Unit, list_names
from workbench.core.fixture import (
    Fixture,
    Replay,
    ReplayEnvironment,
    ReplayStatus,
    beginning_of,
    family,
    open_fixture,
)
from workbench.findings import KnownIdentities, Policy, Scan, policy_for, scan
from workbench.findings.policy import policy_file

#: From here on the first steps are shown before the whole file is read.
LARGE = 16 * 1024 * 1024  # bytes, stored

Signature: TypeAlias = tuple[object, ...]


@dataclass(frozen=True)
class Loaded:
    """What was read from disk, before any decision. Costly to make, so it is kept."""

    path: Path = field(repr=False)
    signature: Signature = field(repr=False)
    environment: ReplayEnvironment = field(repr=False)
    fixture: Fixture | None = field(default=None, repr=False)
    refusal: WorkbenchError | None = None
    replay: Replay | None = field(default=None, repr=False)
    scan: Scan | None = field(default=None, repr=False)
    policy: Policy = field(default_factory=Policy, repr=False)

    @property
    def family_title(self) -> str:
        return family(self.fixture.family).title if self.fixture else ""

    @property
    def step_noun(self) -> str:
        return family(self.fixture.family).step_noun if self.fixture else "step"

    #: Whether only the beginning was read, to be shown while the rest is.
    partial: bool = False

    @property
    def pending(self) -> bool:
        """Whether the replay and the checks of what was read are still to come."""
        return self.fixture is not None and self.replay is None

    @property
    def size(self) -> int:
        """Unpacked bytes of the capture's files."""
        return sum(len(file.data) for file in self.fixture.files) if self.fixture else 0

    @property
    def issuers(self) -> str:
        return family(self.fixture.family).issuers if self.fixture else "nothing before it"

    @property
    def steps_key(self) -> str:
        return family(self.fixture.family).steps_key if self.fixture else "steps"


def load(
    path: Path,
    *,
    known: KnownIdentities,
    environment: ReplayEnvironment | None,
    secret: bytes,
) -> Loaded:
    """Read, replay and scan the capture at ``path``. Never raises for what is in it."""
    return completed(opened(path, environment=environment), known=known, secret=secret)


def opened(path: Path, *, environment: ReplayEnvironment | None) -> Loaded:
    """The capture at ``path``, read and not yet replayed or scanned. Never raises for its content."""
    surroundings = environment or ReplayEnvironment(campaigns=campaign_folders(path.parent))
    loaded = Loaded(path, signature(path), surroundings)
    try:
        policy = policy_for(path)
        fixture = open_fixture(path)
    except WorkbenchError as error:
        return replace(loaded, refusal=error)
    except Exception as error:  # a reader's own fault: its message may quote the capture
        return replace(loaded, refusal=_stopped(error))
    return replace(loaded, fixture=fixture, policy=policy, signature=signature(path, fixture))


def begun(path: Path, *, environment: ReplayEnvironment | None) -> Loaded | None:
    """The first steps of a large capture; ``None`` for one that is better read whole at once."""
    if stored_size(path) < LARGE:
        return None
    surroundings = environment or ReplayEnvironment(campaigns=campaign_folders(path.parent))
    try:
        fixture = beginning_of(path)
    except Exception:
        return None  # reading all of it says what is wrong
    if fixture is None:
        return None
    return Loaded(path, signature(path, fixture), surroundings, fixture=fixture, partial=True)


def stored_size(path: Path) -> int:
    """Bytes of a capture's files as they are stored."""
    paths = [path / name for name in _names(path)] if path.is_dir() else [path]
    return sum(found[0] for each in paths if (found := _stat(each)) is not None)


def completed(loaded: Loaded, *, known: KnownIdentities, secret: bytes) -> Loaded:
    """What was read, replayed and scanned; a refused capture as it is."""
    if loaded.partial:
        return load(loaded.path, known=known, environment=loaded.environment, secret=secret)
    if loaded.fixture is None:
        return loaded
    return loaded_again(loaded, loaded.fixture, known=known, secret=secret)


def loaded_again(
    loaded: Loaded, fixture: Fixture, *, known: KnownIdentities, secret: bytes
) -> Loaded:
    """What was loaded, with ``fixture`` in the place of its fixture: replayed and scanned anew."""
    replay = replayed(fixture, loaded.environment)
    found = _scanned(fixture, known=known, replay=replay, secret=secret, policy=loaded.policy)
    with suppress(Exception):  # whoever looks at them is told
        _ = fixture.notes  # looked for here, where nobody waits for them
    return replace(loaded, fixture=fixture, replay=replay, scan=found)


def replayed(fixture: Fixture, environment: ReplayEnvironment) -> Replay:
    """One replay in this process; what it raises is told as a result."""
    try:
        return fixture.replay(environment)
    except WorkbenchError as error:
        return Replay(ReplayStatus.UNRUNNABLE, engine="", sentence=str(error), reason=error.code)
    except Exception as error:
        sentence = f"The replay stopped with an error of class {type(error).__name__}"
        return Replay(ReplayStatus.FAULT, engine="", sentence=sentence, reason="stopped")


def _scanned(
    fixture: Fixture, *, known: KnownIdentities, replay: Replay, secret: bytes, policy: Policy
) -> Scan | None:
    try:
        return scan(fixture, known=known, replay=replay, key=secret, policy=policy)
    except Exception:
        return None  # shown as "not run": silence is never clean


def signature(path: Path, fixture: Fixture | None = None) -> Signature:
    """What changes when the capture's files do, or the project's policy: names, sizes, times of change."""
    folder = path if path.is_dir() else path.parent
    if fixture is not None:
        names = tuple(file.name for file in fixture.files)
    else:
        names = _names(folder) if path.is_dir() else (path.name,)
    listing = _names(folder) if path.is_dir() else ()
    policy = policy_file(path)
    kept = (str(policy), _stat(policy)) if policy is not None else ()
    return (listing, tuple(_stat(folder / name) for name in names), kept)


def _names(folder: Path) -> tuple[str, ...]:
    try:
        return list_names(folder)
    except WorkbenchError:
        return ()


def _stat(path: Path) -> tuple[int, int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_size, status.st_mtime_ns, status.st_ino)


def label_of(path: Path) -> str:
    """The name a capture goes by. Captured text."""
    name = "." if path.is_dir() else path.name
    return Unit(path if name == "." else path.parent, name).label


def _stopped(error: Exception) -> Refused:
    return Refused(
        f"The reader stopped with an error of class {type(error).__name__}",
        means="The capture was not changed, and cannot be reviewed with this version",
        cure="Report it with the class above; it holds no captured text",
        code="reader_stopped",
    )
