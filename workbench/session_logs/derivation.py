"""Deriving a script: the model calls of one session, out of its events.

Source: ``spec/session-logs.md`` §12.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from workbench.session_logs.errors import DEFAULT_PREFIX, LogRefused, refuse
from workbench.session_logs.json_numbers import template_text

Entry: TypeAlias = dict[str, Any]


@dataclass(slots=True)
class Call:
    """One model call: what replays, and the body rows it came from (-1 where from none).

    ``stored`` is the entry, or what makes it out of the log when it is asked for: a large log is
    never held as objects. ``origin`` is ``"log"``, ``"compaction"`` or ``"sidecar"``; ``turn`` and
    ``step`` as recorded. ``finished`` tells whether the stream's last chunk is its finish, ``missing``
    whether a marked summary holds no output. ``seq`` is the sequence of the first event.
    """

    stored: Entry | Callable[[], Entry] = field(repr=False)
    first_row: int = -1
    last_row: int = -1
    origin: str = "log"
    turn: str = field(default="", repr=False)
    step: str = field(default="", repr=False)
    sidecar_index: int | None = None
    seq: int = 0
    finished: bool = False
    missing: bool = False

    @property
    def entry(self) -> Entry:
        return self.stored() if callable(self.stored) else self.stored

    @property
    def chunks(self) -> list[Any]:
        found = self.entry.get("chunks", [])
        return found if isinstance(found, list) else []


def group_key(data: dict[str, Any]) -> tuple[str, str]:
    """``turn`` and ``step`` as the reference implementation joins them."""
    return (
        template_text(data.get("turn"), missing="turn" not in data),
        template_text(data.get("step"), missing="step" not in data),
    )


def is_finish(chunk: Any) -> bool:
    """Whether a chunk ends its call."""
    return isinstance(chunk, dict) and chunk.get("type") == "finish"


def compaction_chunks(data: dict[str, Any]) -> list[Any]:
    """The stream that a marked summary stands for; of one without output only the finish."""
    raw = data.get("rawOutput")
    chunks: list[Any] = []
    for index, block in enumerate(raw if isinstance(raw, list) else []):
        kind = block.get("type") if isinstance(block, dict) else None
        chunks.append({"type": "block-start", "index": index, "blockType": kind})
        chunks.append({"type": "block-end", "index": index, "block": block})
    if "usage" in data:
        chunks.append({"type": "usage", "usage": data["usage"]})
    chunks.append({"type": "finish", "reason": {"kind": "stop"}})
    return chunks


class Grouping:
    """Puts a log's stream events together to calls, in log order.

    ``open`` is the call whose next chunk may follow. With ``keep`` the chunks stay in memory; a call
    of which any was not kept is read again from its rows.
    """

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.open: Call | None = None
        self.chunks: list[Any] = []
        self.numbers: tuple[Any, Any] = (None, None)
        self.keep = True

    def begin(self, row: int, seq: int, turn: Any, step: Any) -> Call | None:
        """The call of a chunk to come; ``None`` where only :meth:`add` can tell which it is."""
        if type(turn) is not int or type(step) is not int or turn < 0 or step < 0:
            return None
        key = (str(turn), str(step))
        self.numbers = (turn, step)
        if self.open is not None and (self.open.turn, self.open.step) == key:
            return self.open
        self.chunks = []
        self.open = self._begin(row, seq, key)
        if not self.keep:
            self.drop()
        return self.open

    def add(self, row: int, seq: int, key: tuple[str, str], chunks: Sequence[Any]) -> None:
        """Chunks of one row (generations 0 and 1) with its ``key`` from :func:`group_key`."""
        call = self.open
        if call is None or (call.turn, call.step) != key:
            self.chunks = []
            call = self._begin(row, seq, key)
            self.open = call
            self.numbers = (None, None)
        if self.keep:
            self.chunks += chunks
        else:
            self.drop()
        call.last_row = row
        if is_finish(chunks[-1]):
            call.finished = True
            self.open = None

    def add_stream(self, row: int, seq: int, key: tuple[str, str], chunks: Sequence[Any]) -> None:
        """The whole stream of one event (generation 2 and later); an empty one is no call."""
        if chunks:
            self.chunks = list(chunks)
            call = self._begin(row, seq, key)
            call.finished = is_finish(chunks[-1])
            if not self.keep:
                self.drop()
        self.open = None

    def add_summary(self, row: int, seq: int, data: dict[str, Any]) -> None:
        """A compaction summary: a call if it is marked as one, and the end of an open stream."""
        if data.get("llmStreamCall") is True:
            self.chunks = compaction_chunks(data)
            call = self._begin(row, seq, ("", ""), origin="compaction")
            call.finished = True
            call.missing = not isinstance(data.get("rawOutput"), list)
            if not self.keep:
                self.drop()
        self.open = None

    def drop(self) -> None:
        """Forget the chunks of the last call: they are read from its rows when asked for."""
        if self.calls:
            self.calls[-1].stored = _nothing
        self.chunks = []

    def _begin(self, row: int, seq: int, key: tuple[str, str], *, origin: str = "log") -> Call:
        entry: Entry = {"kind": "chunks", "chunks": self.chunks}
        call = Call(entry, row, row, origin, key[0], key[1], seq=seq)
        self.calls.append(call)
        return call


def _nothing() -> Entry:
    return {"kind": "chunks", "chunks": []}


def bound_to(calls: Iterable[Call], load: Callable[[Call], Entry]) -> list[Call]:
    """The calls, those whose chunks were not kept made to read them with ``load``."""
    bound = list(calls)
    recent = _Recent(load)
    for call in bound:
        if call.stored is _nothing:
            call.stored = _Loading(recent, call)
    return bound


class _Recent:
    """Reads entries out of a log, and keeps the last one: what looks at a call looks at it often."""

    __slots__ = ("_held", "_load")

    def __init__(self, load: Callable[[Call], Entry]) -> None:
        self._load = load
        self._held: tuple[Call | None, Entry] = (None, {})

    def entry(self, call: Call) -> Entry:
        held, entry = self._held  # taken once: another thread may put another call there
        if held is not call:
            entry = self._load(call)
            self._held = (call, entry)
        return entry


@dataclass(frozen=True, slots=True)
class _Loading:
    """Reads one call's entry when it is asked for."""

    recent: _Recent = field(repr=False)
    call: Call = field(repr=False)

    def __call__(self) -> Entry:
        return self.recent.entry(self.call)


def check_derived(calls: Sequence[Call], *, prefix: str = DEFAULT_PREFIX) -> LogRefused | None:
    """Why a script cannot be derived from these calls, or ``None`` (§12)."""
    for call in calls:
        if call.missing:
            return refuse(
                f"{prefix}compaction/summary marks an LLM stream call without rawOutput",
                means="What the model answered there was not recorded",
                cure="Record the session again",
                code="underivable",
            )
        if not call.finished:
            return refuse(
                f"{prefix}model call %s/%s ended without a finish chunk (a thrown stream); "
                "this scenario needs a replay.override.json sidecar",
                *(_number_word(word) for word in (call.turn, call.step)),
                means="The recorded stream failed half-way, so it cannot be replayed as it is",
                cure="Say in a replay.override.json what the call should do",
                code="underivable",
            )
    return None


def _number_word(word: str) -> object:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 17 else word
