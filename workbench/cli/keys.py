"""Where key presses come from: a terminal, or a script on standard input. The names are the registry's.

A script is what a test or a person writes down: keys one after the other, white space ignored,
``<Ctrl+Enter>`` for named keys, ``"text"`` where a field asks for text, ``#`` for the rest of a line::

    <Enter> f n s w   # open, flag the first finding, the second is a vocabulary word
    g n "late-rent-eviction" <Ctrl+Enter>
"""

from __future__ import annotations

import os
import re
import select
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Protocol, TextIO

from workbench.core.errors import BadCommand

END = ""  # there are no more keys

_ESCAPE_WAIT = 0.05  # seconds in which the rest of an escape sequence arrives

#: What terminals send. Most cannot tell Ctrl+Enter from Enter, so Alt+Enter and Ctrl+G stand for it,
#: and Ctrl+R for Ctrl+Shift+Z.
SEQUENCES = {
    "\r": "Enter",
    "\n": "Enter",
    "\x1b": "Escape",
    "\x1b[A": "ArrowUp",
    "\x1bOA": "ArrowUp",
    "\x1b[B": "ArrowDown",
    "\x1bOB": "ArrowDown",
    "\x1b[5~": "PageUp",
    "\x1b[6~": "PageDown",
    "\x1b[H": "Home",
    "\x1bOH": "Home",
    "\x1b[1~": "Home",
    "\x1b[F": "End",
    "\x1bOF": "End",
    "\x1b[4~": "End",
    "\x1b\r": "Ctrl+Enter",
    "\x1b\n": "Ctrl+Enter",
    "\x1b[13;5u": "Ctrl+Enter",
    "\x1b[27;5;13~": "Ctrl+Enter",
    "\x07": "Ctrl+Enter",
    "\x1b[122;6u": "Ctrl+Shift+Z",
    "\x12": "Ctrl+Shift+Z",
    "\x04": END,
    "\x03": END,
}


class Keys(Protocol):
    """A source of keys and of texts for fields."""

    scripted: bool

    def press(self) -> str:
        """The next key by its registry name; ``END`` when there are no more."""
        ...

    def text(self, prompt: str) -> str:
        """A line of text for a field; ``""`` leaves it as it is."""
        ...


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str  # "key" or "text"
    value: str


_SCRIPT = re.compile(
    r'\s+|#[^\n]*|<(?P<named>[A-Za-z+]+)>|"(?P<text>[^"\n]*)"|(?P<key>.)', re.DOTALL
)


def parse_script(text: str) -> Iterator[_Token]:
    """The keys and texts of a script, in order."""
    for match in _SCRIPT.finditer(text):
        if match["named"] is not None:
            yield _Token("key", match["named"])
        elif match["text"] is not None:
            yield _Token("text", match["text"])
        elif match["key"] is not None:
            yield _Token("key", match["key"])


class ScriptKeys:
    """Keys of a script. Each text has to stand where a field asks for one."""

    scripted = True

    def __init__(self, text: str) -> None:
        self._tokens = deque(parse_script(text))

    def press(self) -> str:
        if not self._tokens:
            return END
        token = self._tokens.popleft()
        if token.kind == "text":
            raise BadCommand(
                "The key script has a text where no field asks for one",
                cure="Go to the field first, with g n or g e",
                code="bad_script",
            )
        return token.value

    def text(self, prompt: str) -> str:
        if self._tokens and self._tokens[0].kind == "text":
            return self._tokens.popleft().value
        return ""


class LineKeys:
    """Keys typed as lines of a script, for terminals that cannot hand out single keys."""

    scripted = False

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._waiting: deque[_Token] = deque()

    def press(self) -> str:
        while not self._waiting:
            line = self._stream.readline()
            if not line:
                return END
            self._waiting.extend(parse_script(line) if line.strip() else [_Token("key", "Enter")])
        return self._waiting.popleft().value

    def text(self, prompt: str) -> str:
        if self._waiting and self._waiting[0].kind == "text":
            return self._waiting.popleft().value
        print(prompt, end="", flush=True)
        return self._stream.readline().strip()


class TerminalKeys:
    """Single keys from a terminal. Texts are typed with the terminal's own line editing."""

    scripted = False

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._handle = stream.fileno()

    def press(self) -> str:
        with self._single_keys():
            first = os.read(self._handle, 1)
            while self._unfinished(first):
                first += os.read(self._handle, 1)
        if not first:
            return END
        sequence = first.decode("utf-8", "replace")
        return SEQUENCES.get(sequence, sequence)

    def text(self, prompt: str) -> str:
        print(prompt, end="", flush=True)
        return self._stream.readline().strip()

    def _unfinished(self, read: bytes) -> bool:
        if read[:1] == b"\x1b" or read[:1] >= b"\xc0":
            return bool(select.select([self._handle], [], [], _ESCAPE_WAIT)[0])
        return False

    @contextmanager
    def _single_keys(self) -> Iterator[None]:
        import termios
        import tty

        before = termios.tcgetattr(self._handle)
        tty.setcbreak(self._handle, termios.TCSANOW)  # keys typed ahead are kept
        try:
            yield
        finally:
            termios.tcsetattr(self._handle, termios.TCSANOW, before)


def keys_of(stream: TextIO | None = None) -> Keys:
    """The keys of standard input: single ones from a terminal, else a script."""
    source = stream or sys.stdin
    if not source.isatty():
        return ScriptKeys(source.read())
    return TerminalKeys(source) if find_spec("termios") else LineKeys(source)
