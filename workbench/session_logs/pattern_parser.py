"""Parsing a JavaScript regular expression, with the ``g`` flag only.

Source: ``spec/session-logs.md`` §§16, 22; ECMA-262 Annex B.1.2.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from workbench.core.errors import WorkbenchError
from workbench.session_logs.pattern_escapes import character_escape, class_escape
from workbench.session_logs.pattern_parts import (
    LINE_ENDS,
    Back,
    Chars,
    Edge,
    Either,
    Group,
    Look,
    Part,
    Ranges,
    Repeat,
    Sequence,
    complement,
    merged,
)

MAX_PATTERN = 10_000
MAX_NESTING = 100
_QUANTIFIER = re.compile(r"\{([0-9]+)(?:(,)([0-9]*))?\}", re.ASCII)
_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*", re.ASCII)
_NUMBER = re.compile(r"[1-9][0-9]*", re.ASCII)
_REFERENCE = re.compile(r"k<([^>]*)>")
_MODIFIERS = re.compile(r"\?[ims]*(?:-[ims]*)?:", re.ASCII)


class InvalidPattern(WorkbenchError):
    """JavaScript refuses this pattern."""

    code = "invalid_pattern"


class PatternLimit(WorkbenchError):
    """The pattern is legal, but it is not supported, or its search took too many steps."""

    code = "pattern_limit"


@dataclass(frozen=True, slots=True)
class Parsed:
    """A parsed pattern and how many groups it has."""

    part: Part
    groups: int


def parse_pattern(source: str) -> Parsed:
    """The parts of ``source``. Raises ``InvalidPattern``, ``PatternLimit``."""
    if len(source) > MAX_PATTERN:
        raise PatternLimit(f"the pattern is longer than {MAX_PATTERN} characters")
    return _Parser(source).parse()


@dataclass
class _Parser:
    source: str
    at: int = 0
    groups: int = 0
    depth: int = 0
    total: int = 0
    names: dict[str, int] = field(default_factory=dict)
    seen_names: set[str] = field(default_factory=set)

    def parse(self) -> Parsed:
        # Annex B: \k and \1 mean something only if the whole pattern has such groups.
        self.total, self.names = _groups_of(self.source)
        part = self._either()
        if self.at < len(self.source):
            raise InvalidPattern("Unmatched ')'")
        return Parsed(part, self.groups)

    def _peek(self, text: str) -> bool:
        return self.source.startswith(text, self.at)

    def _take(self, text: str) -> bool:
        if self._peek(text):
            self.at += len(text)
            return True
        return False

    def _either(self) -> Part:
        options = [self._sequence()]
        while self._take("|"):
            options.append(self._sequence())
        return options[0] if len(options) == 1 else Either(tuple(options))

    def _sequence(self) -> Part:
        parts: list[Part] = []
        while self.at < len(self.source) and self.source[self.at] not in "|)":
            parts.append(self._term())
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def _term(self) -> Part:
        before = self.groups
        part = self._atom()
        quantifiable = not isinstance(part, Edge) and not (
            isinstance(part, Look) and not part.ahead
        )
        bounds = self._bounds()
        if bounds is None:
            return part
        if not quantifiable:
            raise InvalidPattern("Nothing to repeat")
        greedy = not self._take("?")
        return Repeat(part, bounds[0], bounds[1], greedy, before + 1, self.groups + 1)

    def _bounds(self) -> tuple[int, int | None] | None:
        for mark, found in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self._take(mark):
                return found
        match = _QUANTIFIER.match(self.source, self.at)
        if match is None:
            return None
        self.at = match.end()
        least = int(match.group(1))
        most = least if match.group(2) is None else int(match.group(3) or 0)
        if match.group(2) is not None and not match.group(3):
            return least, None
        if most < least:
            raise InvalidPattern("numbers out of order in {} quantifier")
        return least, most

    def _atom(self) -> Part:
        character = self.source[self.at]
        if character in "*+?":
            raise InvalidPattern("Nothing to repeat")
        if character == "{" and _QUANTIFIER.match(self.source, self.at):
            raise InvalidPattern("Nothing to repeat")
        self.at += 1
        if character == "^":
            return Edge("start")
        if character == "$":
            return Edge("end")
        if character == ".":
            return Chars(complement(LINE_ENDS))
        if character == "(":
            return self._group()
        if character == "[":
            return self._set()
        if character == "\\":
            return self._escape()
        return _one(ord(character))

    def _group(self) -> Part:
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise PatternLimit(f"groups nest more than {MAX_NESTING} levels deep")
        part = self._group_inside()
        self.depth -= 1
        return part

    def _group_inside(self) -> Part:
        if self._take("?:"):
            return self._closed(self._either())
        for mark, ahead, negative in (
            ("?=", True, False),
            ("?!", True, True),
            ("?<=", False, False),
            ("?<!", False, True),
        ):
            if self._take(mark):
                return Look(self._closed(self._either()), ahead, negative)
        if self._peek("?") and not self._peek("?<"):
            if _MODIFIERS.match(self.source, self.at):
                raise PatternLimit("modifiers inside a pattern are not supported")
            raise InvalidPattern("Invalid group")
        self.groups += 1
        number = self.groups
        if self._take("?<"):
            self._name()
        return Group(number, self._closed(self._either()))

    def _name(self) -> None:
        match = _NAME.match(self.source, self.at)
        if match is None or not self.source.startswith(">", match.end()):
            if any(ord(character) > 127 for character in self.source):
                raise PatternLimit("group names outside ASCII are not supported")
            raise InvalidPattern("Invalid capture group name")
        if match.group() in self.seen_names:
            raise InvalidPattern("Duplicate capture group name")
        self.seen_names.add(match.group())
        self.at = match.end() + 1

    def _closed(self, part: Part) -> Part:
        if not self._take(")"):
            raise InvalidPattern("Unterminated group")
        return part

    def _escape(self) -> Part:
        if self.at >= len(self.source):
            raise InvalidPattern("\\ at end of pattern")
        character = self.source[self.at]
        if character in "bB":
            self.at += 1
            return Edge("word" if character == "b" else "inside")
        if character == "k" and self.names:
            return self._named_back()
        match = _NUMBER.match(self.source, self.at)
        if match is not None and len(match.group()) < 6 and int(match.group()) <= self.total:
            self.at = match.end()
            return Back(int(match.group()))
        found, self.at = class_escape(self.source, self.at)
        if found is not None:
            return Chars(found)
        code, self.at = character_escape(self.source, self.at, in_set=False)
        return _one(code)

    def _named_back(self) -> Part:
        match = _REFERENCE.match(self.source, self.at)
        if match is None:
            raise InvalidPattern("Invalid named reference")
        if match.group(1) not in self.names:
            raise InvalidPattern("Invalid named capture referenced")
        self.at = match.end()
        return Back(self.names[match.group(1)])

    def _set(self) -> Part:
        negated = self._take("^")
        ranges: list[tuple[int, int]] = []
        while True:
            if self.at >= len(self.source):
                raise InvalidPattern("Unterminated character class")
            if self._take("]"):
                break
            low = self._set_atom()
            if not (self._peek("-") and self.source[self.at + 1 : self.at + 2] not in ("]", "")):
                ranges += low
                continue
            self.at += 1
            high = self._set_atom()
            if len(low) == len(high) == 1 and low[0][0] == low[0][1] and high[0][0] == high[0][1]:
                if high[0][0] < low[0][0]:
                    raise InvalidPattern("Range out of order in character class")
                ranges.append((low[0][0], high[0][0]))
            else:
                ranges += [*low, (0x2D, 0x2D), *high]
        found = merged(ranges)
        return Chars(complement(found) if negated else found)

    def _set_atom(self) -> Ranges:
        character = self.source[self.at]
        self.at += 1
        if character != "\\":
            return ((ord(character),) * 2,)
        if self.at >= len(self.source):
            raise InvalidPattern("\\ at end of pattern")
        if self._take("b"):
            return ((8, 8),)
        found, self.at = class_escape(self.source, self.at)
        if found is not None:
            return found
        code, self.at = character_escape(self.source, self.at, in_set=True)
        return ((code, code),)


def _one(code: int) -> Chars:
    return Chars(((code, code),))


def _groups_of(source: str) -> tuple[int, dict[str, int]]:
    """How many capturing groups a pattern has, and the numbers of the named ones."""
    count, in_set, at = 0, False, 0
    names: dict[str, int] = {}
    while at < len(source):
        character = source[at]
        if character == "\\":
            at += 1
        elif character == "[":
            in_set = True
        elif character == "]":
            in_set = False
        elif character == "(" and not in_set:
            named = source.startswith("?<", at + 1) and source[at + 3 : at + 4] not in ("=", "!")
            count += named or not source.startswith("?", at + 1)
            match = _NAME.match(source, at + 3) if named else None
            if match is not None:
                names.setdefault(match.group(), count)
        at += 1
    return count, names
