"""What happens when a week ends, in order. Source: ``spec/kind-simulation.md`` §5.

Every system reads what those before it left; only the counters wait until all are done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from workbench.plays.kinds.simulation.systems.achievements import achievements
from workbench.plays.kinds.simulation.systems.education import education
from workbench.plays.kinds.simulation.systems.employment import employment
from workbench.plays.kinds.simulation.systems.events import events
from workbench.plays.kinds.simulation.systems.finance import income, rent_and_arrears
from workbench.plays.kinds.simulation.systems.goals import failure, goals, week_limit
from workbench.plays.kinds.simulation.systems.headline import headline
from workbench.plays.kinds.simulation.systems.inventory import inventory
from workbench.plays.kinds.simulation.systems.needs import needs, relationships
from workbench.plays.kinds.simulation.systems.opportunities import opportunities
from workbench.plays.kinds.simulation.turn import Turn

System: TypeAlias = Callable[[Turn], None]

SYSTEMS: Final[tuple[System, ...]] = (
    employment,
    education,
    income,
    inventory,
    rent_and_arrears,
    needs,
    relationships,
    opportunities,
    events,
    headline,
    goals,
    failure,
    week_limit,
    achievements,
)


def end_of_week(turn: Turn) -> None:
    """Run every system once."""
    for system in SYSTEMS:
        system(turn)
