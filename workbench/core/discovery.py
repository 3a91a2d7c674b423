"""Finding fixtures in folders, by what the families say may be one.

Listing is cheap: names first, and a look at the head of a file only where a name alone would make
noise. What looks like a capture but does not load is kept, so that it can be shown as refused.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from workbench.core.errors import Unreadable
from workbench.core.files import Unit, list_names
from workbench.core.fixture import Family, families

#: Written by promotion beside a fixture; never a fixture.
COMPANIONS = (".outcome.json", ".review.json")
#: Folders that hold what replay needs or what tools leave, never captures.
SKIPPED_FOLDERS = frozenset({"campaigns", "node_modules", "__pycache__"})


def discover(
    paths: Iterable[str | Path], *, known: Sequence[Family] | None = None
) -> tuple[Path, ...]:
    """The fixtures at and below ``paths``, in the order given, each folder in name order.

    A path that is a file is taken as it is. Raises ``Unreadable`` for a path that is not there.
    """
    members = families() if known is None else known
    found: dict[Path, None] = {}
    for path in map(Path, paths):
        if path.is_dir():
            found.update(dict.fromkeys(_below(path, members, only_recognised=False)))
        elif path.exists():
            found[path] = None
        else:
            raise Unreadable("Nothing is at this path", cure="Check the path")
    return tuple(found)


def _below(folder: Path, members: Sequence[Family], *, only_recognised: bool) -> Iterator[Path]:
    names = list_names(folder)
    folders, links = _folders(folder)
    files = [
        name
        for name in names
        if name not in folders and name not in links and not name.endswith(COMPANIONS)
    ]
    claims = {member.name: set(member.candidates(files)) for member in members}
    owners = [member for member in members if "." in claims[member.name]]
    if owners:
        yield folder
        # The other files of a scenario are its furniture, unless their content says otherwise.
        only_recognised = True
    owned = {name for owner in owners for name in claims[owner.name]}
    wanted = {name for claim in claims.values() for name in claim} - owned - {"."}
    for name in names:
        path = folder / name
        if name in folders:
            if name not in SKIPPED_FOLDERS:
                yield from _below(path, members, only_recognised=only_recognised)
        elif name in wanted and (not only_recognised or _recognised(path, members)):
            yield path


def _folders(folder: Path) -> tuple[frozenset[str], frozenset[str]]:
    """The names of the folders in a folder, and of the links to folders, without a look at each file."""
    try:
        with os.scandir(folder) as entries:
            found = [(entry.name, entry.is_symlink()) for entry in entries if entry.is_dir()]
    except OSError:
        raise Unreadable("The folder cannot be listed", cure="Check its permissions") from None
    return (
        frozenset(name for name, link in found if not link),
        frozenset(name for name, link in found if link),
    )


def is_fixture(folder: Path) -> bool:
    """Whether a folder is itself one fixture, and not a folder of fixtures."""
    return next(_below(folder, families(), only_recognised=False), None) == folder


def _recognised(path: Path, members: Sequence[Family]) -> bool:
    try:
        unit = Unit.at(path)
    except Unreadable:
        return False
    return any(member.recognise(unit).matches for member in members)


def campaign_folders(start: Path) -> tuple[Path, ...]:
    """The nearest folder named ``campaigns`` beside ``start`` or beside a folder above it."""
    for folder in (start, *start.resolve().parents):
        candidate = folder / "campaigns"
        if candidate.is_dir():
            return (candidate,)
    return ()
