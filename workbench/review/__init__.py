"""Floor 3: the review as data. Notebook, terminal and CI build on the names below."""

from __future__ import annotations

from workbench.review.commands import ACTS, COMMANDS, CommandSpec, active, by_key, command
from workbench.review.gates import Gate, GateName, GateStatus
from workbench.review.promoting import Promoted, promote
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
    "CommandSpec",
    "Done",
    "Entry",
    "ExportPlan",
    "Gate",
    "GateName",
    "GateStatus",
    "Item",
    "ItemState",
    "OutcomeCard",
    "PlannedFile",
    "Problem",
    "Progress",
    "Promoted",
    "QueueRow",
    "Recording",
    "Resumed",
    "Review",
    "ReviewState",
    "StandIns",
    "Verdict",
    "active",
    "by_key",
    "command",
    "fold",
    "promote",
    "verify_promoted",
]
