"""Footprints and their rotation. Source: ``spec/kind-world-graph.md`` §3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from workbench.plays.kinds.world_graph.content.catalogues import Building
from workbench.plays.kinds.world_graph.content.shapes import Size, Spot

#: Column and row.
Cell: TypeAlias = tuple[int, int]


class Rectangle(NamedTuple):
    """The cells something stands on, by its upper left cell."""

    x: int
    y: int
    width: int
    height: int

    def covers(self, cell: Cell) -> bool:
        """Whether a cell is one of these."""
        x, y = cell
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def cells(self) -> Iterator[Cell]:
        """Every cell, in position order."""
        for y in range(self.y, self.y + self.height):
            for x in range(self.x, self.x + self.width):
                yield x, y


def position_order(cell: Cell) -> tuple[int, int]:
    """Sort key of cells: by row, then by column."""
    return cell[1], cell[0]


def rotated_size(size: Size, rotation: int) -> tuple[int, int]:
    """Width and height after a rotation."""
    turned = rotation in (90, 270)
    return (size.height, size.width) if turned else (size.width, size.height)


def footprint_of(size: Size, x: int, y: int, *, rotation: int) -> Rectangle:
    """Where something of ``size`` stands."""
    return Rectangle(x, y, *rotated_size(size, rotation))


def rotated_offset(offset: Spot, size: Size, *, rotation: int) -> Cell:
    """An offset within, or beside, a footprint after a rotation."""
    x, y, width, height = offset.x, offset.y, size.width, size.height
    match rotation:
        case 90:
            return height - 1 - y, x
        case 180:
            return width - 1 - x, height - 1 - y
        case 270:
            return y, width - 1 - x
    return x, y


def entrances_of(definition: Building, x: int, y: int, *, rotation: int) -> tuple[Cell, ...]:
    """A building's entrances in position order; they may lie off the map."""
    offsets = (
        rotated_offset(each, definition.footprint, rotation=rotation)
        for each in definition.entrances
    )
    return tuple(sorted(((x + ox, y + oy) for ox, oy in offsets), key=position_order))


def touches(source: Rectangle, cells: Iterable[Cell], *, radius: int) -> bool:
    """Whether a cell of ``source`` is within Chebyshev distance ``radius`` of one of ``cells``."""
    right, bottom = source.x + source.width - 1, source.y + source.height - 1
    return any(
        max(source.x - x, x - right, source.y - y, y - bottom, 0) <= radius for x, y in cells
    )
