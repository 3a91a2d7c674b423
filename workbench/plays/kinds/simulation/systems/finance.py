"""Wages, and rent that was not paid. Source: ``spec/kind-simulation.md`` §5.3, §5.5, §5.6.

Rent is charged to cash *and* its shortfall is booked as overdue; both are meant.
"""

from __future__ import annotations

from typing import Final

from workbench.plays.javascript import add
from workbench.plays.kinds.simulation.arithmetic import part_of
from workbench.plays.kinds.simulation.turn import Turn

#: Each week of arrears is a step further.
EVICTION: Final = ("none", "warning", "penalty", "formal_notice", "hearing_scheduled", "evicted")


def income(turn: Turn) -> None:
    """The week's pay, and for overtime more; both flags are set back once there is a job."""
    held = turn.player["career"].get("currentEmployment")
    if held is None:
        return
    flags = turn.player["flags"]
    overtime = flags.get("workedOvertimeThisWeek") is True
    flags["workedThisWeek"] = flags["workedOvertimeThisWeek"] = False
    job = turn.program.jobs.get(held["jobId"])
    pay = held["weeklyPayCents"]
    if overtime and job is not None and job.overtime_rate:
        pay = add(pay, part_of(pay, job.overtime_rate, 10000))
    if pay != 0:
        turn.receive(pay)
        turn.note("wage_payment")


def rent_and_arrears(turn: Turn) -> None:
    """Rent is charged, though cash goes below zero; what was missing is owed with a tenth more."""
    rent = turn.player["housing"]["weeklyCostCents"]
    if rent == 0:
        return
    missed = max(0, add(rent, -max(0, turn.player["finances"]["cashCents"])))
    turn.receive(-rent)
    turn.note("rent_charged")
    if missed > 0:
        _book_arrears(turn, missed)


def _book_arrears(turn: Turn, missed: float) -> None:
    home = turn.player["housing"]
    owed = add(missed, part_of(missed, 1000, 10000))
    home["overdueRentCents"] = add(home["overdueRentCents"], owed)
    home["missedPayments"] += 1
    turn.note("rent_overdue", 2)
    if home["evictionStage"] != EVICTION[-1]:
        home["evictionStage"] = EVICTION[EVICTION.index(home["evictionStage"]) + 1]
        turn.note("eviction_advanced")
