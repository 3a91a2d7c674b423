"""When two request bodies are the same: canonical JSON with rules of its own.

Not ``core.canonical``: here keys sort by UTF-8, and an integer is never a float.
Source: ``spec/http-cassettes.md`` §3.1, §3.2.
"""

from __future__ import annotations

import json
from typing import Any as AnyValue
from typing import TypeAlias

from workbench.cassettes.model import ANY, Body
from workbench.core.json_text import NotJson, parse

Key: TypeAlias = "tuple[str, str | bytes]"


def json_value(body: bytes) -> tuple[AnyValue] | None:
    """The body's value in a 1-tuple if the whole of it is one RFC 8259 text, else ``None``.

    ``NaN``, numbers that overflow, a byte order mark, lone surrogate escapes and nesting beyond 512
    levels make a body "not JSON".
    """
    start = body.lstrip(b" \t\r\n")[:1]
    if not start or start not in b'{["-0123456789tfn':
        return None
    try:
        value = parse(body)
        compact(value).encode("utf-8")
    except (NotJson, UnicodeEncodeError, RecursionError):
        return None
    return (value,)


def canonical_json(body: bytes) -> str | None:
    """The canonical text mismatch reports show, or ``None`` for a body that is not JSON."""
    found = json_value(body)
    return None if found is None else canonical_value(found[0])


def canonical_value(value: AnyValue) -> str:
    """The canonical text of a JSON value: two-space indent, keys by code point, floats shortest."""
    try:
        return json.dumps(value, ensure_ascii=False, sort_keys=True, indent=2)
    except RecursionError:
        return compact(value)


def body_key(body: Body) -> Key:
    """Two bodies match when their keys are equal; absent and empty differ."""
    if body is ANY:
        return ("any", "")
    if body is None:
        return ("absent", "")
    found = json_value(body)
    return ("bytes", body) if found is None else ("json", compact(found[0]))


def has_duplicate_keys(body: bytes) -> bool:
    """Whether some object of the body names a key twice (the last one counts)."""
    repeated = False

    def pairs(found: list[tuple[str, AnyValue]]) -> dict[str, AnyValue]:
        nonlocal repeated
        repeated = repeated or len({name for name, _ in found}) != len(found)
        return dict(found)

    try:
        json.loads(body, object_pairs_hook=pairs)
    except (ValueError, RecursionError):
        return False
    return repeated


def compact(value: AnyValue) -> str:
    """A text that two JSON values share exactly when they are equal."""
    # Python keeps 1 and 1.0 apart in print, sorts keys by code point (= UTF-8 order), and escapes
    # only what RFC 8259 demands: exactly the table of the specification.
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
