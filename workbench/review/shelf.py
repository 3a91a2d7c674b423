"""What an open review keeps in memory: the listing, the folded journal, and the last items looked at.

A capture is loaded when it is first asked for, and again when its files change.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from workbench.core.errors import BadCommand, Expired
from workbench.core.files import list_names
from workbench.core.fixture import ReplayEnvironment
from workbench.findings import KnownIdentities
from workbench.review import words
from workbench.review.custody import Custody
from workbench.review.held import Ground, Held
from workbench.review.journal import Journal
from workbench.review.listing import Capture, place_tag
from workbench.review.loading import (
    Loaded,
    begun,
    completed,
    load,
    loaded_again,
    opened,
    signature,
)
from workbench.review.secret import tag
from workbench.review.shapes import QueueRow
from workbench.review.state import START, Entry, ItemState, Payload, ReviewState, fold
from workbench.review.verdicts import is_judged, verdict_of
from workbench.review.viewing import View, view

#: How many loaded captures are kept; the rest is loaded again when it is looked at again.
KEPT = 24
MOST = 256 * 1024 * 1024  # bytes of unpacked files


class Shelf:
    """The memory of one open review."""

    def __init__(
        self,
        *,
        root: Path,
        listing: Callable[[], tuple[Capture, ...]],
        journal: Journal,
        secret: bytes,
        known: KnownIdentities,
        given: bool,
        environment: ReplayEnvironment | None,
        taken: Callable[[], tuple[str, ...]],
        custody: Custody,
        notebook: Path | None = None,
        kept_in: tuple[Path, ...] = (),
    ) -> None:
        self.root = root
        self.kept_in = kept_in
        self.captures: tuple[Capture, ...] = ()
        self.journal = journal
        self.rows: dict[str, tuple[ItemState, QueueRow]] = {}
        self._listing = listing
        self._by_key: dict[str, Capture] = {}
        self._secret = secret
        self._known = known
        self._given = given
        self.custody = custody
        self.notebook = notebook
        self._environment = environment
        self._taken = taken
        self._held: OrderedDict[str, Held] = OrderedDict()
        self._state = fold(journal.entries())
        self._contents = _by_content(self._state)
        self.list()

    def list(self) -> None:
        """Read which captures there are."""
        self.captures = self._listing()
        self._by_key = {capture.key: capture for capture in self.captures}

    @property
    def state(self) -> ReviewState:
        return self._state

    def refresh(self) -> None:
        """Fold the journal again if another process wrote to it."""
        if self.journal.changed():
            self._set(fold(self.journal.entries()))

    def append(self, item: str, command: str, payload: Payload) -> Entry | None:
        """Keep one entry; ``None`` when another process wrote first."""
        entry = self.journal.append(item, command, payload, after=self._state.last)
        if entry is None:
            # Also where this process was stopped between the writing and the remembering.
            self._set(fold(self.journal.entries()))
        else:
            self._set(fold([entry], after=self._state))
        return entry

    def _set(self, state: ReviewState) -> None:
        if state.opened != self._state.opened:
            self._contents = _by_content(state)
        self._state = state

    def ground(self, capture: Capture) -> Ground:
        """What the view of a capture needs from the review."""
        recorded = self.custody.known(capture.path)
        known = self._known.joined(recorded) if recorded is not None else self._known
        given = known.given and (self._given or recorded is not None)
        return Ground(known, self._secret, self._taken(), given)

    def capture(self, key: str) -> Capture:
        """The capture of that key. Raises ``BadCommand``."""
        if key not in self._by_key:
            raise BadCommand("This item is not in the queue", cure="Look at the queue")
        return self._by_key[key]

    def unit(self, key: str) -> Path | None:
        """Where the capture of that key stands, if it is still listed."""
        capture = self._by_key.get(key)
        return capture.path if capture is not None else None

    def holds(self, key: str) -> bool:
        """Whether the capture is loaded."""
        return key in self._held

    def view(self, key: str) -> View:
        """The item of that key as it is now, loaded if it has to be."""
        capture = self.capture(key)
        ground = self.ground(capture)
        held = self._expired(capture) or self._load(capture, ground.known)
        subject, changed = self._subject(capture, held)
        state = self._state.item(subject)
        now = view(
            capture,
            self._shown(held, state, ground.known),
            subject=subject,
            state=state,
            opened=capture.key in self._state.opened,
            ground=ground,
        )
        carried = self._carried(now, changed=changed)
        now = replace(now, item=replace(now.item, carried=carried))
        if changed:
            now = with_notice(now, changed_on_disk(len(now.item.open_findings)))
        lease = self.custody.taken(capture.path)
        return now if lease is None else with_notice(now, words.leased(lease.minutes))

    def _expired(self, capture: Capture) -> Held | None:
        """What is shown of a capture whose time is over: nothing is read of it any more."""
        left = self.custody.days_left(capture.path)
        if left is None or left > 0:
            return None
        self._held.pop(capture.key, None)
        loaded = Loaded(capture.path, (), ReplayEnvironment(), refusal=Expired())
        return Held.of(loaded, self._secret)

    def _load(self, capture: Capture, known: KnownIdentities) -> Held:
        held = self._held.get(capture.key)
        if held is not None:
            if signature(capture.path, held.loaded.fixture) == held.loaded.signature:
                self._held.move_to_end(capture.key)
                return held
            self._held.pop(capture.key)
        loaded = load(capture.path, known=known, environment=self._environment, secret=self._secret)
        return self._hold(capture.key, loaded)

    def glance(self, key: str) -> Loaded | None:
        """Read a capture that is not loaded, and hold it as far as it goes.

        Returns what is still to be replayed and scanned; ``None`` where nothing is.
        """
        capture = self.capture(key)
        if self.holds(key) or self._expired(capture) is not None:
            return None
        begin = begun(capture.path, environment=self._environment)
        loaded = begin or opened(capture.path, environment=self._environment)
        self._hold(key, loaded)
        return loaded if loaded.pending else None

    def checked(self, loaded: Loaded, *, key: str) -> Loaded:
        """What was read, replayed and scanned: the costly part, which touches nothing held here."""
        known = self.ground(self.capture(key)).known
        return completed(loaded, known=known, secret=self._secret)

    def settle(self, key: str, read: Loaded, loaded: Loaded) -> None:
        """Hold the result of the checks, if what was read is still what is held."""
        held = self._held.get(key)
        if held is not None and held.loaded is read:
            self._hold(key, loaded)

    def _hold(self, key: str, loaded: Loaded) -> Held:
        self._held[key] = held = Held.of(loaded, self._secret)
        while len(self._held) > 1 and self._too_much():
            self._held.popitem(last=False)
        return held

    def _shown(self, held: Held, state: ItemState, known: KnownIdentities) -> Held:
        """What is reviewed of a capture: all of it, or the steps a person kept of this content."""
        kept, fixture = state.shortened, held.loaded.fixture
        if kept is None or fixture is None or held.loaded.pending or kept.content != held.content:
            return held
        if kept not in held.shorter:
            part = fixture.with_steps(kept.steps)
            loaded = loaded_again(held.loaded, part, known=known, secret=self._secret)
            held.shorter[kept] = Held.of(loaded, self._secret)
            held.shorter[kept].whole = held.content
        return held.shorter[kept]

    def _too_much(self) -> bool:
        return len(self._held) > KEPT or sum(held.size for held in self._held.values()) > MOST

    def _subject(self, capture: Capture, held: Held) -> tuple[str, bool]:
        """The item's key in the journal, and whether its content changed since it was opened.

        An item is what it was when first seen at its place; a file that moved is found by its
        content, and a copy of one has a review of its own; a promoted item is closed, so that a
        capture changed after it starts anew.
        """
        opened = self._state.opened.get(capture.key)
        if not held.content:
            return (opened[0] if opened else "", False)
        if opened is None:
            return (self._unopened(capture, held.content), False)
        subject, content = opened
        if content == held.content:
            return (subject, False)
        if self._state.item(subject).exported:
            return (held.content, False)
        return (subject, True)

    def _unopened(self, capture: Capture, content: str) -> str:
        """A content met at a new place: the file that moved, or one more copy with its own review."""
        homes = self._contents.get(content)
        if not homes:
            return content
        moved = [subject for place, subject in homes.items() if place not in self._present()]
        if moved:
            return moved[-1]
        return tag(self._secret, "copy", content, capture.key)

    def _present(self) -> set[str]:
        """The tags of the places that hold something now, whether it is shown or not."""
        beside = (place_tag(self._secret, name) for name in list_names(self.root))
        return {*self._by_key, *beside}

    def _carried(self, now: View, *, changed: bool) -> frozenset[str]:
        """The findings whose verdict was given before the file changed (``spec/review-ux.md`` §5.6)."""
        earlier = self._state.carried.get(now.subject, frozenset())
        return frozenset(
            finding.key
            for finding in now.item.findings
            if (changed or finding.key in earlier)
            and is_judged(verdict_of(now.item.item_state, finding.key))
        )

    def note_opened(self, now: View) -> bool:
        """Keep which content stands at the item's place. False when another process wrote first."""
        content = now.held.whole or now.held.content
        if not content or self._state.opened.get(now.item.key) == (now.subject, content):
            return True
        payload: Payload = {"tag": now.item.key, "content": content}
        return self.append(now.subject, "open", payload) is not None

    def known_values(self) -> tuple[str, ...]:
        """Everything of the loaded captures that may stand in no notebook, and who is known."""
        values: list[str] = []
        for key in list(self._held):
            values += self.view(key).identifying
        return tuple(dict.fromkeys([*values, *self._known.values()]))

    def keys_of(self, subject: str) -> tuple[str, ...]:
        """The captures whose item in the journal is ``subject``."""
        return tuple(
            capture.key
            for capture in self.captures
            if self._state.opened.get(capture.key, ("", ""))[0] == subject
        )

    def close(self) -> None:
        """Close the journal; forget everything that was loaded."""
        self._held.clear()
        self.rows.clear()
        self._state, self._known = START, KnownIdentities()
        self.journal.close()


def with_notice(now: View, sentence: str) -> View:
    """The same view with one sentence more above it."""
    notice = f"{now.item.notice} {sentence}".strip()
    return replace(now, item=replace(now.item, notice=notice))


def changed_on_disk(open_parts: int) -> str:
    """The sentence for a capture whose file changed (``spec/review-ux.md`` §14)."""
    again = (
        f"{words.count(open_parts, 'part')} {'needs' if open_parts == 1 else 'need'} another look."
        if open_parts
        else "Nothing new was found in what changed."
    )
    return (
        "The file changed since you opened it. "
        f"Your verdicts on unchanged parts are kept; {again[:1].lower()}{again[1:]}"
    )


def _by_content(state: ReviewState) -> dict[str, dict[str, str]]:
    """Content → (place → item) of everything that was opened."""
    found: dict[str, dict[str, str]] = {}
    for place, (subject, content) in state.opened.items():
        found.setdefault(content, {})[place] = subject
    return found
