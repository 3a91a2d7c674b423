"""``workbench replay``: compare each fixture with its golden, or say what it does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from workbench.cli import records
from workbench.cli.opening import Opened, each_opened, guarded
from workbench.cli.options import surroundings
from workbench.cli.printing import escaped, say
from workbench.cli.showing import exit_code
from workbench.core.errors import WorkbenchError
from workbench.core.fixture import Fixture, ReplayEnvironment, ReplayStatus
from workbench.core.goldens import Held, held_against_golden
from workbench.core.outcome import golden_bytes
from workbench.review.words import count, joined

DIFFERENCES_SHOWN = 20
NO_GOLDEN = "no golden"


def run(
    paths: Iterable[Path],
    *,
    as_json: bool,
    outcome: bool,
    campaigns: list[Path] | None,
    engines: list[str] | None = None,
) -> int:
    """Replay every fixture once. Returns 0 when all mean what their goldens say, 1 when not.

    A fixture without a golden counts as well when it replays to an outcome and uses everything.
    """
    code = 0
    seen: Counter[str] = Counter()
    for opened in each_opened(paths):
        held: Held | WorkbenchError | None = None
        if opened.fixture is not None:
            environment = surroundings(opened.path, campaigns, engines)
            held = _held(opened.fixture, opened.path, environment)
        if as_json:
            print(records.line(_record(opened, held, outcome=outcome)))
        else:
            _show(opened, held, outcome=outcome)
        seen[_word(opened, held)] += 1
        code = max(code, _code(opened, held))
    if not as_json:
        words = [f"{number:,} {word}" for word, number in sorted(seen.items())]
        say(f"{count(seen.total(), 'fixture')}: {joined(words)}", style="bold")
    return code


def _held(fixture: Fixture, path: Path, environment: ReplayEnvironment) -> Held | WorkbenchError:
    return guarded(lambda: held_against_golden(fixture, path, environment=environment))


def _code(opened: Opened, held: Held | WorkbenchError | None) -> int:
    if held is None:
        return exit_code(opened.refusal)
    if isinstance(held, WorkbenchError):
        return exit_code(held)
    if held.unrunnable:
        return 0  # said and counted, and never a failure of the fixture
    if held.change is not None:
        return 0 if held.holds else 1
    replay = held.replay
    complete = replay.status is ReplayStatus.REPLAYED and replay.consumption.complete
    return 0 if complete and not replay.unissued else 1


def _word(opened: Opened, held: Held | WorkbenchError | None) -> str:
    if held is None:
        return records.status(opened.refusal)
    if isinstance(held, WorkbenchError):
        return records.status(held)
    if held.change is not None:
        return held.change.meaning.value
    return NO_GOLDEN if held.replay.outcome is not None else held.replay.status.value


def _record(opened: Opened, held: Held | WorkbenchError | None, *, outcome: bool) -> records.Record:
    record = records.base("replay", opened)
    if isinstance(held, WorkbenchError):
        record |= {"status": records.status(held), "refusal": records.refusal(held)}
    elif held is not None:
        record["replay"] = records.replayed(held.replay)
        record["comparison"] = records.compared(held.change, held.golden)
        if outcome:
            record["outcome"] = held.replay.outcome
    return record


def _show(opened: Opened, held: Held | WorkbenchError | None, *, outcome: bool) -> None:
    path = escaped(opened.path.as_posix())
    if not isinstance(held, Held):
        say(f"{path}  {escaped(str(held or opened.refusal))}", style="red")
        return
    replay = held.replay
    sentence = held.change.sentence if held.change else replay.sentence or replay.status.value
    style = "" if _code(opened, held) == 0 else "red"
    say(f"{path}  {_word(opened, held)}: {escaped(sentence)}", style=style)
    if held.change is not None and replay.outcome is None:
        say(f"  {escaped(replay.sentence)}", style=style)
    if held.change is not None and held.change.meaning.value != "same":
        for difference in held.change.differences[:DIFFERENCES_SHOWN]:
            say(f"  {escaped(difference.sentence)} ({escaped(difference.pointer)})")
        left = len(held.change.differences) - DIFFERENCES_SHOWN
        if left > 0:
            say(f"  … {count(left, 'more difference')}")
    for unused in replay.consumption.unused:
        say(f"  {escaped(unused)}", style="yellow")
    if outcome and replay.outcome is not None:
        print(golden_bytes(replay.outcome).decode("ascii", "backslashreplace"), end="")
