"""A loaded cassette as the workbench's :class:`Fixture`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from workbench.cassettes.bodies.coding import encode
from workbench.cassettes.companions import Read
from workbench.cassettes.documents.json_document import JsonDocument
from workbench.cassettes.facts import facts
from workbench.cassettes.fixed import fixed_texts
from workbench.cassettes.model import Cassette, Form
from workbench.cassettes.notes import notes
from workbench.cassettes.panels import whole
from workbench.cassettes.panels.played import Played
from workbench.cassettes.reading import read_cassette
from workbench.cassettes.replaying import replay
from workbench.cassettes.stand_ins import rewritten
from workbench.cassettes.steps import plain, scripts, steps
from workbench.cassettes.texts import Readings, readings, step_texts
from workbench.core.canonical import JSON, digest, digest_bytes
from workbench.core.files import SourceFile, bare
from workbench.core.fixture import (
    Fixture,
    NotChecked,
    Note,
    Replay,
    ReplayEnvironment,
    Script,
    Step,
)
from workbench.core.panels import Panel
from workbench.core.places import Span, Text
from workbench.core.stand_ins import StandIns


@dataclass(frozen=True, repr=False)
class CassetteFixture(Fixture):
    """One cassette file. ``stored`` are the bytes on disk, packed if they were."""

    name: str = field(repr=False)
    source: SourceFile = field(repr=False)
    stored: bytes = field(repr=False)
    cassette: Cassette = field(repr=False)

    @classmethod
    def of(
        cls, name: str, source: SourceFile, stored: bytes, *, companions: Read | None = None
    ) -> CassetteFixture:
        """Read a file. Raises ``CassetteError``, ``TooLarge``.

        ``companions`` gives the bytes of files beside it that hold bodies.
        """
        return cls(name, source, stored, read_cassette(source, companions))

    @property
    def family(self) -> str:  # type: ignore[override]
        return "cassettes"

    @property
    def files(self) -> tuple[SourceFile, ...]:  # type: ignore[override]
        return (self.source, *self.cassette.companions)

    @property
    def format(self) -> str:  # type: ignore[override]
        return self.cassette.title

    @property
    def notes(self) -> tuple[Note, ...]:  # type: ignore[override]
        return self._notes

    @cached_property
    def _notes(self) -> tuple[Note, ...]:
        return notes(self.cassette)

    @property
    def digest(self) -> str:
        if not self.cassette.companions:
            return digest_bytes(self.source.data)
        return digest([digest_bytes(file.data) for file in self.files])

    def scripts(self) -> tuple[Script, ...]:
        return scripts(self.cassette, self.source.name)

    def steps(self) -> Sequence[Step]:
        return self._steps

    @cached_property
    def _steps(self) -> tuple[Step, ...]:
        return steps(self.cassette)

    @cached_property
    def _readings(self) -> Readings:
        return readings(self.cassette)

    def texts(self) -> Iterator[Text]:
        return iter(self._readings.texts)

    def step_texts(self, index: int) -> tuple[Text, ...]:
        if "_readings" in self.__dict__:
            return self._readings.of_step(self.cassette.interactions[index])
        return step_texts(self.cassette, index)

    def step_spans(self, index: int) -> tuple[Span, ...]:
        document = self.cassette.document
        interaction = self.cassette.interactions[index]
        spans = [document.span(at) for at in interaction.at]
        stored = interaction.response.stored
        if stored.file and stored.form is Form.RAW:
            spans.append(Span(stored.file, 0, len(stored.data)))
        return tuple(span for span in spans if span is not None)

    def plain(self, index: int) -> tuple[str, ...]:
        return plain(self.cassette.interactions[index])

    def fixed_texts(self) -> tuple[Text, ...]:
        return fixed_texts(self._readings.texts)

    def not_checked(self) -> tuple[NotChecked, ...]:
        return self._readings.not_checked

    def replay(self, environment: ReplayEnvironment) -> Replay:
        return replay(self.cassette, self._readings.texts)

    def facts(self, environment: ReplayEnvironment) -> dict[str, JSON]:
        return facts(self.cassette)

    def panels(self, step: int, environment: ReplayEnvironment) -> tuple[Panel, ...]:
        return tuple(whole.at_step(self._played, step))

    def overview(self, environment: ReplayEnvironment) -> tuple[Panel, ...]:
        return self._overview

    @cached_property
    def _overview(self) -> tuple[Panel, ...]:
        return tuple(whole.overview(self._played))

    @cached_property
    def _played(self) -> Played:
        return Played(self.cassette)

    @property
    def accepts_stand_ins(self) -> bool:
        return self.cassette.writable

    def with_stand_ins(self, table: StandIns) -> CassetteFixture:
        data = rewritten(self.cassette, self.source.data, table)
        if data == self.source.data:
            return self
        return CassetteFixture.packed(self.name, self.source, data)

    @classmethod
    def packed(cls, name: str, source: SourceFile, data: bytes) -> CassetteFixture:
        """A fixture of new content in the packing its file had."""
        stored = encode(data, (source.packing,)) if source.packing else data
        return cls.of(name, SourceFile.of(source.name, stored), stored)

    def export(self, name: str) -> dict[str, bytes]:
        companions = {file.name: file.data for file in self.cassette.companions}
        return {f"{name}{self._ending}": self._outgoing, **companions}

    @property
    def _outgoing(self) -> bytes:
        """The bytes that an export writes: packed anew where the packing holds more than content.

        Gzip keeps the name a file once had, a comment and a time, and no check reads them.
        """
        if self.source.packing != "gzip" or bare(self.stored):
            return self.stored
        return encode(self.source.data, ("gzip",))

    @property
    def _ending(self) -> str:
        """The usual ending of the format, whatever the capture was called."""
        kind = self.cassette.format.split("-")[0]
        ending = _ENDINGS.get(kind, ".json" if self._in_json else ".yaml")
        return f"{ending}.gz" if self.source.packing == "gzip" else ending

    @property
    def _in_json(self) -> bool:
        return isinstance(self.cassette.document, JsonDocument)

    def __repr__(self) -> str:
        return f"<CassetteFixture {self.digest[:12]}, {len(self._steps)} exchanges>"


_ENDINGS = {"har": ".har", "httprr": ".httprr"}
