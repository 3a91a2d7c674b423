"""The shape of documents, checked plainly: the first thing wrong is named by its place.

A shape is a function from a value to a place and what is wrong there, or ``None``. Places hold the
names a format defines; names that an author chose are shown as ``*``, so no content enters a message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

#: ``(place below the value, what is wrong)`` or ``None``.
Wrong: TypeAlias = "tuple[str, str] | None"
Shape: TypeAlias = Callable[[Any], Wrong]


def told(wrong: Wrong) -> str | None:
    """What is wrong with a content, in a sentence's part; ``None`` where nothing is."""
    return None if wrong is None else f"{wrong[0] or 'the content'} {wrong[1]}"


def anything(value: Any) -> Wrong:
    """Every value has this shape."""
    return None


def text(value: Any) -> Wrong:
    return None if isinstance(value, str) else ("", "is not text")


def boolean(value: Any) -> Wrong:
    return None if isinstance(value, bool) else ("", "is not true or false")


def number(value: Any) -> Wrong:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return None
    return ("", "is not a number")


def one_of(*values: str) -> Shape:
    """One of these texts."""

    def check(value: Any) -> Wrong:
        if isinstance(value, str) and value in values:
            return None
        return ("", f"is none of {', '.join(values)}")

    return check


def listing(item: Shape) -> Shape:
    """A list whose entries all have the shape ``item``."""

    def check(value: Any) -> Wrong:
        if not isinstance(value, list):
            return ("", "is not a list")
        for index, entry in enumerate(value):
            if wrong := item(entry):
                return (f"/{index}{wrong[0]}", wrong[1])
        return None

    return check


def table(item: Shape) -> Shape:
    """An object with any keys, whose values all have the shape ``item``."""

    def check(value: Any) -> Wrong:
        if not isinstance(value, dict):
            return ("", "is not an object")
        for entry in value.values():
            if wrong := item(entry):
                return (f"/*{wrong[0]}", wrong[1])
        return None

    return check


def record(required: Mapping[str, Shape], optional: Mapping[str, Shape] | None = None) -> Shape:
    """An object with these members. Members that are not named are left alone."""
    named = {**required, **(optional or {})}

    def check(value: Any) -> Wrong:
        if not isinstance(value, dict):
            return ("", "is not an object")
        for name in required:
            if name not in value:
                return (f"/{name}", "is missing")
        for name, shape in named.items():
            if name in value and (wrong := shape(value[name])):
                return (f"/{name}{wrong[0]}", wrong[1])
        return None

    return check


def chosen_by(member: str, shapes: Mapping[str, Shape]) -> Shape:
    """An object whose text ``member`` says which of ``shapes`` it has."""
    known = one_of(*shapes)

    def check(value: Any) -> Wrong:
        if not isinstance(value, dict):
            return ("", "is not an object")
        if wrong := known(value.get(member)):
            return (f"/{member}", wrong[1])
        return shapes[value[member]](value)

    return check
