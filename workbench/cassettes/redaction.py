"""Hiding secrets in whatever is shown: by key name, and by shape in text.

Never applied to what is matched or served. Source: ``spec/http-cassettes.md`` §6, with the better
rules of its §6.3 (a number is no secret, ``sk-`` wants a border, schemes in any case …).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workbench.cassettes.canonical_body import canonical_value, json_value
from workbench.cassettes.redaction_keys import is_redacted, is_secret_key
from workbench.cassettes.redaction_profiles import PLACEHOLDER, SECRETS, Profile
from workbench.cassettes.redaction_shapes import hidden

__all__ = ["PLACEHOLDER", "is_redacted", "is_secret_key", "redact", "redact_bytes", "redact_text"]

_BOM = "\ufeff"
_FLAT_HEADERS = ("rawheaders", "raw_headers")
_NAMES_OF_PAIRS = ("name", "key")
_VALUES_OF_PAIRS = ("value", "values")


def redact(value: Any, *, profile: Profile = SECRETS) -> Any:
    """A JSON-like value with its secrets replaced; shape and keys are kept.

    A key that is itself a secret is replaced as well.
    """
    if isinstance(value, Mapping):
        return _mapping(value, profile)
    if isinstance(value, (list, tuple)):
        return [_pair(item, profile) for item in value]
    if isinstance(value, (bytes, bytearray)):
        return redact_bytes(bytes(value), profile=profile)
    return redact_text(value, profile=profile) if isinstance(value, str) else value


def _mapping(value: Mapping[Any, Any], profile: Profile) -> dict[Any, Any]:
    named = _named_pair(value)
    found: dict[Any, Any] = {}
    for key, inner in value.items():
        name = named if named is not None and key in _VALUES_OF_PAIRS else str(key)
        shown = profile.without_ids(hidden(key)) if isinstance(key, str) else key
        while shown in found:
            shown = f"{shown}\u2032"  # two keys that are both hidden stay two
        found[shown] = _member(name, inner, profile)
    return found


def _named_pair(value: Mapping[Any, Any]) -> str | None:
    """The name in ``{name, value}``, which HAR and others write for a header."""
    if not any(key in value for key in _VALUES_OF_PAIRS):
        return None
    names = (value[key] for key in _NAMES_OF_PAIRS if isinstance(value.get(key), str))
    return next(names, None)


def _member(key: str, value: Any, profile: Profile) -> Any:
    if profile.hides_key(key):
        return None if value is None else PLACEHOLDER
    if key.lower() in _FLAT_HEADERS and isinstance(value, (list, tuple)):
        return list(_flat(value, profile))
    if not is_secret_key(key):
        return redact(value, profile=profile)
    # A number is never a secret: it is a count or a limit.
    return value if isinstance(value, (int, float)) or value is None else PLACEHOLDER


def _flat(values: Sequence[Any], profile: Profile) -> Iterator[Any]:
    """Names and values in turn."""
    for index, value in enumerate(values):
        name = values[index - 1] if index % 2 else None
        yield (
            _member(name, value, profile)
            if isinstance(name, str)
            else redact(value, profile=profile)
        )


def _pair(item: Any, profile: Profile) -> Any:
    """A header pair is judged by its first half, like a mapping's entry."""
    if isinstance(item, (list, tuple)) and len(item) == 2 and isinstance(item[0], str):
        return [redact_text(item[0], profile=profile), _member(item[0], item[1], profile)]
    return redact(item, profile=profile)


def redact_text(text: str, *, profile: Profile = SECRETS) -> str:
    """A text with its secrets replaced: JSON by keys, lines of JSON and events alike, else by shape."""
    start = text.lstrip(_BOM + " \t\r\n")[:1]
    if start in ("{", "["):
        found = _json(text.lstrip(_BOM))
        if found is not None and isinstance(found[0], (dict, list)):
            shown = redact(found[0], profile=profile)
            return text if shown == found[0] else canonical_value(shown)
    if start == '"':
        found = _json(text)
        if found is not None and isinstance(found[0], str):
            inside = redact_text(found[0], profile=profile)
            return text if inside == found[0] else canonical_value(inside)
    return "".join(_by_lines(text, profile))


def _by_lines(text: str, profile: Profile) -> Iterator[str]:
    """Each line of JSON by its keys; what stands between as one text, for secrets of several lines."""
    between: list[str] = []
    for line in text.splitlines(keepends=True):
        shown = _line_of_json(line, profile)
        if shown is None:
            between.append(line)
            continue
        yield profile.without_ids(hidden("".join(between)))
        between = []
        yield shown
    yield profile.without_ids(hidden("".join(between)))


def _line_of_json(line: str, profile: Profile) -> str | None:
    name, colon, value = line.partition(":")
    if not (colon and name.strip() == "data"):
        name, colon, value = "", "", line
    stripped = value.strip()
    if stripped[:1] not in ("{", "["):
        return None
    found = _json(stripped)
    if found is None:
        return None
    shown = redact(found[0], profile=profile)
    if shown == found[0]:
        return line
    written = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    return f"{name}{colon}{value.replace(stripped, written, 1)}"


def _json(text: str) -> tuple[Any] | None:
    return json_value(text.encode("utf-8", "surrogatepass"))


def redact_bytes(body: bytes, *, profile: Profile = SECRETS) -> str:
    """A body as text to be shown; bytes that are not text become their length and digest."""
    try:
        return redact_text(body.decode("utf-8"), profile=profile)
    except UnicodeDecodeError:
        digest = hashlib.sha256(body).hexdigest()[:16]
        return f"<{len(body):,} bytes of binary data, sha256 {digest}…>"
