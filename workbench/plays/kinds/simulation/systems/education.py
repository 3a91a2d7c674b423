"""Attendance, and courses passed and failed. Source: ``spec/kind-simulation.md`` §5.2."""

from __future__ import annotations

from workbench.plays.kinds.simulation.actions.study import attendance_flag
from workbench.plays.kinds.simulation.arithmetic import clamp, half_up
from workbench.plays.kinds.simulation.content.definitions import Course
from workbench.plays.kinds.simulation.state import Enrollment
from workbench.plays.kinds.simulation.turn import Turn


def education(turn: Turn) -> None:
    """A week of every course the player is in. Enrollments stay listed when they are over."""
    enrollments = turn.player["education"]["enrollments"]
    if enrollments:
        after = [_week_of(turn, each) for each in enrollments]
        turn.player["education"]["enrollments"] = after


def _week_of(turn: Turn, enrollment: Enrollment) -> Enrollment:
    course = turn.program.courses.get(enrollment["courseId"])
    if course is None or enrollment["status"] != "active":
        return enrollment
    attended = _attended(turn, course)
    after: Enrollment = {
        **enrollment,
        "weeksCompleted": enrollment["weeksCompleted"] + 1,
        "attendedUnits": enrollment["attendedUnits"] + attended,
        "missedSessions": enrollment["missedSessions"] + (not attended),
    }
    if after["weeksCompleted"] < course.weeks:
        return after
    return (
        _failed(turn, after, course)
        if _fails(turn, after, course)
        else _passed(turn, after, course)
    )


def _attended(turn: Turn, course: Course) -> bool:
    flags, flag = turn.player["flags"], attendance_flag(course.id)
    attended = flags.get(flag) is True
    if flag in flags:
        flags[flag] = False
    return attended


def _fails(turn: Turn, enrollment: Enrollment, course: Course) -> bool:
    rules = course.failure
    ratio = half_up(enrollment["attendedUnits"] / enrollment["weeksCompleted"] * 100)
    return (
        ratio < rules.minimum_attendance
        or enrollment["missedSessions"] > rules.maximum_missed
        or enrollment["studyUnits"] < rules.minimum_study_units * course.weeks
        or (
            rules.maximum_stress is not None
            and turn.player["needs"]["stress"] > rules.maximum_stress
        )
    )


def _failed(turn: Turn, enrollment: Enrollment, course: Course) -> Enrollment:
    education = turn.player["education"]
    education["failedCourseIds"] = _with(education["failedCourseIds"], course.id)
    turn.note("education_course_failed")
    return {
        **enrollment,
        "status": "failed",
        "retainedProgress": course.failure.progress_retained,
    }


def _passed(turn: Turn, enrollment: Enrollment, course: Course) -> Enrollment:
    education = turn.player["education"]
    education["completedCourseIds"] = _with(education["completedCourseIds"], course.id)
    turn.note("education_course_completed")
    _award_skills(turn, course)
    _award_credential(turn, course)
    return {**enrollment, "status": "completed"}


def _award_skills(turn: Turn, course: Course) -> None:
    skills = turn.player["skills"]
    for skill, level in course.skills:
        current = skills.get(skill, 0)
        raised = clamp(max(current, level))
        if raised != current:
            skills[skill] = raised
            turn.note("education_skill_awarded")


def _award_credential(turn: Turn, course: Course) -> None:
    if course.credential is None:
        return
    education = turn.player["education"]
    education["credentials"] = [
        *education["credentials"],
        {
            "id": f"{course.id}-credential-{turn.week}",
            "courseId": course.id,
            "awardedWeek": turn.week,
            "level": course.credential,
            "labelKey": course.name_key,
        },
    ]
    turn.note("education_credential_awarded")


def _with(ids: list[str], course_id: str) -> list[str]:
    return ids if course_id in ids else [*ids, course_id]
