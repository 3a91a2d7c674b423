"""Moving about in the terminal review: nothing here decides anything."""

from __future__ import annotations

from collections.abc import Callable

from workbench.cli import screens
from workbench.cli.desk import Desk, next_finding, next_place
from workbench.cli.printing import escaped
from workbench.cli.showing import READINGS
from workbench.core.errors import BadCommand
from workbench.review import words
from workbench.review.commands import (
    DOOR,
    JUDGE,
    NAME,
    OUTCOME,
    QUEUE,
    REASON,
    STEPS,
    CommandSpec,
)
from workbench.review.filtering import ITEM_FIELDS, matching_steps, parsed

PAGE = 10

Handler = Callable[[Desk, CommandSpec, str], None]

#: Said where a search finds nothing: its language is the one of the notebook.
SEARCH_HELP = f"Terms: {', '.join(f'{field}:' for field in ITEM_FIELDS)}; - before one leaves out."


def move(change: Callable[[int, int], int]) -> Handler:
    """A handler that moves the cursor of the queue or of the steps."""

    def handle(desk: Desk, spec: CommandSpec, argument: str) -> None:
        if desk.place == QUEUE:
            total = len(desk.review.queue())
            desk.row = max(0, min(change(desk.row, total), total - 1))
        else:
            total = len(desk.fixture.steps())
            desk.step = max(0, min(change(desk.step, total), total - 1))
            desk.place = STEPS
        screens.show(desk)

    return handle


def walk_findings(direction: int) -> Handler:
    """A handler for the next or previous finding, or match of a search."""

    def handle(desk: Desk, spec: CommandSpec, argument: str) -> None:
        if desk.matches:
            _walk_matches(desk, direction)
            return
        total = len(desk.item.findings)
        if not total:
            raise BadCommand("This item has no findings")
        moved = desk.finding + (direction if desk.place == JUDGE else 0)
        if not 0 <= moved < total:
            desk.say("Round again.")
        desk.finding, desk.place = moved % total, JUDGE
        screens.show(desk)

    return handle


def _walk_matches(desk: Desk, direction: int) -> None:
    ahead = [step for step in desk.matches if (step - desk.step) * direction > 0]
    if not ahead:
        desk.say("Round again.")
    around = ahead or list(desk.matches)
    desk.step, desk.place = (min(around) if direction > 0 else max(around)), STEPS
    screens.show(desk)


def open_item(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """Open the row under the cursor. Decides nothing."""
    rows = desk.review.queue()
    if not rows:
        raise BadCommand(words.EMPTY_QUEUE)
    _open(desk, min(desk.row, len(rows) - 1))
    if desk.place == NAME and not desk.item.item_state.renamed_to:
        ask_name(desk)


def _open(desk: Desk, row: int) -> None:
    rows = desk.review.queue()
    desk.row, desk.key = row, rows[row].key
    desk.finding = desk.step = 0
    desk.reading, desk.shown_outcome, desk.matches = "plain", "", ()
    desk.review.do("open", item=desk.key)
    screens.item_head(desk)
    desk.finding = next_finding(desk.item, after=-1) or 0
    go_on(desk)


def go_on(desk: Desk) -> None:
    """Move to what needs a person next, and show it."""
    item = desk.item
    desk.place = next_place(item)
    if item.refusal is not None:
        return
    if item.ready and not item.staged and item.state != words.PROMOTED:
        desk.say(f"Every gate holds. Stage it with {desk.said('item.stage')}.")
        return
    screens.show(desk)


def step_item(direction: int) -> Handler:
    """A handler for the item before or after this one."""

    def handle(desk: Desk, spec: CommandSpec, argument: str) -> None:
        total = len(desk.review.queue())
        if not total:
            raise BadCommand(words.EMPTY_QUEUE)
        _open(desk, (desk.row + (direction if desk.key else 0)) % total)

    return handle


def go(place: str, *, then: Handler | None = None) -> Handler:
    """A handler that goes to a place, shows it, and does what follows there."""

    def handle(desk: Desk, spec: CommandSpec, argument: str) -> None:
        if place != QUEUE:
            desk.fixture  # noqa: B018  (raises where nothing can be shown)
        before, desk.place = desk.place, place
        try:
            screens.show(desk)
        except Exception:
            desk.place = before
            raise
        if then is not None:
            then(desk, spec, argument)

    return handle


def structure(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """The scripts of the item."""
    for script in desk.fixture.scripts():
        facts = "".join(f" · {name} {value}" for name, value in script.facts)
        desk.say(f"  {escaped(script.name)} · {script.steps:,}{escaped(facts)}")
    screens.gates(desk)


def ask_name(desk: Desk, spec: CommandSpec | None = None, argument: str = "") -> None:
    """Ask for a name, and say what the check thinks of it. Nothing is kept yet."""
    typed = desk.keys.text("New name (empty keeps it; a number takes a proposal): ")
    if not typed:
        return
    proposals = desk.review.name_proposals(desk.key)
    if typed.isdigit() and 1 <= int(typed) <= len(proposals):
        typed = proposals[int(typed) - 1]
    desk.typed_name = typed
    for remark in desk.review.name_check(desk.key, typed):
        desk.say(f"  {remark.level}: {remark.sentence}")
    desk.say(f"  {desk.said('name.approve')} uses this name.")


def other_reading(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """The next of the readings, and round again."""
    desk.reading = READINGS[(READINGS.index(desk.reading) + 1) % len(READINGS)]
    desk.place = STEPS
    screens.show(desk)


def search(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """Find the steps that a filter asks for: a text, or terms; the keys of findings walk them until Escape."""
    typed = argument or desk.keys.text("Search: ")
    if not typed:
        return
    desk.matches = matching_steps(desk.item, parsed(typed, ITEM_FIELDS))
    many = words.count(len(desk.matches), "step")
    desk.say(f"{many} found." if desk.matches else f"Nothing found. {SEARCH_HELP}")
    if desk.matches:
        desk.step, desk.place = desk.matches[0], STEPS
        screens.show(desk)


def close_layer(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """Leave the search, then go back to the steps, then to the queue. Decides nothing."""
    if desk.matches:
        desk.matches = ()
    elif desk.place in (NAME, OUTCOME, DOOR, REASON):
        desk.place = JUDGE if desk.key and desk.item.findings else STEPS
    elif desk.place != QUEUE:
        desk.place = QUEUE
        screens.show(desk)


def check_notebook(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """Search a notebook, whose path is typed, for what the open captures hold."""
    path = argument or desk.keys.text("Notebook: ").strip()
    if path:
        desk.say(desk.review.can_save(path).sentence)


def help_here(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """The keys of this place."""
    screens.keys(desk)
