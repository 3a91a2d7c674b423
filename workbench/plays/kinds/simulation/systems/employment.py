"""Answers to applications, performance, promotion. Source: ``spec/kind-simulation.md`` §5.1."""

from __future__ import annotations

from workbench.plays.kinds.simulation.arithmetic import clamp, half_up
from workbench.plays.kinds.simulation.content.definitions import Job, Promotion
from workbench.plays.kinds.simulation.state import Application, Employment, Number
from workbench.plays.kinds.simulation.turn import Turn


def employment(turn: Turn) -> None:
    """A week of somebody's career. Emits no changes."""
    career = turn.player["career"]
    if career["pendingApplications"] and _hired(turn):
        return
    held = career.get("currentEmployment")
    job = None if held is None else turn.program.jobs.get(held["jobId"])
    if held is None or job is None:
        return
    performance = _performance(turn, held, job)
    career["currentEmployment"] = _promoted(turn, {**held, "performance": performance}, job)
    career["totalWeeksEmployed"] += 1


def _hired(turn: Turn) -> bool:
    """Resolve what is due: the first job that still exists is got by somebody without one."""
    career = turn.player["career"]
    was_employed = "currentEmployment" in career
    job: Job | None = None
    kept: list[Application] = []
    for application in career["pendingApplications"]:
        if application["resolvesWeek"] > turn.week:
            kept.append(application)
        elif job is None and not was_employed:
            job = turn.program.jobs.get(application["jobId"])
    career["pendingApplications"] = kept
    if job is not None:
        career["currentEmployment"] = _newly_employed(job, week=turn.week)
        _close_openings(turn, job)
    return job is not None


def _newly_employed(job: Job, *, week: int) -> Employment:
    return {
        "jobId": job.id,
        "employerId": job.employer_id,
        "startedWeek": week,
        "performance": 50,
        "attendanceRatio": 100,
        "warnings": 0,
        "weeklyPayCents": job.base_pay,
        "weeksAtCurrentPay": 0,
    }


def _close_openings(turn: Turn, job: Job) -> None:
    market = turn.world["jobMarket"]
    openings = [each for each in market["openings"] if each["jobId"] != job.id]
    turn.world["jobMarket"] = {**market, "openings": openings}


def _performance(turn: Turn, held: Employment, job: Job) -> Number:
    """Work raises it by 8; without, it drifts a fifth of the way to where the job draws it."""
    performance = held["performance"]
    if turn.player["flags"].get("workedThisWeek") is True:
        return clamp(performance + 8)
    return clamp(half_up(performance + 0.2 * (job.drifts_toward - performance)))


def _promoted(turn: Turn, held: Employment, job: Job) -> Employment:
    for path in job.promotions:
        target = turn.program.jobs.get(path.to_job_id)
        if target is not None and _is_earned(turn, held, path):
            return {
                **held,
                "jobId": target.id,
                "employerId": target.employer_id,
                "startedWeek": turn.week,
                "weeklyPayCents": target.base_pay,
                "weeksAtCurrentPay": 0,
            }
    return held


def _is_earned(turn: Turn, held: Employment, path: Promotion) -> bool:
    return (
        not path.contested
        and turn.week - held["startedWeek"] >= path.minimum_weeks
        and held["performance"] >= path.minimum_performance
        and turn.meets(path.requirements)
    )
