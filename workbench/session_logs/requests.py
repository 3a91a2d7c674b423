"""What a request to the model says: its text leaves, and the sub-agent ids it announces.

Source: ``spec/session-logs.md`` §§16, 17.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_STARTED = re.compile(
    r"started subagent ([^\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
    r"\"'<>]+)"
)


def text_leaves(value: Any) -> Iterator[str]:
    """Every string leaf, objects in key order, lists in order; keys and numbers are left out."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, Mapping):
            stack.extend(reversed(_javascript_order(item)))
        elif isinstance(item, (list, tuple)):
            stack.extend(reversed(item))


def _javascript_order(value: Mapping[str, Any]) -> list[Any]:
    """The values in JavaScript's key order: array indexes first, ascending (§22)."""
    indexes = [key for key in value if _is_index(key)]
    if not indexes:
        return list(value.values())
    rest = [item for key, item in value.items() if not _is_index(key)]
    return [value[key] for key in sorted(indexes, key=int)] + rest


def _is_index(key: object) -> bool:
    if not (isinstance(key, str) and key.isascii() and key.isdigit() and len(key) < 11):
        return False
    return (key == "0" or key[0] != "0") and int(key) < 2**32 - 1


def corpus_text(messages: Any) -> str:
    """The text a placeholder's pattern searches: all leaves joined by line feeds (§16)."""
    return "\n".join(text_leaves(messages))


def announced_subagents(messages: Any) -> Iterator[str]:
    """Ids after ``started subagent`` in any leaf, in order (§17)."""
    for leaf in text_leaves(messages):
        if "started subagent " in leaf:
            yield from _STARTED.findall(leaf)
