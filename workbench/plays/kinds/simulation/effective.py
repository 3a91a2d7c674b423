"""Effective values: a stored value with the active effects laid over it.

Source: ``spec/kind-simulation.md`` §1.2. Effects never alter what is stored.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from workbench.plays.javascript import add
from workbench.plays.kinds.simulation.arithmetic import clamp, half_away
from workbench.plays.kinds.simulation.state import Effect, State


def effective_strangeness(state: State) -> float:
    """How strange the world is with what acts on it; not clamped."""
    return layered(state["world"]["strangenessBase"], "world.strangeness", state["activeEffects"])


def effective_of_hundred(base: float, path: str, state: State) -> float:
    """A need, attribute or skill with what acts on it, from 0 to 100."""
    return clamp(layered(base, path, state["activeEffects"]))


def layered(base: float, path: str, effects: Iterable[Effect]) -> float:
    """``base`` with the modifiers of ``path``: sums, then factors, then the strongest ``set``."""
    value, factor, strongest = base, None, None
    for effect in effects:
        for modifier in effect["modifiers"]:
            if modifier["target"] != path:
                continue
            match modifier["operation"]:
                case "add":
                    value = add(value, modifier["value"])
                case "subtract":
                    value = add(value, -modifier["value"])
                case "multiply":
                    factor = (1 if factor is None else factor) * (1 + modifier["value"] / 10000)
                case "set":
                    strongest = _stronger(strongest, modifier, effect)
    if strongest is not None:
        return strongest[2]
    return value if factor is None else half_away(value * factor)


def _stronger(
    held: tuple[float, float, float] | None, modifier: Any, effect: Effect
) -> tuple[float, float, float]:
    """Of two ``set`` modifiers: higher priority, then earlier applied, then the first collected."""
    rival = (modifier.get("priority", 0), -effect["appliedWeek"], modifier["value"])
    return rival if held is None or rival[:2] > held[:2] else held
