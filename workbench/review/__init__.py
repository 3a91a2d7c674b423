"""Floor 3: the review as data. Notebook, terminal and CI build on the names below.

Each is loaded when it is first used: a process that only replays loads nothing else.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.review.commands import ACTS, COMMANDS, CommandSpec, active, by_key, command
    from workbench.review.gates import Gate, GateName, GateStatus
    from workbench.review.keymap import DEFAULT, Keymap
    from workbench.review.overviews import Overview, overview
    from workbench.review.promoting import Promoted, promote
    from workbench.review.record import Reason
    from workbench.review.renewing import Standing, promoted_folders, renew, standing, standings
    from workbench.review.review import Review
    from workbench.review.shapes import (
        Done,
        ExportPlan,
        Item,
        OutcomeCard,
        PlannedFile,
        Progress,
        QueueRow,
        Recording,
        Resumed,
        StandIns,
    )
    from workbench.review.state import Entry, ItemState, ReviewState, Verdict, fold
    from workbench.review.verifying import Problem, verify_promoted

__all__ = [
    "ACTS",
    "COMMANDS",
    "DEFAULT",
    "CommandSpec",
    "Done",
    "Entry",
    "ExportPlan",
    "Gate",
    "GateName",
    "GateStatus",
    "Item",
    "ItemState",
    "Keymap",
    "OutcomeCard",
    "Overview",
    "PlannedFile",
    "Problem",
    "Progress",
    "Promoted",
    "QueueRow",
    "Reason",
    "Recording",
    "Resumed",
    "Review",
    "ReviewState",
    "StandIns",
    "Standing",
    "Verdict",
    "active",
    "by_key",
    "command",
    "fold",
    "overview",
    "promote",
    "promoted_folders",
    "renew",
    "standing",
    "standings",
    "verify_promoted",
]

_HOMES = {
    "ACTS": "workbench.review.commands",
    "COMMANDS": "workbench.review.commands",
    "CommandSpec": "workbench.review.commands",
    "DEFAULT": "workbench.review.keymap",
    "Done": "workbench.review.shapes",
    "Entry": "workbench.review.state",
    "ExportPlan": "workbench.review.shapes",
    "Gate": "workbench.review.gates",
    "GateName": "workbench.review.gates",
    "GateStatus": "workbench.review.gates",
    "Item": "workbench.review.shapes",
    "ItemState": "workbench.review.state",
    "Keymap": "workbench.review.keymap",
    "OutcomeCard": "workbench.review.shapes",
    "Overview": "workbench.review.overviews",
    "PlannedFile": "workbench.review.shapes",
    "Problem": "workbench.review.verifying",
    "Progress": "workbench.review.shapes",
    "Promoted": "workbench.review.promoting",
    "QueueRow": "workbench.review.shapes",
    "Reason": "workbench.review.record",
    "Recording": "workbench.review.shapes",
    "Resumed": "workbench.review.shapes",
    "Review": "workbench.review.review",
    "ReviewState": "workbench.review.state",
    "StandIns": "workbench.review.shapes",
    "Standing": "workbench.review.renewing",
    "Verdict": "workbench.review.state",
    "active": "workbench.review.commands",
    "by_key": "workbench.review.commands",
    "command": "workbench.review.commands",
    "fold": "workbench.review.state",
    "overview": "workbench.review.overviews",
    "promote": "workbench.review.promoting",
    "promoted_folders": "workbench.review.renewing",
    "renew": "workbench.review.renewing",
    "standing": "workbench.review.renewing",
    "standings": "workbench.review.renewing",
    "verify_promoted": "workbench.review.verifying",
}


def __getattr__(name: str) -> object:
    try:
        home = _HOMES[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
