"""Compiling a parsed pattern into instructions for the backtracking matcher.

Instructions are tuples that start with their name; numbers in them are places in the program.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from workbench.session_logs.pattern_parser import Parsed, PatternLimit
from workbench.session_logs.pattern_parts import (
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
)

MAX_PROGRAM = 20_000
Instruction = tuple[Any, ...]


@dataclass
class Program:
    """Instructions, how many groups there are, and how many slots a match needs.

    Slots are two for the whole match, two a group, then one a loop.
    """

    groups: int
    slots: int
    code: list[Instruction] = field(default_factory=list)

    def emit(self, *instruction: Any) -> int:
        """Append an instruction; returns its place."""
        if len(self.code) >= MAX_PROGRAM:
            raise PatternLimit(f"the pattern needs more than {MAX_PROGRAM:,} steps to write out")
        self.code.append(instruction)
        return len(self.code) - 1


def compile_pattern(parsed: Parsed) -> Program:
    """The program of a pattern; slot 0 and 1 are the whole match."""
    program = Program(parsed.groups, slots=2 * parsed.groups + 2)
    _emit(program, parsed.part, forward=True)
    program.emit("match")
    return program


def _emit(program: Program, part: Part, *, forward: bool) -> None:
    if isinstance(part, Chars):
        program.emit("char" if forward else "char back", membership(part.ranges))
    elif isinstance(part, Edge):
        program.emit(part.kind)
    elif isinstance(part, Sequence):
        for item in part.parts if forward else reversed(part.parts):
            _emit(program, item, forward=forward)
    elif isinstance(part, Either):
        _emit_either(program, part, forward)
    elif isinstance(part, Group):
        first, second = (0, 1) if forward else (1, 0)
        program.emit("save", 2 * part.number + first)
        _emit(program, part.part, forward=forward)
        program.emit("save", 2 * part.number + second)
    elif isinstance(part, Back):
        program.emit("back" if forward else "back back", part.number)
    elif isinstance(part, Look):
        at = program.emit("look")
        _emit(program, part.part, forward=part.ahead)
        program.emit("match")
        program.code[at] = ("look", part.negative, at + 1, len(program.code))
    else:
        _emit_repeat(program, part, forward)


def _emit_either(program: Program, part: Either, forward: bool) -> None:
    ends: list[int] = []
    for option in part.options[:-1]:
        split = program.emit("split")
        _emit(program, option, forward=forward)
        ends.append(program.emit("jump"))
        program.code[split] = ("split", split + 1, len(program.code))
    _emit(program, part.options[-1], forward=forward)
    for end in ends:
        program.code[end] = ("jump", len(program.code))


def _emit_repeat(program: Program, part: Repeat, forward: bool) -> None:
    for _ in range(part.least):
        _emit_round(program, part, forward)
    if part.most is None:
        slot = _new_slot(program)
        split = program.emit("split")
        program.emit("save", slot)
        _emit_round(program, part, forward)
        program.emit("moved", slot)
        program.emit("jump", split)
        program.code[split] = _choice(split + 1, len(program.code), part.greedy)
        return
    splits: list[int] = []
    for _ in range(part.most - part.least):
        slot = _new_slot(program)
        splits.append(program.emit("split"))
        program.emit("save", slot)
        _emit_round(program, part, forward)
        program.emit("moved", slot)
    for split in splits:
        program.code[split] = _choice(split + 1, len(program.code), part.greedy)


def _emit_round(program: Program, part: Repeat, forward: bool) -> None:
    if part.first < part.last:
        program.emit("reset", 2 * part.first, 2 * part.last)
    _emit(program, part.part, forward=forward)


def _new_slot(program: Program) -> int:
    program.slots += 1
    return program.slots - 1


def _choice(again: int, out: int, greedy: bool) -> Instruction:
    return ("split", again, out) if greedy else ("split", out, again)


def membership(ranges: Ranges) -> Callable[[str], bool]:
    """Whether a character is in ``ranges``."""
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return chr(ranges[0][0]).__eq__
    starts = [low for low, _ in ranges]
    ends = [high for _, high in ranges]

    def holds(character: str) -> bool:
        code = ord(character)
        at = bisect_right(starts, code) - 1
        return at >= 0 and code <= ends[at]

    return holds
