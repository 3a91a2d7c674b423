"""Which campaign is played: found by its id, or by the file of its document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from workbench.core.discovery import campaign_folders
from workbench.core.errors import NotReplayable
from workbench.core.visible import escaped
from workbench.plays.engine.engine import Engine
from workbench.plays.engines import RUNNING
from workbench.plays.library import Library, open_library
from workbench.plays.playing.game import Game
from workbench.plays.playing.opaque import OpaqueIds, new_id
from workbench.plays.sessions import HostSessions, Ports, Sessions, Shelf

#: Where campaigns are in a checkout, for whoever has none yet.
SAMPLES = Path(__file__).parents[3] / "sample_fixtures" / "campaigns"


def play(
    campaign: str | Path,
    *,
    campaigns: Iterable[str | Path] = (),
    version: str | None = None,
    seed: str | None = None,
) -> Game:
    """A new game of ``campaign``: an id, or the path of a document.

    ``campaigns`` are folders of documents; by default the nearest folder named ``campaigns``, else the
    samples of a checkout. ``seed`` is drawn if it is not given. Raises ``NotReplayable`` for a
    campaign that is not there or cannot be played, ``SessionError`` where the game cannot begin.
    """
    path = Path(campaign)
    if path.is_file():
        folders: Sequence[Path] = (path.parent,)
    else:
        folders = tuple(map(Path, campaigns)) or campaign_folders(Path.cwd()) or (SAMPLES,)
    library = open_library(folders)
    if path.is_file():
        campaign_id, version = _of_file(path, library)
    else:
        campaign_id = str(campaign)
        version = _version(campaign_id, version, library)
    engine = Engine(
        library.archive,
        kinds=library.kinds,
        current={campaign_id: version},
        ids=OpaqueIds(),
    )
    shelf = Shelf(engine, Ports(new_id=new_id), engine_version=RUNNING)
    return Game(
        Sessions(shelf), HostSessions(shelf), campaign_id, folder=folders[0].parent, seed=seed
    )


def _of_file(path: Path, library: Library) -> tuple[str, str]:
    from workbench.plays.documents import read_campaign

    found = read_campaign(path.read_bytes(), library.kinds)
    if library.archive.epoch(found.id, found.version) is None:
        raise _unplayable(library, f"{found.id} {found.version}")
    return found.id, found.version


def _version(campaign_id: str, version: str | None, library: Library) -> str:
    held = [each for held_id, each in library.archive.epochs if held_id == campaign_id]
    if version is None and len(held) == 1:
        return held[0]
    if version is not None and version in held:
        return version
    if held:
        listed = ", ".join(escaped(each) for each in held)
        raise NotReplayable(
            "The campaign is held at several versions"
            if version is None
            else "The campaign is not held at this version",
            means="Versions have no order, so none of them is the newest",
            cure=f"Choose one with --version: {listed}",
            code="campaign_version_missing",
        )
    raise _unplayable(library, campaign_id)


def _unplayable(library: Library, wanted: str) -> NotReplayable:
    """Why a campaign cannot be played: it was refused, or it is not there."""
    for document in library.refused:
        key = document.key or ("", "")
        if wanted in (key[0], " ".join(key)) and document.refusal is not None:
            return NotReplayable(
                "The campaign's document was refused",
                means=str(document.refusal),
                code="campaign_refused",
            )
    ids = sorted({escaped(campaign_id) for campaign_id, _ in library.archive.epochs})
    return NotReplayable(
        "No campaign of this id is in the campaign folders",
        cure=f"Play one of these: {', '.join(ids)}" if ids else "Give a folder with --campaigns",
        code="campaign_withdrawn",
    )
