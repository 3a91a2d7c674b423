"""The names a fixture carries: its own, and those of its files and folders."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from workbench.core.places import NoRawMap, Role, Text

if TYPE_CHECKING:
    from workbench.core.fixture import Fixture


def label_texts(fixture: Fixture) -> tuple[Text, ...]:
    """One text for the fixture's name and one for each different part of a file's name."""
    names = dict.fromkeys([fixture.name])
    for file in fixture.files:
        names.update(dict.fromkeys(PurePosixPath(file.name).parts))
    return tuple(
        Text(
            value=name,
            role=Role.LABEL,
            file="",
            pointer=f"/label/{index}",
            raw=NoRawMap(),
            heading="name" if index == 0 else "file name",
            key="name",
        )
        for index, name in enumerate(names)
    )
