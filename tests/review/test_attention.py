"""A streak of very fast approvals raises a note, and keeps no time anywhere."""

from __future__ import annotations

from workbench.review.attention import FAST, STREAK, Streak


class Clock:
    """A clock that goes on by what it is told."""

    def __init__(self) -> None:
        self.now, self.step = 0.0, FAST / 2

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def approve(streak: Streak, times: int) -> list[str]:
    return [streak.note("judge", "not_identifying") for _ in range(times)]


def test_fast_approvals_in_a_row_raise_one_note_and_later_another() -> None:
    said = approve(Streak(Clock()), 2 * STREAK)
    assert [number for number, words in enumerate(said, start=1) if words] == [STREAK, 2 * STREAK]
    assert said[STREAK - 1].startswith(f"{STREAK} verdicts “not identifying”")


def test_who_takes_the_time_hears_nothing() -> None:
    clock = Clock()
    clock.step = FAST * 2
    assert not any(approve(Streak(clock), 3 * STREAK))


def test_another_verdict_or_decision_ends_the_streak() -> None:
    for act, verdict in (
        ("judge", "identifies"),
        ("judge", "unsure"),
        ("undo", ""),
        ("rename", ""),
    ):
        streak = Streak(Clock())
        approve(streak, STREAK - 1)
        assert streak.note(act, verdict) == ""
        assert not any(approve(streak, STREAK - 1))
