"""The review of a folder of captures: the one door through which every face goes.

Source: ``spec/review-ux.md``, DESIGN laws 5, 6 and 8. Notebook, terminal and CI call the same
commands and get the same sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import Self

from workbench.core.canonical import JSON
from workbench.core.errors import BadCommand, NotWritten
from workbench.core.fixture import ReplayEnvironment
from workbench.findings import KnownIdentities, NameRemark
from workbench.review import acts, cards, exporting, queueing, undoing, words
from workbench.review.acts import Act
from workbench.review.beginning import begun
from workbench.review.commands import ACTS
from workbench.review.custody import Custody
from workbench.review.glancing import Glances
from workbench.review.held import Ground
from workbench.review.holding import Holding
from workbench.review.keymap import DEFAULT, Keymap
from workbench.review.listing import root_of
from workbench.review.naming import name_remarks, proposed_names
from workbench.review.progress import told
from workbench.review.saving import NotebookCheck, check_notebook
from workbench.review.secret import state_folder
from workbench.review.shapes import (
    Done,
    ExportPlan,
    Item,
    OutcomeCard,
    Progress,
    QueueRow,
    Resumed,
)
from workbench.review.shelf import Shelf
from workbench.review.state import Entry, Payload
from workbench.review.summary import summary
from workbench.review.viewing import View

#: How often a command is decided again because another process wrote in between.
_TRIES = 20


class Review:
    """An open review. Use :meth:`open`; close it, or use it as a context manager.

    ``notice`` is a sentence to show once, "" for none. Safe to call from several threads, one at a
    time. ``repr`` holds no captured value.
    """

    def __init__(
        self, shelf: Shelf, *, promoted: Path, notice: str, keymap: Keymap = DEFAULT
    ) -> None:
        self._shelf = shelf
        self._holding = Holding(shelf)
        self._lock = RLock()
        self._glances = Glances(shelf, self._lock)
        self.folder = shelf.root
        self.promoted = promoted
        self.notice = notice
        self.keymap = keymap

    @classmethod
    def open(
        cls,
        folder: str | Path,
        *,
        promoted: str | Path | None = None,
        known: KnownIdentities | None = None,
        environment: ReplayEnvironment | None = None,
        state: str | Path | None = None,
        custody: Custody | None = None,
        leases: bool = False,
        notebook: str | Path | None = None,
        remember: bool = True,
        anew: bool = False,
        keymap: Keymap = DEFAULT,
    ) -> Review:
        """Open the review of ``folder`` (or of the one capture at that path).

        ``promoted`` defaults to the folder ``promoted`` beside ``folder``. ``known`` are identities
        of the people in the captures, held in memory only; ``None`` means that nobody told who they
        are, and only this machine's own are searched for.
        ``environment`` defaults to the campaigns found beside each capture. ``state`` overrides the
        folder that keeps the key secret. ``custody`` is the store that keeps the captures; without
        one nobody knows how long they may be kept, and with ``leases`` a file beside the journal
        says who works on which, so that two people do not decide on one by accident. ``notebook``
        is the file the review is shown in: nothing that was to go may stand there either. With ``remember=False`` a review that was begun is gone on
        with, but none is begun: where there is no journal, nothing is written anywhere. ``anew``
        looks at the captures as if nobody had decided anything, and keeps nothing. ``keymap`` are
        the keys that sentences name; a face hands in those of its reviewer. Raises
        ``Unreadable`` for a folder that is not there, ``NotWritten`` where the journal cannot be
        opened.
        """
        path = Path(folder)
        target = Path(promoted) if promoted is not None else root_of(path).parent / "promoted"
        shelf, notice = begun(
            path,
            promoted=target,
            known=known,
            environment=environment,
            kept_in=None if anew else state_folder(state),
            begin=remember,
            custody=custody,
            leases=leases,
            notebook=Path(notebook) if notebook is not None else None,
        )
        return cls(shelf, promoted=target, notice=words.sentence(notice), keymap=keymap)

    def queue(self) -> tuple[QueueRow, ...]:
        """Every capture, cheaply: nothing is opened that was not opened before."""
        with self._lock:
            self._shelf.refresh()
            return tuple(queueing.row(self._shelf, one) for one in self._shelf.captures)

    def look_again(self) -> tuple[QueueRow, ...]:
        """List the folder anew: captures that were added or removed since it was opened."""
        with self._lock:
            self._shelf.list()
        return self.queue()

    def counts(self) -> dict[str, int]:
        """How many captures are in each state of ``words.STATES``, and how many are staged."""
        return queueing.counts(self.queue())

    def item(self, key: str, *, progress: Progress | None = None) -> Item:
        """Everything known about one capture; it is loaded, scanned and replayed when first asked.

        A capture that does not load is an item whose ``refusal`` says why. Raises ``BadCommand`` for
        a key that is not in the queue.
        """
        with self._lock:
            self._shelf.refresh()
            with told(progress, 1, "capture", unless=self._shelf.holds(key)):
                return self._shelf.view(key).item

    def glance(self, key: str, *, then: Callable[[str], None]) -> Item:
        """One capture at once, its steps to be read while it is replayed and checked.

        An item of which that still runs is ``pending``, and nothing can be decided on it; ``then`` is
        called with the key, from another thread, when :meth:`item` gives all of it.
        """
        return self._glances.item(key, then=then)

    def item_at(self, number: int) -> Item:
        """The item of that number in the queue, from 1."""
        for capture in self._shelf.captures:
            if capture.number == number:
                return self.item(capture.key)
        raise BadCommand("There is no item of that number", cure="Look at the queue")

    def warm(self, progress: Progress | None = None) -> None:
        """Load, scan and replay every capture. ``progress`` may return false to stop."""
        total = len(self._shelf.captures)
        for done, capture in enumerate(self._shelf.captures):
            if progress is not None and progress(done, total, "capture") is False:
                return
            self._glances.warm(capture.key)
        if progress is not None:
            progress(total, total, "capture")

    def next_item(self, after: str | None = None) -> str | None:
        """The key of the next item that needs a person, deferred ones last; ``None`` when done."""
        return queueing.next_key(self.queue(), after)

    def resume(self) -> Resumed:
        """Where the review goes on, with one line about the last decision."""
        with self._lock:
            rows = self.queue()
            following = queueing.next_key(rows, None)
            return undoing.resumed(self._shelf, rows, following, keymap=self.keymap)

    def do(self, command_id: str, *, item: str | None = None, **payload: JSON) -> Done:
        """Do one command: the only way to change anything. It is on disk when this returns.

        Ids and payloads: ``open``; ``seen`` (``regions``); ``judge`` (``finding``, ``verdict``,
        ``reason``); ``same_as`` (``finding``, ``other``); ``rename`` (``name``, ``reason`` where the
        name check asks); ``approve_outcome`` (``digest``);
        ``minimise`` (``keep``, a word of the family, where it is not to be found out); ``defer``; ``resume``; ``reject``
        (``reason``); ``stage``; ``unstage``; ``export`` (``typed_name`` or ``held=True``, and the
        ``digest`` of the plan that was shown); ``undo``;
        ``redo``. Raises ``BadCommand`` for what is not possible, ``GateClosed`` where a gate does not
        hold yet, ``NotWritten`` where it could not be kept.
        """
        if command_id not in ACTS:
            raise BadCommand("There is no such command", cure=f"Use {words.joined(ACTS, 'or')}")
        with self._lock:
            for _ in range(_TRIES):
                self._shelf.refresh()
                done = self._try(command_id, item, payload)
                if done is not None:
                    return done
        raise NotWritten(
            "Other programs write to this review all the time",
            means="The decision was not kept",
            cure="Press the key again",
            code="journal_locked",
        )

    def _try(self, command_id: str, item: str | None, payload: Payload) -> Done | None:
        """One attempt; ``None`` when another process wrote meanwhile."""
        if command_id in ("undo", "redo"):
            for key in undoing.touched(self._shelf, command_id):
                self._holding.require(key)
            return undoing.step(self._shelf, command_id)
        if item is None:
            raise BadCommand("This command needs an item")
        view = self._shelf.view(item)
        if not self._shelf.note_opened(view):
            return None
        if command_id == "open":
            self._holding.opens(item)
            return Done("", item, frozenset({"item", "queue", "gates"}))
        if command_id == "seen" and (view.item.pending or not self._holding.may_decide(item)):
            return Done("", item)  # whoever only reads has seen nothing for the review
        self._holding.require(item)
        if command_id == "export":
            return exporting.export(self._shelf, self._shelf.view(item), payload, self.promoted)
        acts.require_open(view)
        act = self._act(command_id, self._shelf.view(item), payload)
        if command_id == "seen" and not act.payload.get("regions"):
            return Done("", item)
        kept = self._shelf.append(view.subject, command_id, act.payload)
        return None if kept is None else Done(act.sentence, item, act.changed)

    def _act(self, command_id: str, view: View, payload: Payload) -> Act:
        if command_id == "rename":
            remarks = self._remarks(view, str(payload.get("name", "")))
            return acts.rename(view, payload, remarks=remarks)
        if command_id == "approve_outcome":
            agreed = bool(view.golden) and cards.recording_of(view).agree
            return acts.approve_outcome(view, payload, agreed=agreed)
        if command_id == "stage":
            acts.require_ready(view, "stage")
            exporting.planned(view, self._shelf.notebook)
            return acts.stage(view, payload)
        return acts.PLAIN[command_id](view, payload)

    def changes(self) -> tuple[undoing.Change, ...]:
        """Every command that ``undo`` can take back, newest first, in words."""
        with self._lock:
            self._shelf.refresh()
            return undoing.changes(self._shelf)

    def undo_preview(self, current: str | None = None) -> str:
        """What ``undo`` would take back: "Undo rename on item 12?" where that is not ``current``."""
        with self._lock:
            self._shelf.refresh()
            return undoing.preview(self._shelf, current)

    def name_check(self, item: str, name: str) -> tuple[NameRemark, ...]:
        """What the name check says of a new name, strongest first."""
        with self._lock:
            return self._remarks(self._shelf.view(item), name)

    def _remarks(self, view: View, name: str) -> tuple[NameRemark, ...]:
        state = view.item.item_state
        return name_remarks(view.held, state, name=name, ground=self._ground(view))

    def _ground(self, view: View) -> Ground:
        return self._shelf.ground(self._shelf.capture(view.item.key))

    def name_proposals(self, item: str) -> tuple[str, ...]:
        """Up to three names made of safe facts, each already checked."""
        with self._lock:
            view = self._shelf.view(item)
            state = view.item.item_state
            return proposed_names(view.held, state, ground=self._ground(view))

    def outcome_card(self, item: str, *, progress: Progress | None = None) -> OutcomeCard:
        """The outcome, recorded twice in fresh processes when first asked for."""
        with self._lock:
            view = self._shelf.view(item)
            if view.cure is None:
                acts.require_open(view)
            recorded = view.shown in view.held.recordings
            with told(progress, 2, "replay", unless=recorded):
                return cards.outcome_card(view, self.promoted)

    def export_plan(self, item: str) -> ExportPlan:
        """What an export would write, byte by byte. Raises ``GateClosed`` before the item is ready."""
        with self._lock:
            view = self._shelf.view(item)
            acts.require_ready(view, "export")
            return cards.export_plan(view)

    def can_save(self, notebook: str | Path | None = None) -> NotebookCheck:
        """Whether a notebook holds anything of the open captures; default: the one shown in.

        Raises ``BadCommand`` where it is not known which, ``Unreadable`` where it cannot be read.
        """
        with self._lock:
            path = Path(notebook) if notebook is not None else self._shelf.notebook
            if path is None:
                raise BadCommand(
                    "It is not known which notebook this is",
                    cure="Save it once, or give its path",
                )
            return check_notebook(path, self._shelf.known_values())

    def summary(self) -> tuple[Mapping[str, JSON], ...]:
        """One value-free entry an item, equal on every machine: what review notebooks print (§16)."""
        with self._lock:
            return tuple(summary(self._shelf.view(one.key)) for one in self._shelf.captures)

    def entries(self) -> tuple[Entry, ...]:
        """The journal, value-free, oldest first."""
        with self._lock:
            return self._shelf.journal.entries()

    @property
    def kept_in(self) -> tuple[Path, ...]:
        """The folder of the journal, then the other where it may have been; none where it is in memory."""
        return self._shelf.kept_in

    def close(self) -> None:
        """Close the journal and forget every captured value."""
        with self._lock:
            self._glances.close()
            self._holding.close()
            self._shelf.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Review of {words.count(len(self._shelf.captures), 'capture')}>"
