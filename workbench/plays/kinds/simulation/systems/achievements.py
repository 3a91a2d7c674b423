"""Achievements unlock when a week ends. Source: ``spec/kind-simulation.md`` §5.15."""

from __future__ import annotations

from workbench.plays.kinds.simulation.turn import Turn


def achieved_flag(achievement_id: str) -> str:
    """The flag that says an achievement is unlocked."""
    return f"achieved:{achievement_id}"


def achievements(turn: Turn) -> None:
    """In authored order; each sees the flags of those unlocked before it."""
    flags = turn.player["flags"]
    for achievement in turn.program.achievements.values():
        flag = achieved_flag(achievement.id)
        if flags.get(flag) is not True and achievement.holds(turn.state):
            flags[flag] = True
            turn.note("achievement_unlocked")
            turn.changes.append(
                {
                    "path": f"achieved.{achievement.id}",
                    "op": "set",
                    "value": True,
                    "reason": "achievement_unlocked",
                    "visible": True,
                }
            )
