"""Courses: enrolling, attending, studying, withdrawing. Source: ``spec/kind-simulation.md`` §4."""

from __future__ import annotations

from workbench.plays.kinds.simulation.content.definitions import Course
from workbench.plays.kinds.simulation.reasons import Refusal
from workbench.plays.kinds.simulation.state import Enrollment, Number, Planned
from workbench.plays.kinds.simulation.turn import Turn


def attendance_flag(course_id: str) -> str:
    """The flag that says a course was attended this week."""
    return f"attendedClass:{course_id}"


def enroll_course(turn: Turn, action: Planned) -> int:
    """In a course one is not in already, for its whole tuition."""
    course = turn.program.courses.get(action.get("targetId", ""))
    if course is None:
        raise Refusal("unknown_action")
    turn.must_be_where("enroll_course")
    if _active(turn, course.id) is not None:
        raise Refusal("requirement_unmet")
    turn.must_meet(course.requirements)
    turn.must_afford(course.tuition)
    turn.receive(-course.tuition)
    education = turn.player["education"]
    education["enrollments"] = [*education["enrollments"], _enrollment(turn, course)]
    return 10


def _enrollment(turn: Turn, course: Course) -> Enrollment:
    return {
        "courseId": course.id,
        "startedWeek": turn.week,
        "weeksCompleted": 0,
        "attendedUnits": 0,
        "studyUnits": 0,
        "missedSessions": 0,
        "tuitionPaidCents": course.tuition,
        "tuitionOutstandingCents": 0,
        "retainedProgress": _retained(turn, course.id),
        "status": "active",
    }


def _retained(turn: Turn, course_id: str) -> Number:
    """What the first failed attempt left behind."""
    for each in turn.player["education"]["enrollments"]:
        if each["courseId"] == course_id and each["status"] == "failed":
            return each["retainedProgress"]
    return 0


def attend_class(turn: Turn, action: Planned) -> int:
    """Counted when the week ends."""
    enrollment = _must_be_enrolled(turn, action)
    turn.must_be_where("attend_class")
    turn.player["flags"][attendance_flag(enrollment["courseId"])] = True
    return 1


def study(turn: Turn, action: Planned) -> int:
    """One unit of study."""
    enrollment = _must_be_enrolled(turn, action)
    turn.must_be_where("study")
    turn.spend_time(2)
    studied: Enrollment = {**enrollment, "studyUnits": enrollment["studyUnits"] + 1}
    education = turn.player["education"]
    education["enrollments"] = [
        studied if each is enrollment else each for each in education["enrollments"]
    ]
    return 2


def withdraw_course(turn: Turn, action: Planned) -> int:
    """Leaves the course; the tuition is not paid back."""
    enrollment = _must_be_enrolled(turn, action)
    turn.must_be_where("withdraw_course")
    education = turn.player["education"]
    education["enrollments"] = [each for each in education["enrollments"] if each is not enrollment]
    flag = attendance_flag(enrollment["courseId"])
    if flag in turn.player["flags"]:
        turn.player["flags"][flag] = False
    return 1


def _must_be_enrolled(turn: Turn, action: Planned) -> Enrollment:
    enrollment = _active(turn, action.get("targetId", ""))
    if enrollment is None:
        raise Refusal("requirement_unmet")
    return enrollment


def _active(turn: Turn, course_id: str) -> Enrollment | None:
    for each in turn.player["education"]["enrollments"]:
        if each["courseId"] == course_id and each["status"] == "active":
            return each
    return None
