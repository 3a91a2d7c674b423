"""Curves from whole numbers to whole numbers. Source: ``spec/kind-world-graph.md`` §1.1."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from workbench.plays.kinds.world_graph.content.catalogues import CurveShape


class Curve:
    """A step or linear curve; outside its points it goes on level."""

    __slots__ = ("_inputs", "_outputs", "_step")

    def __init__(self, shape: CurveShape) -> None:
        points = sorted(shape.points, key=lambda point: point.input)
        self._inputs = [point.input for point in points]
        self._outputs = [point.output for point in points]
        self._step = shape.interpolation == "step"

    def __call__(self, value: int) -> int:
        """The output at ``value``; between two points of a line, half rounds away from zero."""
        inputs, outputs = self._inputs, self._outputs
        before = max(bisect_right(inputs, value) - 1, 0)
        if self._step:
            return outputs[before]
        after = min(bisect_left(inputs, value), len(inputs) - 1)
        span = inputs[after] - inputs[before]
        if span == 0:
            return outputs[before]
        return outputs[before] + _rounded(
            (outputs[after] - outputs[before]) * (value - inputs[before]), span
        )


def _rounded(numerator: int, denominator: int) -> int:
    """The quotient, half away from zero."""
    size = (2 * abs(numerator) + denominator) // (2 * denominator)
    return size if numerator >= 0 else -size
