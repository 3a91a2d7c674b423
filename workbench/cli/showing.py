"""``workbench show``: what is in a fixture, step by step, as text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from workbench.cli import records
from workbench.cli.listing import described
from workbench.cli.opening import Opened, each_opened, guarded
from workbench.cli.options import surroundings
from workbench.cli.panels import panel_lines
from workbench.cli.printing import complain, escaped, say
from workbench.core.errors import WorkbenchError
from workbench.core.files import SourceFile
from workbench.core.fixture import Fixture, ReplayEnvironment, family
from workbench.core.goldens import with_golden
from workbench.core.places import Span

#: The last two are what the family itself shows: of the step, and of the whole fixture.
READINGS = ("plain", "decoded", "raw", "before-after", "overview")
STEPS_SHOWN = 50
TEXT_SHOWN = 2_000


def run(
    paths: Iterable[Path],
    *,
    as_json: bool,
    step: int | None,
    reading: str,
    every: bool,
    campaigns: list[Path] | None,
) -> int:
    """Show every fixture. Returns 1 when one is refused, 2 when the workbench failed."""
    code = 0
    for opened in each_opened(paths):
        environment = surroundings(opened.path, campaigns)
        if as_json:
            result = _as_json(opened, environment)
        else:
            shown = Shown(with_golden(environment, opened.path), reading=reading, every=every)
            result = _as_text(opened, shown, step=step)
        code = max(code, result)
    return code


def _as_json(opened: Opened, environment: ReplayEnvironment) -> int:
    record = records.base("show", opened)
    refusal = opened.refusal
    if opened.fixture is not None:
        fixture = opened.fixture
        found = guarded(lambda: records.contents(fixture, environment))
        if isinstance(found, WorkbenchError):
            refusal = found
            record |= {"status": records.status(found), "refusal": records.refusal(found)}
        else:
            record |= found
    print(records.line(record))
    return exit_code(refusal)


def exit_code(refusal: WorkbenchError | None) -> int:
    """0 for a fixture that loads, 1 for a refused one, 2 where the workbench itself failed."""
    return {"loaded": 0, "refused": 1, "failed": 2}[records.status(refusal)]


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown of a fixture, and what panels may be computed from."""

    environment: ReplayEnvironment = field(repr=False)
    reading: str = "decoded"
    every: bool = False


def _as_text(opened: Opened, shown: Shown, *, step: int | None) -> int:
    say(escaped(opened.path.as_posix()), style="bold")
    if opened.fixture is None:
        complain(opened.refusal or WorkbenchError("Nothing was loaded"))
        return exit_code(opened.refusal)
    fixture = opened.fixture
    if step is None:
        _overview(fixture, shown)
        return 0
    if not 0 <= step < len(fixture.steps()):
        last = len(fixture.steps()) - 1
        complain(WorkbenchError("There is no such step", cure=f"Steps go from 0 to {last}"))
        return 2
    for text in step_lines(fixture, step, shown.environment, reading=shown.reading):
        say(text)
    if shown.reading in ("plain", "decoded", "raw"):
        _families_own(fixture, step, shown.environment)
    return 0


def _families_own(fixture: Fixture, step: int, environment: ReplayEnvironment) -> None:
    """What the family shows of the step, then of the whole fixture with this step marked."""
    own = list(panel_lines(fixture.panels(step, environment), step=step))
    whole = list(panel_lines(fixture.overview(environment), step=step))
    for title, lines in (("Before and after this step", own), ("The whole fixture", whole)):
        if lines:
            say(f"  {title}", style="bold")
            for line in lines:
                say(line)


def _overview(fixture: Fixture, shown: Shown) -> None:
    say(f"  {described(fixture)} · digest {fixture.digest[:12]}")
    for script in fixture.scripts():
        facts = "".join(f" · {name} {value}" for name, value in script.facts)
        say(f"  {escaped(script.name)} · {escaped(script.file)} · {script.steps:,}{escaped(facts)}")
    for note in fixture.notes:
        say(f"  {note.weight}: {escaped(note.text)} {escaped(note.where)}".rstrip(), style="yellow")
    for part in fixture.not_checked():
        say(f"  not checked: {part.reason}, {part.size:,} bytes", style="yellow")
    for line in panel_lines(fixture.overview(shown.environment)):
        say(line)
    total = len(fixture.steps())
    last = total if shown.every else min(total, STEPS_SHOWN)
    for index in range(last):
        say(step_line(fixture, index))
    if last < total:
        say(f"  … {total - last:,} more {family(fixture.family).step_noun}s (--all shows them)")


def step_line(fixture: Fixture, index: int) -> str:
    """One row of the numbered sequence."""
    step = fixture.steps()[index]
    detail = f"  {escaped(step.detail, limit=80)}" if step.detail else ""
    tags = f"  [{', '.join(step.tags)}]" if step.tags else ""
    return f"  {step.index:>5}  {escaped(step.who)} · {escaped(step.what)}{detail}{escaped(tags)}"


def step_lines(
    fixture: Fixture, index: int, environment: ReplayEnvironment, *, reading: str
) -> list[str]:
    """One step in one of its readings, as lines that are safe to print."""
    lines = [step_line(fixture, index)]
    if reading == "before-after":
        return [*lines, *_told(panel_lines(fixture.panels(index, environment), step=index))]
    if reading == "overview":
        return [*lines, *_told(panel_lines(fixture.overview(environment), step=index))]
    if reading == "plain":
        return [*lines, *(f"    {escaped(sentence)}" for sentence in fixture.plain(index))]
    if reading == "decoded":
        for text in fixture.step_texts(index):
            label = f"{text.heading} {escaped(text.key)}".strip()
            lines.append(f"    {label}: {escaped(text.value, limit=TEXT_SHOWN)}")
        return lines
    files = {file.name: file for file in fixture.files}
    for span in fixture.step_spans(index):
        lines.append(f"    {escaped(span.file)}, bytes {span.start:,} to {span.end:,}:")
        lines.append(f"    {_raw(files[span.file], span)}")
    return lines


def _told(lines: Iterable[str]) -> list[str]:
    return list(lines) or ["    Nothing more is shown of this family."]


def _raw(file: SourceFile, span: Span) -> str:
    text = file.data[span.start : span.end].decode("utf-8", "backslashreplace")
    return escaped(text, limit=TEXT_SHOWN)
