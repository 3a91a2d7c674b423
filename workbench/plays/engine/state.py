"""The envelope of a game and its log, immutable.

Source: ``spec/play-sessions.md`` §2.1, §2.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from workbench.core.canonical import JSON

Status: TypeAlias = Literal["active", "ended", "abandoned"]
STATUSES = frozenset({"active", "ended", "abandoned"})


@dataclass(frozen=True, slots=True)
class ActionEntry:
    """An accepted action. ``params`` is ``None`` when the caller gave none, ``{}`` when empty."""

    seq: int
    action_id: str = field(repr=False)
    params: dict[str, Any] | None = field(default=None, repr=False)

    def to_json(self) -> dict[str, JSON]:
        """The entry as it stands in a serialized state."""
        entry: dict[str, JSON] = {"seq": self.seq, "actionId": self.action_id}
        if self.params is not None:
            entry["params"] = self.params
        return entry


@dataclass(frozen=True, slots=True)
class EpochEntry:
    """The content under the game changed: adopted (``content``) or migrated at load."""

    seq: int
    system: Literal["content", "migration"]
    source: str = field(repr=False)
    target: str = field(repr=False)

    def to_json(self) -> dict[str, JSON]:
        """The entry as it stands in a serialized state."""
        return {"seq": self.seq, "system": self.system, "from": self.source, "to": self.target}


LogEntry: TypeAlias = ActionEntry | EpochEntry


class Log:
    """The entries of a game, in order. Adding one gives a new log that shares all earlier ones.

    Every state of a replay keeps its own log, so copying would make long replays quadratic.
    """

    __slots__ = ("_chain", "_length")

    def __init__(self, entries: Iterable[LogEntry] = ()) -> None:
        chain: tuple[Any, LogEntry] | None = None
        length = 0
        for entry in entries:
            chain = (chain, entry)
            length += 1
        self._chain = chain
        self._length = length

    def with_entry(self, entry: LogEntry) -> Log:
        """This log and one entry more."""
        longer = Log.__new__(Log)
        longer._chain = (self._chain, entry)
        longer._length = self._length + 1
        return longer

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[LogEntry]:
        entries: list[LogEntry] = []
        chain = self._chain
        while chain is not None:
            chain, entry = chain
            entries.append(entry)
        return reversed(entries)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[Log], tuple[list[LogEntry]]]:
        # The chain is as deep as the log is long: pickling it as it is would overflow the stack.
        return Log, (list(self),)

    def __repr__(self) -> str:
        return f"<Log of {self._length}>"


@dataclass(frozen=True, slots=True)
class GameState:
    """One game at one moment. ``kind_state`` belongs to the kind; the core never looks inside."""

    format_version: Literal[1, 2]
    game_id: str = field(repr=False)
    kind_id: str
    campaign_id: str = field(repr=False)
    campaign_version: str = field(repr=False)
    seed: str = field(repr=False)
    status: Status
    kind_state: Any = field(repr=False)
    log: Log = field(default_factory=Log)

    def to_json(self) -> dict[str, JSON]:
        """The state as it is serialized."""
        return {
            "formatVersion": self.format_version,
            "gameId": self.game_id,
            "kindId": self.kind_id,
            "campaignId": self.campaign_id,
            "campaignVersion": self.campaign_version,
            "seed": self.seed,
            "status": self.status,
            "kindState": self.kind_state,
            "actionLog": [entry.to_json() for entry in self.log],
        }

    @property
    def starting_version(self) -> str:
        """The epoch the game began on: the first epoch entry's source, else the present one."""
        for entry in self.log:
            if isinstance(entry, EpochEntry):
                return entry.source
        return self.campaign_version
