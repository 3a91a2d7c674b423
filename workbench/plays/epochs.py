"""What an adoption changed in the content: the parts that came, went or differ.

Source: ``spec/play-sessions.md`` §15.6. Works on any kind's content: catalogues are objects by id, or
lists of objects with an id.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from workbench.core.canonical import digest, utf16_key


@dataclass(frozen=True, slots=True)
class ContentChange:
    """One part of the content that differs. Ids are content of the campaign."""

    part: str
    added: tuple[str, ...] = field(default=(), repr=False)
    removed: tuple[str, ...] = field(default=(), repr=False)
    changed: tuple[str, ...] = field(default=(), repr=False)


def content_changes(source: Any, target: Any) -> tuple[ContentChange, ...]:
    """The parts of two contents that differ, by name of the part."""
    before, after = _parts(source), _parts(target)
    names = sorted({*before, *after}, key=utf16_key)
    changes = (_change(name, before.get(name, {}), after.get(name, {})) for name in names)
    return tuple(change for change in changes if change is not None)


def _change(name: str, before: Mapping[str, str], after: Mapping[str, str]) -> ContentChange | None:
    if before == after:
        return None
    return ContentChange(
        name,
        added=tuple(each for each in after if each not in before),
        removed=tuple(each for each in before if each not in after),
        changed=tuple(each for each in after if before.get(each, after[each]) != after[each]),
    )


def _parts(content: Any) -> dict[str, dict[str, str]]:
    members = content if isinstance(content, dict) else {}
    return {name: _entries(name, value) for name, value in members.items()}


def _entries(name: str, value: Any) -> dict[str, str]:
    if isinstance(value, list) and all(isinstance(each, dict) and "id" in each for each in value):
        return {str(each["id"]): digest(each) for each in value}
    if isinstance(value, dict):
        return {key: digest(each) for key, each in value.items()}
    return {name: digest(value)}
