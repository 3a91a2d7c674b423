"""Looking for work and doing it. Source: ``spec/kind-simulation.md`` §4."""

from __future__ import annotations

from workbench.plays.javascript import add
from workbench.plays.kinds.simulation.arithmetic import part_of
from workbench.plays.kinds.simulation.content.definitions import Job
from workbench.plays.kinds.simulation.reasons import Refusal
from workbench.plays.kinds.simulation.state import Employment, Opening, Planned
from workbench.plays.kinds.simulation.turn import Turn


def search_for_work(turn: Turn, action: Planned) -> int:
    """Every job without an opening gets one."""
    turn.must_be_where("search_for_work")
    turn.spend_time(2)
    market = turn.world["jobMarket"]
    posted = {each["jobId"] for each in market["openings"]}
    found = [job for job in turn.program.jobs.values() if job.id not in posted]
    if found:
        new = [_opening(job, week=turn.week) for job in found]
        turn.world["jobMarket"] = {**market, "openings": [*market["openings"], *new]}
    return 1 + sum(2 if job.positions is None else 3 for job in found)


def _opening(job: Job, *, week: int) -> Opening:
    opening: Opening = {"jobId": job.id, "contested": job.contested, "postedWeek": week}
    if job.positions is not None:
        opening["positionsAvailable"] = job.positions
    return opening


def apply_for_job(turn: Turn, action: Planned) -> int:
    """To an open job, once; the answer comes when the next week ends."""
    job = turn.program.jobs.get(action.get("targetId", ""))
    if job is None:
        raise Refusal("unknown_action")
    turn.must_be_where("apply_for_job")
    if not any(each["jobId"] == job.id for each in turn.world["jobMarket"]["openings"]):
        raise Refusal("requirement_unmet")
    career = turn.player["career"]
    if any(each["jobId"] == job.id for each in career["pendingApplications"]):
        raise Refusal("requirement_unmet")
    turn.must_meet(job.requirements)
    turn.spend_time(1)
    career["pendingApplications"] = [
        *career["pendingApplications"],
        {
            "jobId": job.id,
            "submittedWeek": turn.week,
            "resolvesWeek": turn.week + 1,
            "contested": job.contested,
            "outcome": "pending",
        },
    ]
    return 3


def work(turn: Turn, action: Planned) -> int:
    """The week's work; the pay comes when the week ends."""
    job = turn.program.jobs.get(_employment(turn)["jobId"])
    turn.must_be_where("work")
    turn.spend_time(0 if job is None else job.weekly_time)
    turn.player["flags"]["workedThisWeek"] = True
    return 2


def work_overtime(turn: Turn, action: Planned) -> int:
    """More than the week's work."""
    _employment(turn)
    turn.must_be_where("work_overtime")
    turn.spend_time(4)
    turn.player["flags"]["workedOvertimeThisWeek"] = True
    return 2


def negotiate_job_terms(turn: Turn, action: Planned) -> int:
    """Asks for a twentieth more; stored charisma decides. To fail at it is accepted too."""
    employment = _employment(turn)
    turn.must_be_where("negotiate_job_terms")
    turn.spend_time(1)
    roll = turn.percent(f"system:simulation.negotiate.{action['id']}:0")
    if roll >= turn.player["attributes"].get("charisma", 0):
        return 1
    pay = employment["weeklyPayCents"]
    raised = add(pay, part_of(pay, 500, 10000))
    turn.player["career"]["currentEmployment"] = {**employment, "weeklyPayCents": raised}
    return 2


def _employment(turn: Turn) -> Employment:
    employment = turn.player["career"].get("currentEmployment")
    if employment is None:
        raise Refusal("requirement_unmet")
    return employment
