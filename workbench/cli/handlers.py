"""What each command of the registry does in the terminal. Every command is here; a test holds it."""

from __future__ import annotations

from workbench.cli import decisions, moves
from workbench.cli.moves import Handler, go, move, step_item, walk_findings
from workbench.review.commands import DOOR, NAME, OUTCOME, QUEUE, CommandSpec

HANDLERS: dict[str, Handler] = {
    "step.next": move(lambda at, total: at + 1),
    "step.previous": move(lambda at, total: at - 1),
    "step.page_down": move(lambda at, total: at + moves.PAGE),
    "step.page_up": move(lambda at, total: at - moves.PAGE),
    "step.first": move(lambda at, total: 0),
    "step.last": move(lambda at, total: total - 1),
    "finding.next": walk_findings(1),
    "finding.previous": walk_findings(-1),
    "item.previous": step_item(-1),
    "item.next": step_item(1),
    "item.open": moves.open_item,
    "go.queue": go(QUEUE),
    "go.name": go(NAME, then=moves.ask_name),
    "go.outcome": go(OUTCOME),
    "go.structure": moves.structure,
    "go.export": go(DOOR, then=decisions.export),
    "reason.open": decisions.reasons,
    "judge.repeat": decisions.repeat,
    "judge.same_as": decisions.same_as,
    "item.later": decisions.act,
    "item.resume": decisions.act,
    "item.minimise": decisions.minimise,
    "item.reject": decisions.reject,
    "item.stage": decisions.act,
    "item.unstage": decisions.act,
    "reading.other": moves.other_reading,
    "search.open": moves.search,
    "name.approve": decisions.use_name,
    "outcome.approve": decisions.approve_outcome,
    "door.export": decisions.export,
    "undo": decisions.undo,
    "redo": decisions.redo,
    "changes.open": decisions.changes,
    "notebook.check": moves.check_notebook,
    "layer.close": moves.close_layer,
    "help.open": moves.help_here,
}


def handler(spec: CommandSpec) -> Handler:
    """The handler of a command; verdicts share one, which reads the registry's payload."""
    if spec.does == "judge" and spec.payload:
        return decisions.judge
    return HANDLERS[spec.id]
