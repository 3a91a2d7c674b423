"""What may be said of an error nobody foresaw: its class and where it arose, never its message."""

from __future__ import annotations

import traceback
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def report_of(error: BaseException) -> str:
    """``KeyError in plays/reading.py:42``: the class, and the innermost place in the workbench.

    The message is left out, because it may quote the capture (``spec/review-ux.md`` §14).
    """
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        if file.is_relative_to(PACKAGE):
            place = file.relative_to(PACKAGE).as_posix()
            return f"{type(error).__name__} in {place}:{frame.lineno}"
    return type(error).__name__
