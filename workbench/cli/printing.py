"""Text on a terminal: captured text made visible and harmless, plain when it is piped.

Source: ``spec/review-ux.md`` §6 (*Captured text is text*) and §14.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sized
from typing import TypeVar

from rich.console import Console
from rich.text import Text

from workbench.core.errors import WorkbenchError
from workbench.core.visible import escaped as escaped

_PROGRESS_AFTER = 0.3  # seconds without a word are fine, more are not
_PROGRESS_EVERY = 5.0  # seconds between lines where nothing can be drawn over

T = TypeVar("T")


def masked(value: str, *, limit: int = 64) -> str:
    """The shape of a value: letters as ``x``, digits as ``0``, ASCII punctuation kept."""
    shape = "".join(_shape(character) for character in value[:limit])
    return shape if len(value) <= limit else f"{shape}…"


def _shape(character: str) -> str:
    if character.isdigit():
        return "0"
    if character.isascii() and character.isprintable() and not character.isalnum():
        return character
    return "x"


def console() -> Console:
    """Standard output. Never reads markup, never wraps; colours only on a terminal."""
    return Console(markup=False, highlight=False, emoji=False, soft_wrap=True)


def error_console() -> Console:
    """Standard error, under the same rules."""
    return Console(stderr=True, markup=False, highlight=False, emoji=False, soft_wrap=True)


def say(text: str = "", *, style: str = "") -> None:
    """One line on standard output."""
    console().print(Text(text, style=style))


def complain(error: WorkbenchError) -> None:
    """A workbench error as one readable message on standard error."""
    error_console().print(Text(escaped(str(error)), style="red"))


def tolerate_any_encoding() -> None:
    """A terminal that cannot show a character shows its escape instead of ending the command."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def counted(things: Iterable[T], noun: str, *, total: int | None = None) -> Iterator[T]:
    """``things`` one by one, with a count on standard error when it takes long."""
    whole = total if total is not None else len(things) if isinstance(things, Sized) else None
    errors = error_console()
    started = last = time.monotonic()
    drawn = False
    for index, thing in enumerate(things):
        now = time.monotonic()
        of = f" of {whole:,}" if whole is not None else ""
        if errors.is_terminal and now - started > _PROGRESS_AFTER:
            errors.file.write(f"\r{noun} {index + 1:,}{of} ")
            errors.file.flush()
            drawn = True
        elif now - last > _PROGRESS_EVERY:
            errors.file.write(f"{noun} {index + 1:,}{of}\n")
            errors.file.flush()
            last = now
        yield thing
    if drawn:
        errors.file.write("\r\x1b[K")
        errors.file.flush()
