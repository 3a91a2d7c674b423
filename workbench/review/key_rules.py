"""Which keys a command may have: how a key is spelled, and why one is refused.

Source: ``spec/review-ux.md`` §7. No key that changes a notebook in its host's command mode, none that
people press by habit decides, and none means two things at one place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.review.commands import (
    ANYWHERE,
    APPROVING,
    GIVES_REASON,
    HARMFUL_IN_HOSTS,
    REASON_OPENS,
    CommandSpec,
)

MODIFIERS = ("Ctrl", "Alt", "Shift")
#: Keys with a name, as ``KeyboardEvent.key`` spells them and terminals can send them.
NAMED = frozenset(
    [
        "ArrowUp",
        "ArrowDown",
        "ArrowLeft",
        "ArrowRight",
        "PageUp",
        "PageDown",
        "Home",
        "End",
        "Enter",
        "Escape",
    ]
)
#: Keys that people press by habit: none of them decides, and these two are nobody's.
HABIT = frozenset({"Enter", "Escape"})
FIELDS = frozenset({"Tab", "Space"})
#: What a key script and the command line of the terminal read themselves.
SCRIPT_SIGNS = frozenset(':"#<>')
#: Chords that run, insert, merge, split or move cells in the hosts.
HOST_CHORDS = frozenset(
    [
        "Shift+Enter",
        "Alt+Enter",
        "Ctrl+Shift+M",
        "Ctrl+Shift+-",
        "Ctrl+Shift+ArrowUp",
        "Ctrl+Shift+ArrowDown",
        "Ctrl+Shift+ArrowLeft",
        "Ctrl+Shift+ArrowRight",
    ]
)
DOUBLED_IN_HOSTS = frozenset({"i i", "0 0", "I I"})
MOST_PRESSES = 2
#: The command that leaves a field or a layer: always there, always on the same key.
CLOSES = "layer.close"
_OTHER_SPELLINGS = {
    "esc": "Escape",
    "return": "Enter",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "pgup": "PageUp",
    "pgdn": "PageDown",
    "control": "Ctrl",
    "space": "Space",
    "tab": "Tab",
}
_CANONICAL = {name.lower(): name for name in (*NAMED, *MODIFIERS, *FIELDS)} | _OTHER_SPELLINGS


def spelled(key: str) -> str:
    """A key as the registry spells it: ``"ctrl + enter"`` is ``"Ctrl+Enter"``, ``"G"`` stays ``"G"``."""
    text = " ".join(key.split()).replace(" +", "+").replace("+ ", "+")
    return " ".join(_press(press) for press in text.split(" ")) if text else ""


def _press(press: str) -> str:
    if len(press) == 1:
        return press
    held, plus, last = press.rpartition("+")
    if press.endswith("++"):
        held, plus, last = press[:-2], "+", "+"
    last = _CANONICAL.get(last.lower(), last) if len(last) > 1 else last
    if not plus:
        return last
    names = {_CANONICAL.get(name.lower(), name) for name in held.split("+")}
    ordered = [name for name in MODIFIERS if name in names] + sorted(names - set(MODIFIERS))
    if len(last) == 1 and ordered:
        last = last.upper()
    return "+".join([*ordered, last])


def is_character(press: str) -> bool:
    """Whether a press is one printed character: what "single-letter keys" are (WCAG 2.1.4)."""
    return len(press) == 1


def refusal(spec: CommandSpec, key: str) -> str:
    """Why ``spec`` may not have ``key`` as :func:`spelled`, as a sentence; ``""`` where it may."""
    presses = key.split(" ")
    reasons = (
        _misspelled(presses),
        _forbidden_command(spec, key),
        _alone(spec, presses),
        _forbidden_key(spec, key, presses),
    )
    return next((reason for reason in reasons if reason), "")


def _misspelled(presses: list[str]) -> str:
    if len(presses) > MOST_PRESSES:
        return "A key has one press or two, such as “g q”."
    for press in presses:
        *held, last = press.split("+") if not press.endswith("+") else [*press[:-2].split("+"), "+"]
        known = last in NAMED | FIELDS or (len(last) == 1 and last.isprintable())
        if not known or any(name not in MODIFIERS for name in held if name):
            return "This is not a key: write a character, or a name such as ArrowDown or Alt+K."
    if len(presses) == MOST_PRESSES and not all(map(is_character, presses)):
        return "A key of two presses is made of two characters, such as “g q”."
    return ""


def _alone(spec: CommandSpec, presses: list[str]) -> str:
    """What is said of reasons: one key shows them, one more gives the verdict."""
    if spec.id == REASON_OPENS and len(presses) > 1:
        return "The key that shows the reasons is one press."
    if spec.id.startswith(GIVES_REASON) and presses[0] != spec.keys[0].split(" ")[0]:
        return "The key of a reason begins with the key that shows the reasons."
    return ""


def _forbidden_command(spec: CommandSpec, key: str) -> str:
    if spec.id == "door.export":
        return "Export has no key: it is the one step that cannot be undone."
    if spec.id == CLOSES and key != "Escape":
        return "Close stays on Esc, which never decides anything."
    return ""


def _forbidden_key(spec: CommandSpec, key: str, presses: list[str]) -> str:
    first = presses[0]
    if first in FIELDS:
        return f"{first} works the controls of the page, so no command may have it."
    if first in HABIT and not _may_be_habit(spec, first):
        return f"{_said(first)} is pressed by habit, so it decides nothing."
    if first in SCRIPT_SIGNS:
        return f"“{first}” has a meaning in key scripts and on the terminal’s command line."
    if key in HOST_CHORDS or key in DOUBLED_IN_HOSTS or _edits_notebook(first):
        return f"{_said(key)} changes a notebook when the notebook around the app has the focus."
    return _forbidden_modifier(spec, key, first)


def _may_be_habit(spec: CommandSpec, first: str) -> bool:
    return spec.id == CLOSES if first == "Escape" else spec.does in ("", "open")


def _edits_notebook(first: str) -> bool:
    return is_character(first) and first.lower() in HARMFUL_IN_HOSTS


def _forbidden_modifier(spec: CommandSpec, key: str, first: str) -> str:
    held = set(first.split("+")[:-1])
    if key == "Ctrl+Enter" and spec.does not in APPROVING:
        return "Ctrl+Enter approves, so nothing else may have it."
    if "Ctrl" in held and "Alt" not in held and key not in ("Ctrl+Enter", "Ctrl+Shift+Z"):
        return "Ctrl belongs to the browser, the notebook or the terminal here: hold Alt instead."
    if spec.does in APPROVING and not held & {"Ctrl", "Alt"}:
        return "What approves needs Ctrl or Alt held, so that no single key approves by accident."
    return ""


def _said(key: str) -> str:
    return {"Escape": "Esc"}.get(key, f"“{key}”" if len(key) < 4 else key)


def meet(one: CommandSpec, other: CommandSpec) -> bool:
    """Whether two commands are active at one place."""
    if ANYWHERE in one.where or ANYWHERE in other.where:
        return True
    return bool(set(one.where) & set(other.where))


def conflicts(commands: Iterable[CommandSpec]) -> Iterator[tuple[CommandSpec, CommandSpec, str]]:
    """Pairs of commands that cannot both have their keys, with the sentence that says why."""
    known = tuple(commands)
    for at, one in enumerate(known):
        for other in known[at + 1 :]:
            if meet(one, other) and (sentence := _clash(one, other)):
                yield one, other, sentence


def _clash(one: CommandSpec, other: CommandSpec) -> str:
    for key in one.keys:
        for taken in other.keys:
            if key == taken:
                return f"{_said(key)} cannot be both “{one.label}” and “{other.label}”."
            if taken.startswith(f"{key} ") and not _opens(one, other):
                return f"{_said(taken)} of “{other.label}” begins with the key of “{one.label}”."
            if key.startswith(f"{taken} ") and not _opens(other, one):
                return f"{_said(key)} of “{one.label}” begins with the key of “{other.label}”."
    return ""


def _opens(first: CommandSpec, longer: CommandSpec) -> bool:
    """The first press of a verdict with a reason only shows the reasons."""
    return first.id == REASON_OPENS and longer.id.startswith(GIVES_REASON)
