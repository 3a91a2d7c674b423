"""The command registry: one table from which keys, buttons, help, docs and tests are made.

Source: ``spec/review-ux.md`` §7. A key that is shown but not handled must be impossible, so no face
may hold a key of its own.

``keys`` are alternatives. A key of several presses has spaces: ``"g q"``. Names are those of
``KeyboardEvent.key`` ("ArrowDown", "PageUp", "Escape"), modifiers joined by ``+``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from workbench.review.words import REASONS, VERDICTS

QUEUE, STEPS, JUDGE, REASON = "queue", "steps", "judge", "reason"
NAME, OUTCOME, DOOR, ANYWHERE = "name", "outcome", "door", "anywhere"

#: Places where a command can be active. ``anywhere`` stands for all of them.
PLACES = (QUEUE, STEPS, JUDGE, REASON, NAME, OUTCOME, DOOR, ANYWHERE)

#: Keys that a host's own command mode lets change a notebook; none may be a default key (§7).
HARMFUL_IN_HOSTS = frozenset("abcdmrvxyz0123456789")
#: Acts that approve what is on the screen: what does them is never a single key.
APPROVING = frozenset({"rename", "approve_outcome", "stage"})
#: The command whose key shows the reasons; theirs all begin with it.
REASON_OPENS = "reason.open"
#: How the ids of those begin that give a reason.
GIVES_REASON = "judge.not_identifying."


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """One command: what it is called, where it is active, and which act of ``Review.do`` it is.

    ``needs`` names what must be there: "item", "finding", "step", "name", "ready", "staged".
    ``does`` is the command id of :meth:`Review.do` and ``payload`` its fixed part; ``does`` is ``""``
    where the command only moves something on the screen.
    """

    id: str
    keys: tuple[str, ...]
    label: str
    help: str
    where: tuple[str, ...]
    undoable: bool = False
    needs: tuple[str, ...] = ()
    does: str = ""
    payload: Mapping[str, str] = field(default_factory=dict)


def _move(
    id: str,
    keys: tuple[str, ...],
    label: str,
    *,
    where: tuple[str, ...],
    help: str = "",
    needs: tuple[str, ...] = (),
) -> CommandSpec:
    return CommandSpec(id, keys, label, help or label.lower(), where, needs=needs)


def _verdict(id: str, *, help: str = "") -> CommandSpec:
    choice = next(choice for choice in VERDICTS if choice.id == id)
    return CommandSpec(
        f"judge.{id}",
        (choice.key,),
        choice.label,
        help or choice.effect,
        (JUDGE,),
        undoable=True,
        needs=("item", "finding"),
        does="judge",
        payload=MappingProxyType({"verdict": id}),
    )


def _reasons() -> tuple[CommandSpec, ...]:
    return tuple(
        CommandSpec(
            f"{GIVES_REASON}{choice.id}",
            (f"s {choice.key}",),
            f"Not identifying: {choice.label.lower()}",
            f"not identifying, {choice.effect}",
            # The first press opens the reasons, the second one gives the verdict.
            (JUDGE, REASON),
            undoable=True,
            needs=("item", "finding"),
            does="judge",
            payload=MappingProxyType({"verdict": "not_identifying", "reason": choice.id}),
        )
        for choice in REASONS
    )


_LISTS = (QUEUE, STEPS, JUDGE)

_MOVES = (
    _move("step.next", ("j", "ArrowDown"), "Next step", where=_LISTS, help="next step or row"),
    _move("step.previous", ("k", "ArrowUp"), "Previous step", where=_LISTS),
    _move("step.page_down", ("PageDown",), "Page down", where=_LISTS),
    _move("step.page_up", ("PageUp",), "Page up", where=_LISTS),
    _move("step.first", ("Home",), "First step", where=_LISTS),
    _move("step.last", ("End",), "Last step", where=_LISTS),
    _move(
        "finding.next",
        ("n",),
        "Next finding",
        where=(STEPS, JUDGE),
        help="next finding; wraps and says so. While searching: next match",
        needs=("item",),
    ),
    _move("finding.previous", ("p",), "Previous finding", where=(STEPS, JUDGE), needs=("item",)),
    _move("item.previous", ("[",), "Previous item", where=(ANYWHERE,)),
    _move("item.next", ("]",), "Next item", where=(ANYWHERE,), help="next item, undecided or not"),
    CommandSpec(
        "item.open",
        ("Enter",),
        "Open",
        "open the item; decides nothing",
        (QUEUE,),
        needs=("item",),
        does="open",
    ),
    _move("go.queue", ("g q",), "Queue", where=(ANYWHERE,), help="go to the queue"),
    _move("go.name", ("g n",), "Name", where=(ANYWHERE,), help="go to the name", needs=("item",)),
    _move(
        "go.outcome",
        ("g o",),
        "Outcome",
        where=(ANYWHERE,),
        help="go to the outcome",
        needs=("item",),
    ),
    _move(
        "go.structure",
        ("g s",),
        "Structure",
        where=(ANYWHERE,),
        help="go to the structure",
        needs=("item",),
    ),
    _move(
        "go.export",
        ("g e",),
        "Export",
        where=(ANYWHERE,),
        help="go to the export",
        needs=("item",),
    ),
)

_JUDGING = (
    _move(
        REASON_OPENS,
        ("s",),
        "Not identifying",
        where=(JUDGE,),
        help="not identifying; then one key for the reason",
        needs=("item", "finding"),
    ),
    *_reasons(),
    _verdict("identifies"),
    _verdict("secret"),
    _verdict("unsure"),
    CommandSpec(
        "judge.same_as",
        ("e",),
        "Same as…",
        "same person or thing as another finding; then pick it",
        (JUDGE,),
        undoable=True,
        needs=("item", "finding"),
        does="same_as",
    ),
    CommandSpec(
        "judge.repeat",
        (".",),
        "Repeat",
        "the last verdict again: same check and class only",
        (JUDGE,),
        undoable=True,
        needs=("item", "finding"),
        does="judge",
    ),
)

_ITEM = (
    CommandSpec(
        "item.later",
        ("l",),
        "Later",
        "defer the item; nothing is decided",
        (ANYWHERE,),
        undoable=True,
        needs=("item",),
        does="defer",
    ),
    CommandSpec(
        "item.resume",
        (),
        "Resume",
        "take a deferred item up again",
        (ANYWHERE,),
        undoable=True,
        needs=("item",),
        does="resume",
    ),
    CommandSpec(
        "item.reject",
        (),
        "Reject",
        "never promote this item; undo brings it back",
        (ANYWHERE,),
        undoable=True,
        needs=("item",),
        does="reject",
    ),
    CommandSpec(
        "item.minimise",
        (),
        "Make shorter",
        "leave out every submission that is not needed for the same ending, refusal or fault",
        (ANYWHERE,),
        undoable=True,
        needs=("item",),
        does="minimise",
    ),
    _move(
        "reading.other",
        ("o",),
        "Other reading",
        where=(STEPS, JUDGE),
        help="the next of the five readings",
        needs=("item",),
    ),
    _move(
        "search.open",
        ("/",),
        "Search",
        where=(STEPS, JUDGE),
        help="search in this item; n and p walk the matches until Esc",
        needs=("item",),
    ),
)

_APPROVALS = (
    CommandSpec(
        "name.approve",
        ("Ctrl+Enter",),
        "Use this name",
        "approve the name when its check passes",
        (NAME,),
        undoable=True,
        needs=("item", "name"),
        does="rename",
    ),
    CommandSpec(
        "outcome.approve",
        ("Ctrl+Enter",),
        "Approve this outcome",
        "approve exactly the bytes shown",
        (OUTCOME,),
        undoable=True,
        needs=("item",),
        does="approve_outcome",
    ),
    CommandSpec(
        "item.stage",
        ("Ctrl+Enter",),
        "Stage",
        "stage the ready item for export",
        (QUEUE, STEPS, JUDGE),
        undoable=True,
        needs=("item", "ready"),
        does="stage",
    ),
    CommandSpec(
        "item.unstage",
        (),
        "Unstage",
        "take the item out of the export",
        (QUEUE, DOOR),
        undoable=True,
        needs=("item", "staged"),
        does="unstage",
    ),
    CommandSpec(
        "door.export",
        (),
        "Export",
        "write the promoted fixture; the one step that cannot be undone",
        (DOOR,),
        needs=("item", "staged"),
        does="export",
    ),
)

_ALWAYS = (
    CommandSpec(
        "undo", ("u",), "Undo", "undo the last command, on any item", (ANYWHERE,), does="undo"
    ),
    CommandSpec(
        "redo",
        ("Ctrl+Shift+Z",),
        "Redo",
        "do again what was undone",
        (ANYWHERE,),
        does="redo",
    ),
    _move(
        "changes.open",
        ("g u",),
        "Changes",
        where=(ANYWHERE,),
        help="what was decided, newest first; undo back to any of it",
    ),
    _move(
        "notebook.check",
        ("g k",),
        "Can I save this notebook?",
        where=(ANYWHERE,),
        help="search this notebook for what captures hold",
    ),
    _move(
        "layer.close",
        ("Escape",),
        "Close",
        where=(ANYWHERE,),
        help="leave the field, then close the layer; never decides",
    ),
    _move(
        "help.open",
        ("?",),
        "Keys",
        where=(ANYWHERE,),
        help="the keys that are active where you are",
    ),
)

#: Every command in the order of help and docs.
COMMANDS: tuple[CommandSpec, ...] = (*_MOVES, *_JUDGING, *_ITEM, *_APPROVALS, *_ALWAYS)

#: The ids :meth:`Review.do` takes.
ACTS = (
    "open",
    "seen",
    "judge",
    "same_as",
    "rename",
    "approve_outcome",
    "minimise",
    "defer",
    "resume",
    "reject",
    "stage",
    "unstage",
    "export",
    "undo",
    "redo",
)
#: Acts that ``undo`` takes back. ``open`` and ``seen`` are facts, ``export`` is the door.
UNDOABLE = frozenset(ACTS) - {"open", "seen", "export", "undo", "redo"}


def command(id: str) -> CommandSpec:
    """The command of that id. Raises ``KeyError`` for an unknown one."""
    return {spec.id: spec for spec in COMMANDS}[id]


def active(where: str) -> tuple[CommandSpec, ...]:
    """The commands active at a place, in registry order."""
    return tuple(spec for spec in COMMANDS if where in spec.where or ANYWHERE in spec.where)


def by_key(where: str) -> dict[str, CommandSpec]:
    """Key → command at a place. A key means one thing at a place; a test holds this."""
    return {key: spec for spec in active(where) for key in spec.keys}
