"""The week's headline, each of those that fit once before any comes again.

Source: ``spec/kind-simulation.md`` §5.11.
"""

from __future__ import annotations

from workbench.plays.kinds.simulation.content.definitions import Headline
from workbench.plays.kinds.simulation.effective import effective_strangeness
from workbench.plays.kinds.simulation.state import HeadlinePool
from workbench.plays.kinds.simulation.turn import Turn


def headline(turn: Turn) -> None:
    """The first of the pool that fits; the pool is filled again when none of it does."""
    pool = turn.world["headlinePool"]
    eligible = _eligible(turn)
    if eligible:
        turn.world["headlinePool"] = _showing(pool, eligible)
        turn.note("headline_shown")
    elif "shownThisWeek" in pool:
        turn.world["headlinePool"] = {
            "remainingIds": pool["remainingIds"],
            "cyclesCompleted": pool["cyclesCompleted"] + (not pool["remainingIds"]),
        }


def _eligible(turn: Turn) -> list[str]:
    if not turn.program.headlines:
        return []
    strangeness = effective_strangeness(turn.state)
    return [
        each.id
        for each in turn.program.headlines.values()
        if _fits(each, strangeness) and (each.holds is None or each.holds(turn.state))
    ]


def _fits(headline: Headline, strangeness: float) -> bool:
    return (headline.minimum is None or headline.minimum <= strangeness) and (
        headline.maximum is None or strangeness <= headline.maximum
    )


def _showing(pool: HeadlinePool, eligible: list[str]) -> HeadlinePool:
    remaining, cycles = pool["remainingIds"], pool["cyclesCompleted"]
    shown = next((each for each in eligible if each in remaining), None)
    if shown is None:
        first_fill = not remaining and "shownThisWeek" not in pool
        shown, remaining, cycles = eligible[0], eligible, cycles + (not first_fill)
    return {
        "remainingIds": [each for each in remaining if each != shown],
        "shownThisWeek": shown,
        "cyclesCompleted": cycles,
    }
