"""The review of a folder of captures: the one door through which every face goes.

Source: ``spec/review-ux.md``, DESIGN laws 5, 6 and 8. Notebook, terminal and CI call the same
commands and get the same sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from workbench.core.canonical import JSON
from workbench.core.fixture import ReplayEnvironment
from workbench.findings import KnownIdentities, NameRemark
from workbench.review.shapes import (
    Done,
    ExportPlan,
    Item,
    OutcomeCard,
    Progress,
    QueueRow,
    Resumed,
)


class Review:
    """An open review. Use :meth:`open`; close it, or use it as a context manager."""

    folder: Path
    promoted: Path
    notice: str  # said once by a face: where the journal is, when not in the folder

    @classmethod
    def open(
        cls,
        folder: str | Path,
        *,
        promoted: str | Path | None = None,
        known: KnownIdentities | None = None,
        environment: ReplayEnvironment | None = None,
        state: str | Path | None = None,
        days_left: Callable[[Path], int | None] | None = None,
    ) -> Review:
        """Open the review of ``folder`` (or of the one capture at that path).

        ``promoted`` defaults to the folder ``promoted`` beside ``folder``. ``known`` are identities
        of the people in the captures, held in memory only; ``None`` means this machine's own.
        ``environment`` defaults to the campaigns found beside each capture. ``state`` overrides the
        folder that keeps the key secret. Raises ``Unreadable`` for a folder that is not there,
        ``NotWritten`` where the journal cannot be opened.
        """
        raise NotImplementedError

    def queue(self) -> tuple[QueueRow, ...]:
        """Every capture, cheaply: nothing is opened that was not opened before."""
        raise NotImplementedError

    def counts(self) -> dict[str, int]:
        """How many captures are in each state of ``words.STATES``, and how many are staged."""
        raise NotImplementedError

    def item(self, key: str, *, progress: Progress | None = None) -> Item:
        """Everything known about one capture; it is loaded, scanned and replayed when first asked.

        A capture that does not load is an item whose ``refusal`` says why. Raises ``BadCommand`` for
        a key that is not in the queue.
        """
        raise NotImplementedError

    def item_at(self, number: int) -> Item:
        """The item of that number in the queue, from 1."""
        raise NotImplementedError

    def warm(self, progress: Progress | None = None) -> None:
        """Load, scan and replay every capture. ``progress`` may return false to stop."""
        raise NotImplementedError

    def next_item(self, after: str | None = None) -> str | None:
        """The key of the next item that needs a person, deferred ones last; ``None`` when done."""
        raise NotImplementedError

    def resume(self) -> Resumed:
        """Where the review goes on, with one line about the last decision."""
        raise NotImplementedError

    def do(self, command_id: str, *, item: str | None = None, **payload: JSON) -> Done:
        """Do one command: the only way to change anything. It is on disk when this returns.

        Ids and payloads: ``open``; ``seen`` (``regions``); ``judge`` (``finding``, ``verdict``,
        ``reason``); ``same_as`` (``finding``, ``other``); ``rename`` (``name``, ``reason`` where the
        name check asks); ``approve_outcome`` (``digest``); ``defer``; ``resume``; ``reject``
        (``reason``); ``stage``; ``unstage``; ``export`` (``typed_name`` or ``held=True``); ``undo``;
        ``redo``. Raises ``BadCommand`` for what is not possible, ``GateClosed`` where a gate does not
        hold yet, ``NotWritten`` where it could not be kept.
        """
        raise NotImplementedError

    def undo_preview(self, current: str | None = None) -> str:
        """What ``undo`` would take back: "Undo rename on item 12?" where that is not ``current``."""
        raise NotImplementedError

    def name_check(self, item: str, name: str) -> tuple[NameRemark, ...]:
        """What the name check says of a new name, strongest first."""
        raise NotImplementedError

    def name_proposals(self, item: str) -> tuple[str, ...]:
        """Up to three names made of safe facts, each already checked."""
        raise NotImplementedError

    def outcome_card(self, item: str, *, progress: Progress | None = None) -> OutcomeCard:
        """The outcome, recorded twice in fresh processes when first asked for."""
        raise NotImplementedError

    def export_plan(self, item: str) -> ExportPlan:
        """What an export would write, byte by byte. Raises ``GateClosed`` before the item is ready."""
        raise NotImplementedError

    def summary(self) -> tuple[Mapping[str, JSON], ...]:
        """One value-free entry an item, equal on every machine: what review notebooks print (§16)."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the journal and forget every captured value."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
