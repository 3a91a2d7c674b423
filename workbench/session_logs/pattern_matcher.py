"""A backtracking matcher with JavaScript's rules and a limit on its steps.

Source: ECMA-262 §22.2.2: groups are reset in every round of a repetition, a round that matches
nothing is given up, a reference to a group without a value matches nothing.
"""

from __future__ import annotations

from workbench.session_logs.pattern_parser import PatternLimit
from workbench.session_logs.pattern_parts import WORD
from workbench.session_logs.pattern_program import Program, membership

MAX_STEPS = 2_000_000  # about two seconds
MAX_WAITING = 500_000  # alternatives kept to come back to

Slots = tuple[int, ...]
_is_word = membership(WORD)


class Matcher:
    """One search of one text; its steps are counted over all starting places."""

    def __init__(self, program: Program, *, max_steps: int = MAX_STEPS) -> None:
        self._program = program
        self._steps = max_steps

    def last(self, text: str) -> str | None:
        """Group 1 of the last match if it took part, else the whole last match."""
        found: Slots | None = None
        at = 0
        while at <= len(text):
            slots = self._run(text, 0, at, (-1,) * self._program.slots)
            if slots is None:
                at += 1
                continue
            found = (at, *slots[1:])
            at = max(slots[1], at + 1) if slots[1] == at else slots[1]
        if found is None:
            return None
        # Without a group, the next slots are those of loops.
        if self._program.groups and min(found[2:4]) >= 0:
            return text[found[2] : found[3]]
        return text[found[0] : found[1]]

    def _run(self, text: str, pc: int, at: int, slots: Slots) -> Slots | None:
        """The slots of the first match from here on, slot 1 its end; ``None`` without a match."""
        code = self._program.code
        waiting: list[tuple[int, int, Slots]] = []
        steps = self._steps
        while True:
            steps -= 1
            if steps < 0:
                raise PatternLimit(f"it took more than {MAX_STEPS:,} steps")
            instruction = code[pc]
            name = instruction[0]
            ok = True
            if name == "char":
                ok = at < len(text) and instruction[1](text[at])
                at += 1
            elif name == "char back":
                at -= 1
                ok = at >= 0 and instruction[1](text[at])
            elif name == "split":
                waiting.append((instruction[2], at, slots))
                if len(waiting) > MAX_WAITING:
                    raise PatternLimit("it keeps too many alternatives")
                pc = instruction[1]
                continue
            elif name == "jump":
                pc = instruction[1]
                continue
            elif name == "save":
                slots = (*slots[: instruction[1]], at, *slots[instruction[1] + 1 :])
            elif name == "reset":
                low, high = instruction[1:]
                slots = (*slots[:low], *(-1,) * (high - low), *slots[high:])
            elif name == "moved":
                ok = slots[instruction[1]] != at
            elif name == "match":
                self._steps = steps
                return (slots[0], at, *slots[2:])
            elif name == "look":
                self._steps = steps
                inside = self._run(text, instruction[2], at, slots)
                steps = self._steps
                ok = (inside is None) == instruction[1]
                if ok:
                    slots = slots if inside is None else (*slots[:2], *inside[2:])
                    pc = instruction[3]
                    continue
            elif name in ("back", "back back"):
                ok, at = _back(text, at, slots, instruction[1], name == "back")
            else:
                ok = _edge(name, text, at)
            if ok:
                pc += 1
            elif waiting:
                pc, at, slots = waiting.pop()
            else:
                self._steps = steps
                return None


def _back(text: str, at: int, slots: Slots, number: int, forward: bool) -> tuple[bool, int]:
    start, end = slots[2 * number : 2 * number + 2]
    if min(start, end) < 0:
        return True, at
    value = text[start:end]
    if forward:
        return text.startswith(value, at), at + len(value)
    before = at - len(value)
    return before >= 0 and text.startswith(value, before), before


def _edge(kind: str, text: str, at: int) -> bool:
    if kind == "start":
        return at == 0
    if kind == "end":
        return at == len(text)
    before = at > 0 and _is_word(text[at - 1])
    after = at < len(text) and _is_word(text[at])
    return (before != after) == (kind == "word")
