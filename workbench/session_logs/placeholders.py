"""Filling ``{{session:N}}`` and ``{{fromRequest:<pattern>}}`` in an entry, at the time of its call.

Source: ``spec/session-logs.md`` §§16, 17.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import orjson

from workbench.session_logs.errors import DEFAULT_PREFIX, ReplayError, json_word
from workbench.session_logs.patterns import InvalidPattern, PatternLimit, last_match

OPENING = "{{fromRequest:"
_SESSION_TOKEN = re.compile(r"\{\{session:([1-9][0-9]*)\}\}", re.ASCII)


def has_markers(entry: Any) -> bool:
    """Whether an entry holds anything live. Entries without are handed out as they are."""
    try:
        raw = orjson.dumps(entry)
    except (orjson.JSONEncodeError, TypeError):
        return True
    return b"{{session:" in raw or b"{{fromRequest:" in raw


def marker_count(entry: Any) -> int:
    """How many session tokens and placeholders the strings of an entry hold."""
    if not has_markers(entry):
        return 0
    found = 0

    def count(text: str) -> str:
        nonlocal found
        found += text.count(OPENING) + len(_SESSION_TOKEN.findall(text))
        return text

    fill(entry, count)
    return found


def fill(value: Any, fill_text: Callable[[str], str]) -> Any:
    """A copy of ``value`` with every string, keys excluded, given through ``fill_text``."""
    if isinstance(value, str):
        return fill_text(value) if "{{" in value else value
    if isinstance(value, dict):
        return {key: fill(item, fill_text) for key, item in value.items()}
    if isinstance(value, list):
        return [fill(item, fill_text) for item in value]
    return value


def fill_sessions(text: str, live_id: Callable[[int], str | None], *, prefix: str) -> str:
    """``text`` with session tokens replaced; raises ``ReplayError`` for an unknown one (§17)."""

    def replacement(match: re.Match[str]) -> str:
        digits = match.group(1)
        found = live_id(int(digits)) if len(digits) < 17 else None
        if found is None:
            raise ReplayError(
                f"{prefix}session token {match.group()} was used before that recorded "
                "session bound",
                code="session_token",
            )
        return found

    return _SESSION_TOKEN.sub(replacement, text)


def fill_requests(text: str, corpus: Callable[[], str], *, prefix: str = DEFAULT_PREFIX) -> str:
    """``text`` with placeholders replaced from the request's text. Raises ``ReplayError`` (§16)."""
    parts: list[str] = []
    position = 0
    while (start := text.find(OPENING, position)) >= 0:
        end = text.find("}}", start + len(OPENING))
        if end < 0:
            raise ReplayError(
                f"{prefix}fromRequest placeholder is unterminated in {json_word(text)}",
                code="placeholder_unterminated",
            )
        while text[end + 2 : end + 3] == "}":
            end += 1
        parts.append(text[position:start])
        parts.append(_value_of(text[start + len(OPENING) : end], corpus(), prefix))
        position = end + 2
    parts.append(text[position:])
    return "".join(parts)


def _value_of(pattern: str, corpus: str, prefix: str) -> str:
    try:
        found = last_match(pattern, corpus)
    except InvalidPattern as error:
        raise ReplayError(
            f"{prefix}fromRequest has an invalid pattern {json_word(pattern)}: {error.what}",
            code="placeholder_pattern",
        ) from None
    except PatternLimit as error:
        raise ReplayError(
            f"{prefix}fromRequest pattern {json_word(pattern)} was not tried to the end: {error.what}",
            code="placeholder_limit",
        ) from None
    if found is None:
        raise ReplayError(
            f"{prefix}fromRequest pattern {json_word(pattern)} matched nothing in the request",
            code="placeholder_unmatched",
        )
    return found
