"""JSON inside a string: every key and value of it becomes a text with its own pointer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from workbench.core.json_places import StringToken, string_tokens
from workbench.core.places import JsonStringMap, pointer_members
from workbench.findings.check import Trigger
from workbench.findings.decoders.decoder import Decoded, OuterRange, Scope, Undecoded
from workbench.findings.patterns import Pattern

# What ``str.strip`` takes away may stand before the bracket.
_OPENED = Pattern(
    r"^[\x01-\x20\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]*[{\[]"
)


class JsonText:
    """A text that is one JSON object or array."""

    name = "json"
    scope = Scope.DOCUMENT
    trigger = Trigger(patterns=(_OPENED,))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        trimmed = value.strip()
        if trimmed[:1] + trimmed[-1:] not in ("{}", "[]") or not _parses(trimmed):
            return ()
        return _strings(value)


def _parses(text: str) -> bool:
    try:
        json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return False
    return True


def _strings(value: str) -> Iterator[Decoded]:
    data = value.encode("utf-8", "surrogatepass")
    ascii_only = len(data) == len(value)
    for token in string_tokens(data):
        if not token.raw:
            continue
        members = pointer_members(token.pointer)
        yield Decoded(
            value=token.value,
            outer=_outer(token, data, ascii_only=ascii_only),
            key=next((name for name in reversed(members) if not name.isdigit()), ""),
            pointer=token.pointer,
            is_key=token.is_key,
            quote=json_quote,
        )


def _outer(token: StringToken, data: bytes, *, ascii_only: bool) -> OuterRange:
    mapped = JsonStringMap("", lambda: (token.start, token.raw))

    def outer(start: int, end: int) -> tuple[int, int]:
        (span,) = mapped.spans(start, end)
        if ascii_only:
            return span.start, span.end
        first = len(data[: span.start].decode("utf-8", "surrogatepass"))
        inside = data[span.start : span.end].decode("utf-8", "surrogatepass")
        return first, first + len(inside)

    return outer


def json_quote(value: str) -> str:
    """``value`` as it is written inside the quotes of a JSON string."""
    return json.dumps(value, ensure_ascii=False)[1:-1]
