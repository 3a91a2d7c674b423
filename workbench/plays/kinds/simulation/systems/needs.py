"""Needs drift with every week that passes. Source: ``spec/kind-simulation.md`` §5.7."""

from __future__ import annotations

from workbench.plays.kinds.simulation.turn import Turn


def needs(turn: Turn) -> None:
    """Everything wears off a little, and stress grows."""
    changed = turn.change_needs(health=-1, energy=-3, happiness=-2, satiety=-4, stress=2)
    turn.note("need_drift", changed)


def relationships(turn: Turn) -> None:
    """Nothing: in this version nobody is forgotten."""
