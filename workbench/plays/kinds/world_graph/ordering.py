"""The orders play depends on. Source: ``spec/kind-world-graph.md``, introduction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

from workbench.core.canonical import utf16_key as text_order

Value = TypeVar("Value")

__all__ = ["entity_order", "ids_in_text_order", "in_entity_order", "text_order"]


@lru_cache(maxsize=65536)
def entity_order(entity_id: str) -> tuple[bytes, int]:
    """Sort key of an entity's id: its prefix as text, then its ordinal as a number."""
    prefix, colon, ordinal = entity_id.rpartition(":")
    return (text_order(prefix), int(ordinal)) if colon else (text_order(entity_id), -1)


def in_entity_order(entities: Mapping[str, Value]) -> list[Value]:
    """The entities of a table, ``incident:2`` before ``incident:10``."""
    return [entities[each] for each in sorted(entities, key=entity_order)]


def ids_in_text_order(ids: Iterable[str]) -> list[str]:
    """Ids by UTF-16 code units."""
    return sorted(ids, key=text_order)
