"""Searching with JavaScript's regular expressions, in bounded time.

Most patterns run on RE2 in linear time. Look-around, back-references and groups inside repetitions
need JavaScript's own backtracking, which runs here with a limit on its steps: patterns come from
fixture files, and fixture files come from strangers. Source: ``spec/session-logs.md`` §§16, 22.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import re2

from workbench.session_logs.pattern_matcher import Matcher
from workbench.session_logs.pattern_parser import InvalidPattern, PatternLimit, parse_pattern
from workbench.session_logs.pattern_parts import (
    LAST,
    Back,
    Chars,
    Edge,
    Either,
    Group,
    Look,
    Part,
    Repeat,
    Sequence,
)
from workbench.session_logs.pattern_program import Program, compile_pattern

MAX_TEXT = 16 * 1024 * 1024  # characters
MAX_MATCHES = 1_000_000
_EDGES = {"start": r"\A", "end": r"\z", "word": r"\b", "inside": r"\B"}
_MAX_RE2_REPEAT = 1_000

__all__ = ["InvalidPattern", "PatternLimit", "last_match"]


def last_match(pattern: str, text: str) -> str | None:
    """Group 1 of the last match if it took part, else the whole match; ``None`` without a match.

    Raises ``InvalidPattern`` where JavaScript refuses the pattern, ``PatternLimit`` where the search
    would take too long.
    """
    fast, program = _compiled(pattern)
    if len(text) > MAX_TEXT:
        raise PatternLimit(f"the request has more than {MAX_TEXT:,} characters")
    if fast is None or not _is_encodable(text):
        return Matcher(program).last(text)
    found = None
    for count, match in enumerate(fast.finditer(text)):
        found = match
        if count >= MAX_MATCHES:
            raise PatternLimit(f"it matches more than {MAX_MATCHES:,} times")
    if found is None:
        return None
    group = found.group(1) if fast.groups else None
    return str(found.group() if group is None else group)


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> tuple[Any, Program]:
    parsed = parse_pattern(pattern)
    program = compile_pattern(parsed)
    if not _is_simple(parsed.part):
        return None, program
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(_for_re2(parsed.part), options), program
    except re2.error:
        return None, program


def _is_encodable(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _is_simple(part: Part) -> bool:
    """Whether RE2 gives the same last match and the same first group."""
    if isinstance(part, (Back, Look)):
        return False
    if isinstance(part, Repeat):
        counts = max(part.least, part.most or 0) <= _MAX_RE2_REPEAT
        once = part.most == 1 and part.least <= 1
        captures = part.first <= 1 < part.last
        plain = once or not (captures or _may_be_empty(part.part))
        return counts and plain and _is_simple(part.part)
    if isinstance(part, Group):
        return _is_simple(part.part)
    if isinstance(part, (Sequence, Either)):
        return all(map(_is_simple, part.parts if isinstance(part, Sequence) else part.options))
    return True


def _may_be_empty(part: Part) -> bool:
    if isinstance(part, Chars):
        return False
    if isinstance(part, Sequence):
        return all(map(_may_be_empty, part.parts))
    if isinstance(part, Either):
        return any(map(_may_be_empty, part.options))
    if isinstance(part, Group):
        return _may_be_empty(part.part)
    if isinstance(part, Repeat):
        return part.least == 0 or _may_be_empty(part.part)
    return True


def _for_re2(part: Part) -> str:
    if isinstance(part, Chars):
        return _set_for_re2(part)
    if isinstance(part, Edge):
        return _EDGES[part.kind]
    if isinstance(part, Sequence):
        return "".join(map(_for_re2, part.parts))
    if isinstance(part, Either):
        return f"(?:{'|'.join(map(_for_re2, part.options))})"
    if isinstance(part, Group):
        return f"({'' if part.number == 1 else '?:'}{_for_re2(part.part)})"
    if isinstance(part, Repeat):
        most = "" if part.most is None else part.most
        return f"(?:{_for_re2(part.part)}){{{part.least},{most}}}{'' if part.greedy else '?'}"
    raise PatternLimit("this pattern has no linear form")


def _set_for_re2(part: Chars) -> str:
    if not part.ranges:
        return rf"[^\x{{0}}-\x{{{LAST:x}}}]"
    members = "".join(rf"\x{{{low:x}}}-\x{{{high:x}}}" for low, high in part.ranges)
    return f"[{members}]"
