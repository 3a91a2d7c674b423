"""Numbers as the published engine computes them. Source: ``spec/kind-simulation.md`` §1.2, §4, §9.

Two roundings, and they differ: ``half_up`` is ``Math.round``, ``half_away`` goes away from zero.
"""

from __future__ import annotations

import math
from typing import Any, Final

from workbench.plays.javascript import is_integer

SAFE: Final = 2**53 - 1


def half_up(value: float) -> int:
    """The nearest whole number, halves up, decided exactly."""
    floor = math.floor(_finite(value))
    return floor + 1 if value - floor >= 0.5 else floor


def half_away(value: float) -> int:
    """The nearest whole number, halves away from zero."""
    return math.floor(_finite(value) + 0.5) if value >= 0 else math.ceil(_finite(value) - 0.5)


def _finite(value: float) -> float:
    """The value; content whose numbers leave the doubles is a fault, whichever way they leave."""
    if not math.isfinite(value):
        raise ArithmeticError
    return value


def part_of(amount: float, numerator: float, denominator: float) -> int:
    """``amount × numerator / denominator`` in doubles, rounded half up."""
    return half_up(float(amount * numerator) / denominator)


def clamp(value: float, low: float = 0, high: float = 100) -> float:
    """``value``, or the bound it is beyond."""
    return low if value < low else high if value > high else value


def is_safe(value: float) -> bool:
    """Whether every whole number up to this one is exact as a double."""
    return -SAFE <= value <= SAFE


def is_weight(value: Any) -> bool:
    """Whether something of this weight can be drawn: a positive whole number."""
    return is_integer(value) and value > 0
