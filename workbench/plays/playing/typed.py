"""What a typed line asks for: an action by number or id with params, or a word of the client."""

from __future__ import annotations

import json
import math
import re
import shlex
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from workbench.core.errors import BadCommand

#: The client's own words and what they do. With ``:`` before it a word is never an action.
WORDS = {
    "report": "capture this play, and stop",
    "save": "keep the game as it is",
    "load N": "go on from save N",
    "branch N": "go on from after the first N accepted actions",
    "preview ACTION": "what an action would do",
    "view": "everything you may know",
    "scene": "the scene again",
    "help": "these words",
    "quit": "stop, and capture nothing",
}
_NAMES = frozenset(each.split()[0] for each in WORDS)
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?\Z")


@dataclass(frozen=True, slots=True)
class Typed:
    """A line: a ``word`` of the client (or ``""``), and the action or argument after it."""

    word: str = ""
    action: str | int = ""
    params: dict[str, Any] = field(default_factory=dict, repr=False)


def typed(line: str, offered: Collection[str]) -> Typed:
    """Read a line. ``offered`` are the ids of the scene: they win over the client's words.

    Raises ``BadCommand`` for a line that is not understood.
    """
    try:
        parts = shlex.split(line)
    except ValueError:
        raise BadCommand("A quote is never closed", cure="Close it, or leave it out") from None
    if not parts:
        return Typed("scene")
    own = parts[0].startswith(":")
    first = parts[0].removeprefix(":")
    if first in _NAMES and (own or first not in offered):
        return _of_word(first, parts[1:], offered)
    if own:
        raise BadCommand("There is no such word", cure="help lists them")
    return _of_action(parts, offered)


def _of_word(word: str, rest: list[str], offered: Collection[str]) -> Typed:
    if word == "preview":
        if not rest:
            raise BadCommand("Nothing is named to look at", cure="Write preview and an action")
        action = _of_action(rest, offered)
        return Typed(word, action.action, action.params)
    takes = word in ("load", "branch")
    if len(rest) != takes or (takes and not rest[0].isdecimal()):
        raise BadCommand(
            f"{word} takes {'one number' if takes else 'nothing'}",
            cure=f"Write {word} N" if takes else f"Write {word} alone",
        )
    return Typed(word, int(rest[0]) if takes else "")


def _of_action(parts: list[str], offered: Collection[str]) -> Typed:
    params: dict[str, Any] = {}
    for part in parts[1:]:
        name, equals, given = part.partition("=")
        if not equals or not name:
            raise BadCommand(
                "A param is not written as NAME=VALUE", cure="Such as: 2 x=3 definitionId=press"
            )
        if name in params:
            raise BadCommand("A param is given twice", cure="Give each once")
        params[name] = param_value(given)
    first = parts[0]
    numbered = first not in offered and first.isascii() and first.isdecimal() and len(first) < 10
    return Typed("", int(first) if numbered else first, params)


def param_value(text: str) -> str | float | bool:
    """``true``, ``false`` and numbers as such, a JSON string as its text, and all else as text."""
    if text in ("true", "false"):
        return text == "true"
    if _NUMBER.match(text) and len(text) < 30:
        number = float(text)
        if math.isfinite(number):
            return int(number) if number.is_integer() and abs(number) < 2**53 else number
    if len(text) > 1 and text[0] == text[-1] == '"':
        try:
            inner = json.loads(text)
        except ValueError:
            return text
        return inner if isinstance(inner, str) else text
    return text
