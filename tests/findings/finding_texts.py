"""Texts and fixtures of a family that exists for these tests only, and helpers to read findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from workbench.core.files import SourceFile
from workbench.core.fixture import (
    Fixture,
    NotChecked,
    Replay,
    ReplayEnvironment,
    Script,
    Step,
)
from workbench.core.places import Role, Span, Text, Utf8Map
from workbench.core.stand_ins import StandIns
from workbench.findings import Finding, Scan
from workbench.findings.check import Check, Hit

FILE = "capture.txt"


def text(
    value: str, *, role: Role = Role.PROSE, key: str = "", pointer: str = "/1/content"
) -> Text:
    """A text that stands in a file as it is."""
    return Text(value, role, FILE, pointer, Utf8Map(FILE, 0, value), key=key)


def found(check: Check, value: str, *, key: str = "", role: Role = Role.PROSE) -> list[str]:
    """The parts of ``value`` that a check reports."""
    hits = check.find(text(value, key=key, role=role))
    return [value[hit.start : hit.end] for hit in hits if not hit.benign]


def suppressed(check: Check, value: str, *, key: str = "") -> list[str]:
    """The reasons for which a check takes parts of ``value`` for harmless."""
    return [hit.benign for hit in check.find(text(value, key=key)) if hit.benign]


def hits(check: Check, value: str) -> list[Hit]:
    """All hits of a check."""
    return list(check.find(text(value)))


def values(scan: Scan) -> set[str]:
    """The values of a scan's findings."""
    return {finding.value for finding in scan.findings}


def of_kind(scan: Scan, kind: str) -> list[Finding]:
    """The findings of one kind."""
    return [finding for finding in scan.findings if finding.kind == kind]


def cut_out(content: bytes, spans: Iterable[Span]) -> bytes:
    """``content`` without the bytes of ``spans``."""
    gone = {at for span in spans for at in range(span.start, span.end)}
    return bytes(byte for at, byte in enumerate(content) if at not in gone)


@dataclass(repr=False)
class BareFixture(Fixture):
    """Strings, one a line of one file; the name and the fixed strings are given."""

    lines: Sequence[str]
    fixed: Sequence[str] = ()
    name: str = "late-rent"
    family: str = "bare"
    format: str = "bare"
    unread: tuple[NotChecked, ...] = ()
    files: tuple[SourceFile, ...] = field(default=(), init=False)

    @property
    def digest(self) -> str:
        return "0" * 64

    def scripts(self) -> tuple[Script, ...]:
        return ()

    def steps(self) -> Sequence[Step]:
        return ()

    def texts(self) -> Iterator[Text]:
        start = 0
        for number, line in enumerate(self.lines, start=1):
            raw = Utf8Map(FILE, start, line)
            yield Text(line, Role.PROSE, FILE, f"/{number}/content", raw, key="content")
            start += len(line.encode("utf-8", "surrogatepass")) + 1

    def step_texts(self, index: int) -> tuple[Text, ...]:
        return ()

    def step_spans(self, index: int) -> tuple[Span, ...]:
        return ()

    def plain(self, index: int) -> tuple[str, ...]:
        return ()

    def fixed_texts(self) -> tuple[Text, ...]:
        return tuple(
            text(value, role=Role.FIXED, key="seed", pointer="/seed") for value in self.fixed
        )

    def not_checked(self) -> tuple[NotChecked, ...]:
        return self.unread

    def replay(self, environment: ReplayEnvironment) -> Replay:
        raise NotImplementedError

    def with_stand_ins(self, table: StandIns) -> Fixture:
        raise NotImplementedError

    def export(self, name: str) -> dict[str, bytes]:
        return {}
