"""``workbench list``: what is there, and which family it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from workbench.cli import records
from workbench.cli.opening import Opened, each_opened
from workbench.cli.printing import escaped, say
from workbench.core.fixture import Fixture, family
from workbench.review.words import count, joined


def run(paths: Iterable[Path], *, as_json: bool) -> int:
    """List every fixture. A refused one is listed with its reason. Returns the exit code."""
    seen: Counter[str] = Counter()
    for opened in each_opened(paths):
        seen[records.status(opened.refusal)] += 1
        if as_json:
            print(records.line(records.base("list", opened)))
        else:
            _show(opened)
    if not as_json:
        say(_summary(seen), style="bold")
    return 2 if seen["failed"] else 0


def _show(opened: Opened) -> None:
    path = escaped(opened.path.as_posix())
    if opened.fixture is None:
        say(f"{path}  {escaped(str(opened.refusal))}", style="red")
    else:
        say(f"{path}  {described(opened.fixture)}")


def described(fixture: Fixture) -> str:
    """A fixture in a few words: family, format, number of steps."""
    member = family(fixture.family)
    steps = count(len(fixture.steps()), member.step_noun)
    return f"{member.title} · {escaped(fixture.format)} · {steps}"


def _summary(seen: Counter[str]) -> str:
    words = [f"{number:,} {status}" for status, number in sorted(seen.items())]
    return f"{count(seen.total(), 'fixture')}: {joined(words)}"
