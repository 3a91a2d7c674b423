"""A scene and an answer as lines of text. Everything a campaign says is shown as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from workbench.core.visible import escaped
from workbench.plays.sentences import words

CHANGES_SHOWN = 12
LONG = 400  # characters of one text or value


def scene_lines(scene: Mapping[str, Any], strings: Mapping[str, str]) -> Iterator[str]:
    """Text, statistics and numbered actions of a scene."""
    yield from _paragraphs(str(scene["body"].get("text", "")))
    stats = _stats(scene["view"]["kindView"], strings)
    if stats:
        yield f"  {stats}"
    if scene["status"] != "active":
        yield "The game is over. report captures it, quit leaves."
    for number, action in enumerate(scene["actions"], start=1):
        yield _action_line(number, action, strings)


def _paragraphs(text: str) -> Iterator[str]:
    yield from (escaped(line) for line in text.splitlines())


def _stats(view: Mapping[str, Any], strings: Mapping[str, str]) -> str:
    stats = view.get("stats")
    if not isinstance(stats, list):
        return ""
    shown = (f"{_text(each['labelKey'], strings)} {value(each['value'])}" for each in stats)
    return " · ".join(shown)


def _action_line(number: int, action: Mapping[str, Any], strings: Mapping[str, str]) -> str:
    label = _text(str(action["labelKey"]), strings)
    params = action.get("params") or {}
    asked = "".join(f" {escaped(name)}=<{escaped(str(what))}>" for name, what in params.items())
    line = f"{number:>3}  {label}  [{escaped(str(action['id']))}{asked}]"
    if action["available"]:
        return line
    return f"{line}  not now: {_reason(str(action.get('reasonKey', '')), strings)}"


def answer_lines(answer: Mapping[str, Any], strings: Mapping[str, str]) -> Iterator[str]:
    """What became of an action: accepted with what changed, or rejected with its reason."""
    if not answer["ok"]:
        error = answer["errors"][0]
        told = _reason(str(error["messageKey"]), strings)
        yield f"Rejected: {words(str(error['code']))}" + (
            f". {told}" if str(error["messageKey"]) in strings else ""
        )
        return
    yield "Accepted."
    changes = answer["changes"]
    for change in changes[:CHANGES_SHOWN]:
        yield f"  {_change(change)}"
    if len(changes) > CHANGES_SHOWN:
        yield f"  and {len(changes) - CHANGES_SHOWN} more changes"
    for message in answer["messages"]:
        yield f"  {_text(str(message['key']), strings)}"


def _change(change: Mapping[str, Any]) -> str:
    path = escaped(str(change["path"]))
    if change.get("reason") == "achievement_unlocked":
        return f"unlocked: {path.removeprefix('achieved.')}"
    before = f"{value(change['previous'])} → " if "previous" in change else ""
    return f"{path}: {before}{value(change.get('value'))}"


def view_lines(view: Mapping[str, Any]) -> Iterator[str]:
    """Everything the player may know, one value a line."""
    yield from _tree(view, "")


def _tree(node: Any, path: str) -> Iterator[str]:
    if isinstance(node, dict) and node:
        for key, below in node.items():
            yield from _tree(below, f"{path}.{key}" if path else str(key))
    elif isinstance(node, list) and any(isinstance(each, (dict, list)) for each in node):
        for index, below in enumerate(node):
            yield from _tree(below, f"{path}[{index}]")
    elif isinstance(node, list):
        yield f"  {escaped(path)}: {', '.join(map(value, node)) or 'none'}"
    else:
        yield f"  {escaped(path)}: {'none' if node == {} else value(node)}"


def value(given: object) -> str:
    """One value in a line."""
    if given is None or isinstance(given, bool):
        return {None: "none", True: "yes", False: "no"}[given]
    return escaped(str(given), limit=LONG)


def _text(key: str, strings: Mapping[str, str]) -> str:
    return escaped(strings.get(key, key), limit=LONG)


def _reason(key: str, strings: Mapping[str, str]) -> str:
    """The text of a reason; of a key without one, its last part in words."""
    return _text(key, strings) if key in strings else words(key.rpartition(".")[2])
