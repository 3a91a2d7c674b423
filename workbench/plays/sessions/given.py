"""What a client hands over, before anything looks at it: plain values, or a refusal.

Source: ``spec/play-sessions.md`` §2.3, §2.4. What is no plain value could neither be logged nor
captured.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from workbench.core.canonical import NotCanonical, canonical_text
from workbench.core.errors import BadCommand
from workbench.core.json_text import NotJson, parse

AUDIENCES: Final = frozenset({"player", "ai"})


def text(value: object, what: str) -> str:
    """``value`` if it is text. Raises ``BadCommand``."""
    if not isinstance(value, str):
        raise BadCommand(f"The {what} is not text", means="Nothing was changed")
    return value


def optional_text(value: object, what: str) -> str | None:
    """``value`` if it is text or absent. Raises ``BadCommand``."""
    return None if value is None else text(value, what)


def audience(value: object) -> str:
    """``value`` if it is an audience. Raises ``BadCommand``."""
    if not isinstance(value, str) or value not in AUDIENCES:
        raise BadCommand("The audience is neither player nor ai", means="Nothing was changed")
    return value


def plain_params(params: object) -> Mapping[str, Any] | None:
    """Parameters as JavaScript would have them: text, numbers, true and false, by text.

    Numbers beyond the doubles, not-a-numbers, lists and objects raise ``BadCommand``. Whether an
    action declares them is the kind's to say.
    """
    if params is None:
        return None
    if not isinstance(params, Mapping) or not all(isinstance(name, str) for name in params):
        raise _not_plain()
    if not all(isinstance(value, (str, int, float)) for value in params.values()):
        raise _not_plain()
    try:
        read = parse(canonical_text(dict(params)), javascript_numbers=True)
    except (NotCanonical, NotJson):
        raise _not_plain() from None
    plain: dict[str, Any] = read
    return plain


def _not_plain() -> BadCommand:
    return BadCommand(
        "The parameters are not plain values",
        means="Each must be text, a number, or true or false; nothing was changed",
    )
