"""Deciding in the terminal review: each of these is one act of the review, on disk when it returns."""

from __future__ import annotations

from workbench.cli import screens
from workbench.cli.desk import Desk, next_finding
from workbench.cli.moves import go_on
from workbench.cli.wording import value_words
from workbench.core.errors import BadCommand
from workbench.review import words
from workbench.review.commands import JUDGE, QUEUE, REASON, CommandSpec

MOST_CHANGES = 50  # lines of the list


def use_name(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """Keep the name that was typed; where its check asks, one key gives the reason."""
    if not desk.typed_name:
        raise BadCommand("No name was typed", cure=f"Type one with {desk.said('go.name')}")
    reason = ""
    remarks = desk.review.name_check(desk.key, desk.typed_name)
    levels = {remark.level for remark in remarks}
    if "ask" in levels and "refuse" not in levels:
        screens.SCREENS[REASON](desk)
        pressed = desk.keys.press()
        letters = {desk.keymap.letter(each.id): each.id for each in words.REASONS}
        reason = letters.get(pressed, "")
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
    note = desk.streak.note("judge", verdict)
    if note:
        desk.say(note)
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
            desk.say(f"  {number}  {finding.what}: {value_words(finding, 60)}")
    picked = desk.keys.text("Same as finding number: ")
    if not (picked.isdigit() and 1 <= int(picked) <= len(findings)):
        raise BadCommand("No finding was picked", cure="Choose it again and type a number")
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


def minimise(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """Keep only the steps that are needed; the argument names what stays the same."""
    done = desk.review.do("minimise", item=_subject(desk), keep=argument)
    desk.step = 0
    desk.say(done.sentence)


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
    # What was shown is what is written (law 5).
    shown = {"typed_name": typed, "digest": desk.plan_shown}
    desk.say(desk.review.do("export", item=desk.key, **shown).sentence)
    desk.place = QUEUE


def undo(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """Take the last command back; on another item only when asked twice."""
    preview = desk.review.undo_preview(desk.key or None)
    if preview.endswith("?") and desk.key:
        desk.say(f"{preview} Press {desk.said('undo')} again to do it, another key to keep it.")
        if desk.keys.press() not in desk.keymap.command("undo").keys:
            desk.say("Kept.")
            return
    _take(desk, "undo")


def changes(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """List what can be undone, newest first; with a number, undo back to before that line."""
    made = desk.review.changes()
    if not made:
        desk.say(words.NOTHING_TO_UNDO)
        return
    for change in made[:MOST_CHANGES]:
        desk.say(f"  {change.back:>3}  {change.words}")
    typed = argument or desk.keys.text("Undo back to before (a number, or nothing to keep all): ")
    if not typed:
        return
    if not typed.isdigit() or not 1 <= int(typed) <= len(made):
        raise BadCommand("This is no line of the list", cure="Type one of its numbers")
    for _ in range(int(typed)):
        desk.review.do("undo")
    desk.say(f"{words.count(int(typed), 'change')} undone.")


def redo(desk: Desk, spec: CommandSpec, argument: str) -> None:
    """Do again what was undone."""
    _take(desk, "redo")


def _take(desk: Desk, command: str) -> None:
    done = desk.review.do(command)
    desk.say(done.sentence)
    if done.item and done.item == desk.key and desk.place == JUDGE:
        desk.finding = next_finding(desk.item, after=-1) or 0
        screens.show(desk)
