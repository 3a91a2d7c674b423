"""Beginning a review, or going on with one: the journal, the key and the memory of it."""

from __future__ import annotations

from pathlib import Path
from secrets import token_bytes

from workbench.core.fixture import ReplayEnvironment
from workbench.findings import KnownIdentities, machine_identities, policy_for
from workbench.review import elsewhere, words
from workbench.review.custody import Custody
from workbench.review.journal import Journal, has_journal, journal_path
from workbench.review.leases import FOLDER as LEASES
from workbench.review.leases import FolderCustody
from workbench.review.listing import captures, place_tag, root_of
from workbench.review.promotion import taken_names
from workbench.review.secret import SECRET_LENGTH, key_secret, tag
from workbench.review.shelf import Shelf


def begun(
    path: Path,
    *,
    promoted: Path,
    known: KnownIdentities | None,
    environment: ReplayEnvironment | None,
    kept_in: Path | None,
    begin: bool,
    custody: Custody | None,
    leases: bool,
    notebook: Path | None,
) -> tuple[Shelf, str]:
    """The memory of the review of ``path``, and a sentence to show once.

    ``kept_in`` is the user state folder; without one nothing that was decided is looked at and nothing
    is kept. Without ``begin`` a review that was begun is gone on with, and none is begun. Raises
    ``Unreadable`` for a folder that is not there, ``NotWritten`` where the journal cannot be opened.
    """
    root = root_of(path)
    policy_for(root)  # a wrong project policy is told now, not at the first capture
    place: Path | None = None
    both: tuple[Path, Path] | None = None
    secret, notice = token_bytes(SECRET_LENGTH), ""
    if kept_in is not None and (begin or has_journal(root)):
        secret = key_secret(kept_in)
        both = elsewhere.places(root, kept_in, tag=tag(secret, "folder", str(root)))
        place, notice = journal_path(*both)
    journal = Journal(place)
    if both is not None:
        notice = " ".join(filter(None, [words.sentence(notice), _brought(journal, both)]))
    keeper: Custody = custody or FolderCustody(
        place.parent / LEASES if leases and place is not None else None,
        tag=lambda unit: place_tag(secret, unit.relative_to(root).as_posix()),
    )
    shelf = Shelf(
        root=root,
        listing=lambda: captures(
            path, root, promoted=promoted, secret=secret, days_left=keeper.days_left
        ),
        journal=journal,
        secret=secret,
        known=machine_identities() if known is None else known,
        given=known is not None,
        custody=keeper,
        notebook=notebook,
        environment=environment,
        kept_in=tuple(path.parent for path in sorted(both or (), key=lambda path: path != place)),
        taken=lambda: tuple(taken_names(promoted)),
    )
    return shelf, notice


def _brought(journal: Journal, both: tuple[Path, Path]) -> str:
    """What was decided in the other place is in this journal now; a sentence where it is not."""
    try:
        return elsewhere.bring(journal, beside=both[0], elsewhere=both[1])
    except BaseException:
        journal.close()
        raise
