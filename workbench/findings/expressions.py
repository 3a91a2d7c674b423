r"""Regular expressions as trees, so that it can be worked out what every match must hold.

Reads the part of RE2's syntax that patterns here are written in: literals, classes, groups, flags,
repetitions, ``^ $ \b``. A tree is never matched; engines match its text (``spec/detection.md`` §5).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

_TOKEN = re.compile(
    r"\\x\{[0-9A-Fa-f]+\}|\\[pP]\{\w+\}|\\.|\[\^?\]?(?:\\x\{[0-9A-Fa-f]+\}|\\.|[^\]\\])*\]"
    r"|\(\?[a-zA-Z-]*[:)]|\{[0-9]+(?:,[0-9]*)?\}\??|[*+?]\??|.",
    re.DOTALL,
)
_COUNTS = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_ASSERTIONS = frozenset({"^", "$", r"\b", r"\B", r"\A", r"\z"})
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a"}


@dataclass(frozen=True, slots=True)
class One:
    """One character: ``text`` as it is written; ``letter`` if only one character can match."""

    text: str
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """Something that must hold between characters: the beginning, the end, the edge of a word."""

    text: str


@dataclass(frozen=True, slots=True)
class Group:
    """Alternatives; ``flags`` are those that were switched on inside of it."""

    choices: tuple[Sequence_, ...]
    flags: str = ""


@dataclass(frozen=True, slots=True)
class Repeat:
    """``least`` to ``most`` times; ``None``: as often as it goes."""

    what: Node
    least: int
    most: int | None


Node: TypeAlias = "One | Edge | Group | Repeat"
Sequence_: TypeAlias = "tuple[Node, ...]"


def parsed(source: str) -> Group:
    """The tree of ``source``. Raises ``ValueError`` for what this reader does not know."""
    reader = _Reader(_TOKEN.findall(source))
    tree = reader.group("")
    if reader.at < len(reader.tokens):
        raise ValueError("a bracket is closed that was never opened")
    return tree


@dataclass(slots=True)
class _Reader:
    tokens: list[str]
    at: int = 0

    def group(self, flags: str) -> Group:
        """Alternatives up to the closing bracket, which is left for the caller."""
        choices: list[Sequence_] = []
        nodes: list[Node] = []
        while self.at < len(self.tokens) and self.tokens[self.at] != ")":
            token = self.tokens[self.at]
            self.at += 1
            if token == "|":
                choices.append(tuple(nodes))
                nodes = []
            elif token.startswith("(?") and token.endswith(")"):
                flags += token[2:-1]
            elif token[0] in "*+?{" and _counts(token) is not None:
                nodes[-1:] = [_repeated(nodes[-1], token)]
            else:
                nodes.append(self._node(token))
        return Group((*choices, tuple(nodes)), flags)

    def _node(self, token: str) -> Node:
        if token.startswith("("):
            inside = self.group(token[2:-1] if token.startswith("(?") else "")
            if self.at >= len(self.tokens):
                raise ValueError("a bracket is never closed")
            self.at += 1
            return inside
        if token in _ASSERTIONS:
            return Edge(token)
        return One(token, _letter(token))


def _counts(token: str) -> tuple[int, int | None] | None:
    bare = token[:-1] if len(token) > 1 and token.endswith("?") else token
    if bare in _COUNTS:
        return _COUNTS[bare]
    if not bare.startswith("{") or len(bare) < 3:
        return None
    least, comma, most = bare[1:-1].partition(",")
    return int(least), (int(most) if most else None) if comma else int(least)


def _repeated(what: Node, token: str) -> Node:
    counts = _counts(token)
    assert counts is not None
    return Repeat(what, *counts)


def _letter(token: str) -> str:
    """The one character that ``token`` matches, or ``""``. Both cases of a letter count as one."""
    if token.startswith("["):
        inside = token[1:-1]
        both = len(inside) == 2 and inside.isalpha() and inside[0].lower() == inside[1].lower()
        return inside[0].lower() if both else inside if len(inside) == 1 else ""
    if token.startswith(r"\x{"):
        return chr(int(token[3:-1], 16))
    if token.startswith("\\"):
        character = token[1]
        return _ESCAPES.get(character, "" if character.isalnum() else character)
    return "" if token == "." else token
