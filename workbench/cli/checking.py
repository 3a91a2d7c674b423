"""``workbench check``: findings, gates, and what no check could read. It writes nothing.

A capture is held against the ten gates, with the verdicts of a review that was begun; a promoted
fixture against its review record and its golden outcome.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeAlias

from workbench.cli import records
from workbench.cli.opening import Opened, found, guarded, opened
from workbench.cli.options import surroundings
from workbench.cli.printing import counted, escaped, say
from workbench.cli.wording import finding_lines, gate_row
from workbench.core.errors import WorkbenchError
from workbench.core.fixture import ReplayEnvironment
from workbench.core.goldens import Held, held_against_golden
from workbench.findings import KnownIdentities, Scan, scan
from workbench.findings.known_file import read_known
from workbench.review import Item, Problem, Review, verify_promoted
from workbench.review.audit import AUDIT
from workbench.review.viewing import headline
from workbench.review.words import count, joined

#: What the fixture at a path may replay with.
Chosen: TypeAlias = Callable[[Path], ReplayEnvironment]

CLEAN, OPEN, REFUSED, FAILED = "clean", "open", "refused", "failed"


@dataclass(frozen=True, slots=True)
class Checked:
    """One fixture with what the check found. ``item`` for a capture, ``held`` for a promoted one."""

    opened: Opened
    item: Item | None = None
    held: Held | None = None
    problems: tuple[Problem, ...] = ()
    scan: Scan | None = field(default=None, repr=False)

    @property
    def promoted(self) -> bool:
        return self.item is None and self.held is not None

    @property
    def word(self) -> str:
        """``clean``, ``open``, ``refused`` or ``failed``."""
        if self.opened.refusal is not None:
            return records.status(self.opened.refusal)
        if self.item is not None:
            return CLEAN if all(gate.holds for gate in self.item.gates) else OPEN
        holds = self.held is not None and self.held.holds
        return CLEAN if holds and not self.problems else OPEN


def run(
    paths: Sequence[Path],
    *,
    as_json: bool,
    known: Path | None,
    campaigns: list[Path] | None,
    engines: list[str] | None = None,
) -> int:
    """Check every fixture. Returns 0 when all are clean, 1 when something is open or refused, 2 when
    the workbench failed."""
    identities = read_known(known)
    seen: Counter[str] = Counter()
    chosen = partial(surroundings, campaigns=campaigns, engines=engines)
    for checked in each_checked(paths, known=identities, chosen=chosen):
        seen[checked.word] += 1
        if as_json:
            print(records.line(record(checked, chosen=chosen)))
        else:
            _show(checked)
    if not as_json:
        words = [f"{number:,} {word}" for word, number in sorted(seen.items())]
        say(f"{count(seen.total(), 'fixture')}: {joined(words)}", style="bold")
    return 2 if seen[FAILED] else 1 if seen[OPEN] or seen[REFUSED] else 0


def each_checked(
    paths: Sequence[Path], *, known: KnownIdentities | None, chosen: Chosen
) -> Iterator[Checked]:
    """Every fixture at and below ``paths``, checked with what is ``chosen`` for its path."""
    units = found(paths)
    for path in counted(units, "Fixture"):
        if is_promoted(path):
            yield promoted_checked(path, chosen(path), known=known)
        else:
            yield _capture_checked(path, known=known, environment=chosen(path))


def is_promoted(path: Path) -> bool:
    """Whether a review record stands beside the fixture at ``path``."""
    folder = path if path.is_dir() else path.parent
    return (folder / f"{folder.resolve().name}{AUDIT}").is_file()


def _capture_checked(
    path: Path, *, known: KnownIdentities | None, environment: ReplayEnvironment
) -> Checked:
    def look() -> Item:
        with Review.open(path, known=known, environment=environment, remember=False) as review:
            # A scenario's folder comes first, before captures that lie in it.
            return review.item(review.queue()[0].key)

    item = guarded(look)
    if isinstance(item, WorkbenchError):
        return Checked(Opened(path, refusal=item))
    return Checked(Opened(path, item.fixture, item.refusal), item=item, scan=item.scan)


def promoted_checked(
    path: Path, environment: ReplayEnvironment, *, known: KnownIdentities | None
) -> Checked:
    """A promoted fixture: its record, its golden, and what the checks say of it today."""
    result = opened(path)
    fixture = result.fixture
    if fixture is None:
        return Checked(result)

    def look() -> Checked:
        held = held_against_golden(fixture, path, environment=environment)
        folder = path if path.is_dir() else path.parent
        searched = scan(fixture, known=known or KnownIdentities(), replay=held.replay)
        return Checked(result, None, held, verify_promoted(folder), searched)

    checked = guarded(look)
    return (
        Checked(Opened(path, refusal=checked)) if isinstance(checked, WorkbenchError) else checked
    )


def record(checked: Checked, *, chosen: Chosen) -> records.Record:
    """The JSON line of one check."""
    fixture, item = checked.opened.fixture, checked.item
    line = records.base("check", checked.opened)
    line |= {"ok": checked.word == CLEAN, "promoted": checked.promoted}
    if fixture is None:
        return line
    contents = guarded(lambda: records.contents(fixture, chosen(checked.opened.path)))
    if isinstance(contents, WorkbenchError):
        return line | {"ok": False, "status": "failed", "refusal": records.refusal(contents)}
    line |= contents
    if checked.scan is not None:
        line |= records.scanned(checked.scan)
        line["findings"] = list(_findings(checked.scan, item))
    if item is not None:
        line["state"] = item.state
        line["openFindings"] = len(item.open_findings)
        line["gates"] = [records.gate(gate) for gate in item.gates]
        line["replay"] = records.replayed(item.replay) if item.replay else None
    if checked.held is not None:
        line["problems"] = [records.problem(problem) for problem in checked.problems]
        line["replay"] = records.replayed(checked.held.replay)
        line["comparison"] = records.compared(checked.held.change, checked.held.golden)
    return line


def _findings(searched: Scan, item: Item | None) -> Iterator[records.Record]:
    for finding in searched.findings:
        verdict = item.verdict(finding) if item is not None else None
        yield records.finding(finding, verdict=verdict.verdict if verdict else None)


def _show(checked: Checked) -> None:
    path = escaped(checked.opened.path.as_posix())
    if checked.opened.refusal is not None:
        say(path, style="bold")
        say(f"  {escaped(str(checked.opened.refusal))}", style="red")
        return
    if checked.item is not None:
        say(f"{path}  {checked.item.state}", style="bold")
        for line in _item_lines(checked.item):
            say(f"  {line}")
        return
    say(f"{path}  promoted", style="bold")
    for line in _promoted_lines(checked):
        say(f"  {line}")


def _item_lines(item: Item) -> Iterable[str]:
    yield gate_row(item.gates)
    yield headline(item)
    for number, finding in enumerate(item.findings, start=1):
        yield from finding_lines(finding, number, verdict=item.verdict(finding))


def _promoted_lines(checked: Checked) -> Iterable[str]:
    change = checked.held.change if checked.held else None
    yield f"{change.sentence}." if change else "The golden outcome is missing."
    for difference in change.differences if change and change.meaning.needs_person else ():
        yield f"  {escaped(difference.sentence)} ({escaped(difference.pointer)})"
    if not checked.problems:
        yield "The review record matches every file."
    for problem in checked.problems:
        yield problem.sentence
