"""Strings of a cassette that nobody may change: the models it was recorded against."""

from __future__ import annotations

from dataclasses import replace

from workbench.core.places import Role, Text

_MODEL_KEYS = frozenset(
    {"model", "model_id", "modelId", "modelVersion", "model_version", "deployment"}
)


def fixed_texts(texts: tuple[Text, ...]) -> tuple[Text, ...]:
    """The first place of each model name and version."""
    found: dict[str, Text] = {}
    for text in texts:
        if text.key in _MODEL_KEYS and text.role is not Role.KEY and text.role is not Role.HEADER:
            found.setdefault(text.value, replace(text, role=Role.FIXED, heading="model"))
    return tuple(found.values())
