"""A whole play: its verdict, its alarms, its versions, what it holds, and how the game went."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.core.canonical import JSON
from workbench.core.fixture import Replay
from workbench.core.panels import Facts, Panel, row
from workbench.plays.library import Library
from workbench.plays.panels.checks import contents, ids
from workbench.plays.panels.steps import step_panels
from workbench.plays.panels.verdicts import rejections, verdict
from workbench.plays.panels.versions import versions
from workbench.plays.recorded import Recorded
from workbench.plays.seen import StepTrace
from workbench.plays.sentences import why_unrunnable
from workbench.plays.trace import Trace

MOST_WALKED = 2_000  # submissions of which the course of the game is drawn


def overview(
    recorded: Recorded,
    replay: Replay,
    library: Library,
    *,
    trace: Trace | None,
    audience: bool,
    golden: JSON,
) -> Iterator[Panel]:
    """Everything about the whole play, alarms first."""
    rejected = rejections(replay.evidence)
    if rejected is not None:
        yield rejected
    yield verdict(replay, golden)
    if trace is not None:
        yield from _course(recorded, library, trace)
    yield versions(recorded, library)
    yield contents(recorded, audience=audience)
    if replay.ids:
        yield from ids(replay.ids)


def _course(recorded: Recorded, library: Library, trace: Trace) -> tuple[Panel, ...]:
    epoch = library.archive.epoch(recorded.campaign_id, recorded.campaign_version)
    if epoch is None:
        return ()
    states = [(step, state.kind_state) for step, state in trace.walk(MOST_WALKED)]
    if not states:
        return ()
    left_out = len(recorded.submissions) - MOST_WALKED
    panels = epoch.kind.course(epoch.program, states)
    if left_out > 0:
        words = f"Only the first {MOST_WALKED:,} submissions are drawn; {left_out:,} more follow."
        return (
            Facts("The course of the game", words, rows=(row("not drawn", f"{left_out:,}"),)),
            *panels,
        )
    return panels


def at_step(recorded: Recorded, step: StepTrace, library: Library) -> Iterator[Panel]:
    """Everything about one step: what the kind draws stands first after the decision."""
    shared = list(step_panels(step, recorded.submissions[step.index]))
    yield shared[0]
    yield from _pictures(recorded, step, library)
    yield from shared[1:]


def _pictures(recorded: Recorded, step: StepTrace, library: Library) -> tuple[Panel, ...]:
    if step.states is None:
        return ()
    before, after = step.states
    epoch = library.archive.epoch(recorded.campaign_id, after.campaign_version)
    if epoch is None:
        return ()
    return epoch.kind.pictures(epoch.program, before.kind_state, after.kind_state)


def not_replayed(recorded: Recorded, reason: str) -> Facts:
    """A step of a play that the built-in engine does not replay: why."""
    if reason == "external_engine":
        words = (
            "An external engine replays this play. It tells decisions and the ending, not scenes."
        )
        return Facts("Replayed elsewhere", words)
    return Facts("Not replayed", why_unrunnable(reason, recorded.captured_under))
