"""Game states as canonical JSON, and strictly back.

Source: ``spec/play-sessions.md`` §3 *serialize / deserialize*. What is refused emits the
error-severity event ``core.deserialize.rejected``.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from workbench.core.canonical import canonical_text
from workbench.core.errors import WorkbenchError
from workbench.core.json_text import NotJson, parse
from workbench.plays.engine.adoption import valid_state
from workbench.plays.engine.engine import Engine
from workbench.plays.engine.state import STATUSES, ActionEntry, EpochEntry, GameState, Log, LogEntry

#: The published kinds: a state may name them whether or not this build can play them.
PUBLISHED_KINDS = frozenset({"story-graph", "simulation", "world-graph"})
_MEMBERS = frozenset(
    {
        "formatVersion",
        "gameId",
        "kindId",
        "campaignId",
        "campaignVersion",
        "seed",
        "status",
        "kindState",
        "actionLog",
    }
)
_TEXTS = ("gameId", "kindId", "campaignId", "campaignVersion", "seed", "status")


class StateRefused(WorkbenchError):
    """A serialized state is not acceptable; ``code`` is the reason code."""

    code = "invalid_state"

    def __init__(self, what: str, *, code: str = "invalid_state") -> None:
        super().__init__(what, means="The game cannot go on from it", code=code)


def serialize(state: GameState) -> str:
    """Canonical JSON of a state. Raises ``NotCanonical`` for numbers JSON cannot hold."""
    return canonical_text(state.to_json())


def deserialize(engine: Engine, text: str) -> GameState:
    """The state in ``text``. Raises ``StateRefused`` with the reason code of the first check."""
    try:
        state = read_state(text, kinds=engine.kinds)
        _check_against(engine, state)
    except StateRefused as refused:
        engine.emit("core.deserialize.rejected", code=refused.code)
        raise
    return state


def _check_against(engine: Engine, state: GameState) -> None:
    epoch = engine.archive.epoch(state.campaign_id, state.campaign_version)
    if epoch is None:
        raise StateRefused("The content of this game is not here", code="unknown_campaign")
    if state.kind_id not in engine.kinds:
        raise StateRefused("The kind of this game is not here", code="unknown_kind")
    if epoch.campaign.kind_id != state.kind_id:
        raise StateRefused("The campaign is of another kind than the game")
    if not valid_state(epoch, state.kind_state):
        raise StateRefused("The state does not fit its campaign")


def read_state(text: str, *, kinds: Collection[str] = ()) -> GameState:
    """The state in ``text``, by its shape and invariants alone. Raises ``StateRefused``.

    ``kinds`` are kinds it may name beside the published ones.
    """
    try:
        document = parse(text, javascript_numbers=True)
    except NotJson:
        raise StateRefused("The saved state is not valid JSON") from None
    if not isinstance(document, dict) or set(document) != _MEMBERS:
        raise StateRefused("The saved state does not have the members of a game state")
    if not all(isinstance(document[member], str) for member in _TEXTS):
        raise StateRefused("The saved state has a member of the wrong type")
    if document["formatVersion"] not in (1, 2) or isinstance(document["formatVersion"], bool):
        raise StateRefused("The saved state has an unknown format version")
    kind_id = document["kindId"]
    known = kind_id in PUBLISHED_KINDS or kind_id in kinds
    if not known or document["status"] not in STATUSES:
        raise StateRefused("The saved state names an unknown kind or status")
    state = GameState(
        format_version=document["formatVersion"],
        game_id=document["gameId"],
        kind_id=kind_id,
        campaign_id=document["campaignId"],
        campaign_version=document["campaignVersion"],
        seed=document["seed"],
        status=document["status"],
        kind_state=document["kindState"],
        log=Log(_read_log(document["actionLog"])),
    )
    _check_epochs(state)
    return state


def _check_epochs(state: GameState) -> None:
    epochs = [entry for entry in state.log if isinstance(entry, EpochEntry)]
    if epochs and (state.format_version != 2 or epochs[-1].target != state.campaign_version):
        raise StateRefused("The log's last epoch is not the one the state is on")


def _read_log(log: object) -> list[LogEntry]:
    if not isinstance(log, list):
        raise StateRefused("The log is not a list")
    return [_read_entry(index, entry) for index, entry in enumerate(log)]


def _read_entry(index: int, entry: Any) -> LogEntry:
    if not isinstance(entry, dict) or not _is_index(entry.get("seq"), index):
        raise StateRefused("A log entry does not stand where it says")
    match entry:
        case {"actionId": str(action_id), "params": dict(params)} if len(entry) == 3:
            if all(isinstance(value, (str, int, float)) for value in params.values()):
                return ActionEntry(index, action_id, params)
        case {"actionId": str(action_id)} if len(entry) == 2:
            return ActionEntry(index, action_id)
        case {"system": ("content" | "migration") as system, "from": str(), "to": str()}:
            if len(entry) == 4:
                return EpochEntry(index, system, entry["from"], entry["to"])
    raise StateRefused("A log entry does not have the shape of one")


def _is_index(value: object, index: int) -> bool:
    return type(value) is int and value == index
