"""What each command of the registry does in the terminal. Every command is here; a test holds it."""

from __future__ import annotations

from collections.abc import Callable

from workbench.cli import screens
from workbench.cli.desk import Desk, next_finding, next_place
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

PAGE = 10

Handler = Callable[[Desk, CommandSpec, str], None]


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
        desk.say("Every gate holds. Stage it with Ctrl+Enter.")
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


def go(place: str) -> Handler:
    """A handler that goes to a place and shows it."""

    def handle(desk: Desk, spec: CommandSpec, argument: str) -> None:
        if place != QUEUE:
            desk.fixture  # noqa: B018  (raises where nothing can be shown)
        before, desk.place = desk.place, place
        try:
            screens.show(desk)
        except Exception:
            desk.place = before
            raise
        if place == NAME:
            ask_name(desk)
        if place == DOOR:
            export(desk, spec, argument)

    return handle


def structure(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """The scripts of the item."""
    from workbench.cli.printing import escaped

    for script in desk.fixture.scripts():
        facts = "".join(f" · {name} {value}" for name, value in script.facts)
        desk.say(f"  {escaped(script.name)} · {script.steps:,}{escaped(facts)}")
    screens.gates(desk)


def ask_name(desk: Desk) -> None:
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
    desk.say("  Ctrl+Enter uses this name.")


def use_name(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """Keep the name that was typed; where its check asks, one key gives the reason."""
    if not desk.typed_name:
        raise BadCommand("No name was typed", cure="Type one with g n")
    reason = ""
    remarks = desk.review.name_check(desk.key, desk.typed_name)
    levels = {remark.level for remark in remarks}
    if "ask" in levels and "refuse" not in levels:
        screens.SCREENS[REASON](desk)
        pressed = desk.keys.press()
        reason = next((each.id for each in words.REASONS if each.key == pressed), "")
    done = desk.review.do("rename", item=desk.key, name=desk.typed_name, reason=reason)
    desk.typed_name = ""
    desk.say(done.sentence)
    go_on(desk)


def approve_outcome(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """Approve the bytes that were shown."""
    done = desk.review.do("approve_outcome", item=desk.key, digest=desk.shown_outcome)
    desk.say(done.sentence)
    go_on(desk)


def reasons(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """Show the reasons; the next key is one of them."""
    desk.current  # noqa: B018  (raises where there is nothing to judge)
    screens.SCREENS[REASON](desk)


def judge(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """Give the verdict of the key, and go on to the next finding by itself."""
    _judge(desk, spec.payload["verdict"], spec.payload.get("reason", ""))


def _judge(desk: Desk, verdict: str, reason: str) -> None:
    finding = desk.current
    done = desk.review.do(
        "judge", item=desk.key, finding=finding.key, verdict=verdict, reason=reason
    )
    desk.last_verdict = (finding.check, finding.kind.value, verdict, reason)
    desk.say(done.sentence)
    _go_to_next_finding(desk)


def _go_to_next_finding(desk: Desk) -> None:
    item = desk.item
    following = next_finding(item, after=desk.finding)
    if following is None or following == desk.finding:
        # Only this one is left, and it was just judged unsure: the person decides where to go.
        screens.gates(desk) if item.open_findings else go_on(desk)
        return
    desk.finding = following
    screens.show(desk)


def repeat(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """The last verdict again, on a finding of the same check and class only."""
    finding = desk.current
    if desk.last_verdict is None or desk.last_verdict[:2] != (finding.check, finding.kind.value):
        raise BadCommand(
            "The last verdict was on another kind of finding",
            means="Nothing was decided",
            cure="Give this one its own verdict",
        )
    _judge(desk, desk.last_verdict[2], desk.last_verdict[3])


def same_as(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """Join the group of another finding, picked by its number."""
    findings = desk.item.findings
    for number, finding in enumerate(findings, start=1):
        if finding.key != desk.current.key:
            desk.say(f"  {number}  {finding.what}")
    picked = desk.keys.text("Same as finding number: ")
    if not (picked.isdigit() and 1 <= int(picked) <= len(findings)):
        raise BadCommand("No finding was picked", cure="Press e and type a number")
    other = findings[int(picked) - 1]
    done = desk.review.do("same_as", item=desk.key, finding=desk.current.key, other=other.key)
    desk.say(done.sentence)
    _go_to_next_finding(desk)


def act(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """A command that is wholly the review's: later, resume, stage, unstage."""
    desk.say(desk.review.do(spec.does, item=_subject(desk)).sentence)


def _subject(desk: Desk) -> str:
    if desk.place == QUEUE:
        rows = desk.review.queue()
        return rows[desk.row].key if rows else ""
    return desk.item.key


def reject(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """Never promote this item, for one of the reasons."""
    choices = words.REJECT_REASONS
    picked = argument
    if not picked:
        for choice in choices:
            desk.say(f"  {choice.id}  {choice.label}")
        picked = desk.keys.text("Reason: ")
    desk.say(desk.review.do("reject", item=_subject(desk), reason=picked).sentence)


def export(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """The door: the new name has to be typed."""
    typed = argument or desk.keys.text("Type the new name to write it, or nothing to go back: ")
    if not typed:
        desk.say("Nothing was written.")
        return
    desk.say(desk.review.do("export", item=desk.key, typed_name=typed).sentence)
    desk.place = QUEUE


def undo(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """Take the last command back; on another item only when asked twice."""
    preview = desk.review.undo_preview(desk.key or None)
    if preview.endswith("?") and desk.key:
        desk.say(f"{preview} Press u again to do it, another key to keep it.")
        if desk.keys.press() != "u":
            desk.say("Kept.")
            return
    _take(desk, "undo")


def redo(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """Do again what was undone."""
    _take(desk, "redo")


def _take(desk: Desk, command: str) -> None:
    done = desk.review.do(command)
    desk.say(done.sentence)
    if done.item and done.item == desk.key and desk.place == JUDGE:
        screens.show(desk)


def other_reading(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """Plain, decoded, raw, and round again."""
    desk.reading = READINGS[(READINGS.index(desk.reading) + 1) % len(READINGS)]
    desk.place = STEPS
    screens.show(desk)


def search(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """Find the steps that hold a text; n and p walk them until Escape."""
    wanted = (argument or desk.keys.text("Search: ")).casefold()
    if not wanted:
        return
    found = {
        text.step
        for text in desk.fixture.texts()
        if text.step is not None and wanted in text.value.casefold()
    }
    desk.matches = tuple(sorted(found))
    desk.say(f"{words.count(len(found), 'step')} found." if found else "Nothing found.")
    if found:
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


def help_here(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """The keys of this place."""
    screens.keys(desk)


HANDLERS: dict[str, Handler] = {
    "step.next": move(lambda at, total: at + 1),
    "step.previous": move(lambda at, total: at - 1),
    "step.page_down": move(lambda at, total: at + PAGE),
    "step.page_up": move(lambda at, total: at - PAGE),
    "step.first": move(lambda at, total: 0),
    "step.last": move(lambda at, total: total - 1),
    "finding.next": walk_findings(1),
    "finding.previous": walk_findings(-1),
    "item.previous": step_item(-1),
    "item.next": step_item(1),
    "item.open": open_item,
    "go.queue": go(QUEUE),
    "go.name": go(NAME),
    "go.outcome": go(OUTCOME),
    "go.structure": structure,
    "go.export": go(DOOR),
    "reason.open": reasons,
    "judge.repeat": repeat,
    "judge.same_as": same_as,
    "item.later": act,
    "item.resume": act,
    "item.reject": reject,
    "item.stage": act,
    "item.unstage": act,
    "reading.other": other_reading,
    "search.open": search,
    "name.approve": use_name,
    "outcome.approve": approve_outcome,
    "door.export": export,
    "undo": undo,
    "redo": redo,
    "layer.close": close_layer,
    "help.open": help_here,
}


def handler(spec: CommandSpec) -> Handler:
    """The handler of a command; verdicts share one, which reads the registry's payload."""
    if spec.does == "judge" and spec.payload:
        return judge
    return HANDLERS[spec.id]
