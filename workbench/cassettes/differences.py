"""How two JSON values differ, by pointers.

Source: ``spec/http-cassettes.md`` §3.4.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from workbench.cassettes.redaction import PLACEHOLDER, is_secret_key, redact
from workbench.core.places import pointer, pointer_members

LIMIT = 50
MAX_SHOWN = 200  # characters of a value
_MISSING = object()


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: ``kind`` is missing, extra, changed, type or order."""

    path: str
    kind: str
    expected: Any = field(default=None, repr=False)
    actual: Any = field(default=None, repr=False)

    def shown(self) -> dict[str, object]:
        """The difference with its values redacted and cut."""
        members = pointer_members(self.path)
        hidden = any(is_secret_key(member) for member in members)
        return {
            "path": self.path,
            "kind": self.kind,
            "expected": _cut(self.expected, hidden=hidden),
            "actual": _cut(self.actual, hidden=hidden),
        }


def differences(expected: Any, actual: Any) -> list[Difference]:
    """The first ``LIMIT`` differences, in document order."""
    return list(islice(_walk(expected, actual), LIMIT))


def _walk(expected: Any, actual: Any) -> Iterator[Difference]:
    stack: list[tuple[str, Any, Any]] = [("", expected, actual)]
    while stack:
        path, was, now = stack.pop()
        if was is _MISSING:
            yield Difference(path, "extra", None, now)
        elif now is _MISSING:
            yield Difference(path, "missing", was, None)
        elif isinstance(was, Mapping) and isinstance(now, Mapping):
            names = [*was, *(name for name in now if name not in was)]
            stack.extend(
                (path + pointer(name), was.get(name, _MISSING), now.get(name, _MISSING))
                for name in reversed(names)
            )
        elif isinstance(was, list) and isinstance(now, list):
            if was != now and len(was) == len(now) and _sorted(was) == _sorted(now):
                yield Difference(path, "order", was, now)
                continue
            longest = max(len(was), len(now))
            stack.extend(
                (f"{path}/{index}", _item(was, index), _item(now, index))
                for index in reversed(range(longest))
            )
        elif type(was) is not type(now):
            yield Difference(path, "type", was, now)
        elif was != now:
            yield Difference(path, "changed", was, now)


def _item(values: list[Any], index: int) -> Any:
    return values[index] if index < len(values) else _MISSING


def _sorted(values: list[Any]) -> list[str]:
    return sorted(json.dumps(value, sort_keys=True) for value in values)


def _cut(value: Any, *, hidden: bool) -> object:
    if value is None:
        return None
    if hidden and not isinstance(value, (int, float)):
        return PLACEHOLDER
    shown = redact(value)
    if isinstance(shown, (int, float)):
        return shown
    text = shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"
