"""The campaigns of a set of folders, by the id and version they say themselves.

A document that is wrong is kept as refused with its reason: it must not be mistaken for one that is
absent. Source: ``spec/play-sessions.md`` §6.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from os.path import isdir
from pathlib import Path
from stat import S_ISREG

from workbench.core.errors import Refused, Unreadable, WorkbenchError
from workbench.core.files import SourceFile, list_names, read_bytes
from workbench.plays.documents import NoCampaign, read_campaign
from workbench.plays.engine.admission import Admission
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.registry import Archive, Campaign, Epoch, publish
from workbench.plays.engines import kinds_under
from workbench.plays.kinds import available_kinds
from workbench.plays.recorded import Recorded

_MAX_DOCUMENT = 64 * 1024 * 1024  # bytes
_CACHED_DOCUMENTS = 128
_CACHED_LIBRARIES = 16


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """One file of a campaign folder: an epoch, or why it is none.

    ``key`` is ``(id, version)`` where the document says them.
    """

    file: str = field(repr=False)
    key: tuple[str, str] | None = field(repr=False)
    epoch: Epoch | None = field(repr=False)
    refusal: WorkbenchError | None = None


@dataclass(frozen=True, slots=True)
class Library:
    """What the campaign folders hold. ``refused`` are documents no fixture can be replayed on."""

    archive: Archive = field(repr=False)
    kinds: Mapping[str, Kind] = field(repr=False)
    refused: tuple[Document, ...] = ()
    conflicts: frozenset[tuple[str, str]] = field(default=frozenset(), repr=False)
    searched: int = 0

    def under(self, admission: Admission) -> Library:
        """The same campaigns, played under some rules of admission."""
        return replace(self, kinds=kinds_under(admission, self.kinds))

    def missing(self, recorded: Recorded) -> str | None:
        """Why these campaigns cannot play the fixture, as a code; ``None`` if they can."""
        for version in recorded.versions:
            reason = self.why_not(recorded.campaign_id, version)
            if reason is not None:
                return reason
        return None

    def why_not(self, campaign_id: str, version: str) -> str | None:
        """Why these campaigns cannot play one version, as a code; ``None`` if they can."""
        if (campaign_id, version) in self.conflicts:
            return "content_version_conflict"
        if self.archive.epoch(campaign_id, version) is not None:
            return None
        for document in self.refused:
            if document.key == (campaign_id, version) and document.refusal is not None:
                unknown = document.refusal.code == "unknown_kind"
                return "unknown_kind" if unknown else "campaign_refused"
        if not self.searched:
            return "no_campaigns"
        known = {document.key[0] for document in self.refused if document.key}
        if self.archive.knows(campaign_id) or campaign_id in known:
            return "campaign_version_missing"
        return "campaign_withdrawn"


def open_library(folders: Iterable[Path]) -> Library:
    """The campaigns of ``folders``. A folder that is not there holds nothing.

    Documents are read again only when their path, size or time of change differs.
    """
    present = [folder for folder in dict.fromkeys(map(os.path.realpath, folders)) if isdir(folder)]
    documents = tuple(document for folder in present for document in _documents(folder))
    return _library(documents, len(present))


@lru_cache(maxsize=_CACHED_LIBRARIES)
def _library(documents: tuple[Document, ...], searched: int) -> Library:
    held: dict[tuple[str, str], Epoch] = {}
    conflicts: set[tuple[str, str]] = set()
    for document in documents:
        if document.epoch is None or document.key is None:
            continue
        earlier = held.setdefault(document.key, document.epoch)
        if earlier is not document.epoch and (
            earlier.campaign.identity != document.epoch.campaign.identity
        ):
            conflicts.add(document.key)
    archive = Archive(epoch for key, epoch in held.items() if key not in conflicts)
    refused = tuple(document for document in documents if document.refusal is not None)
    return Library(archive, available_kinds(), refused, frozenset(conflicts), searched)


def _documents(folder: str) -> Iterator[Document]:
    for name in list_names(Path(folder)):
        if name.endswith(".json"):
            status = _status(os.path.join(folder, name))
            if status is not None and S_ISREG(status.st_mode):
                yield _current(folder, name, status)


def _current(folder: str, name: str, status: os.stat_result) -> Document:
    try:
        return _document(folder, name, status.st_size, status.st_mtime_ns, status.st_ino)
    except Unreadable as refusal:
        # Not kept: permissions can change without the file changing.
        return Document(name, None, None, refusal)


def _status(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except OSError:
        return None  # gone since it was listed, or a link to nowhere


@lru_cache(maxsize=_CACHED_DOCUMENTS)
def _document(folder: str, name: str, size: int, changed: int, inode: int) -> Document:
    """Read one document. The last three arguments say which state of the file is meant."""
    kinds = available_kinds()
    campaign: Campaign | None = None
    try:
        stored = read_bytes(Path(folder), name, limit=_MAX_DOCUMENT)
        campaign = read_campaign(SourceFile.of(name, stored, limit=_MAX_DOCUMENT).data, kinds)
        if campaign.kind_id not in kinds:
            raise Refused("This build cannot play the campaign's kind", code="unknown_kind")
        epoch = publish(campaign, kinds)
    except Unreadable:
        raise
    except NoCampaign as refusal:
        return Document(name, refusal.key, None, refusal)
    except WorkbenchError as refusal:
        key = None if campaign is None else (campaign.id, campaign.version)
        return Document(name, key, None, refusal)
    return Document(name, (campaign.id, campaign.version), epoch)
