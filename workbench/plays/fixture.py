"""A loaded play: what the rest of the workbench sees of it."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from workbench.core.canonical import JSON, digest, digest_bytes, quote
from workbench.core.errors import BadCommand, UnsafeName
from workbench.core.files import SourceFile, Unit, safe_name
from workbench.core.fixture import (
    Fixture,
    NotChecked,
    Note,
    Replay,
    ReplayEnvironment,
    Script,
    Shorter,
    Step,
)
from workbench.core.panels import Panel
from workbench.core.places import Span, Text
from workbench.core.stand_ins import StandIns
from workbench.plays import replaying
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.registry import Epoch
from workbench.plays.kinds import available_kinds
from workbench.plays.library import Library
from workbench.plays.panels import whole
from workbench.plays.reading import read_recorded
from workbench.plays.recorded import Action, Adopt, Recorded
from workbench.plays.runner import replay_engine
from workbench.plays.seen import StepTrace
from workbench.plays.sentences import kind_spoken, what_of
from workbench.plays.tokens import Tokens
from workbench.plays.trace import Trace
from workbench.plays.writing import fixture_bytes

ENDING = ".fixture.json"
_REPLAYS = 500  # that a search for a shorter play may make while somebody waits
MAX_FIXTURE = 64 * 1024 * 1024  # bytes: about a million submissions


class PlayFixture(Fixture):
    """One recorded play of a deterministic game. Immutable."""

    family = "plays"
    format = "play fixture, generation 1"

    def __init__(self, file: SourceFile) -> None:
        """Raises ``Refused`` where the file does not have the published shape."""
        self.recorded, notes = read_recorded(file.data)
        self.name = self.recorded.name
        self.files = (file,)
        self._digest = digest_bytes(file.data)
        self._shape_notes = notes
        # The last trace, kept with the content it was computed on: a view asks step by step.
        self._traced: tuple[tuple[Epoch | Kind, ...], Trace] | None = None
        # The overview, kept with what it was computed from.
        self._whole: tuple[object, tuple[Panel, ...]] | None = None

    @classmethod
    def read(cls, unit: Unit) -> PlayFixture:
        """The play in a unit's file. Raises ``Refused`` or a subclass."""
        return cls(unit.file(unit.name, limit=MAX_FIXTURE))

    def __reduce__(self) -> tuple[type[PlayFixture], tuple[SourceFile, ...]]:
        # Read again where it arrives: tokens and traces are larger than the file.
        return PlayFixture, self.files

    @property
    def digest(self) -> str:
        return self._digest

    @cached_property
    def notes(self) -> tuple[Note, ...]:  # type: ignore[override]
        stem = self.files[0].name.removesuffix(ENDING)
        named = () if stem == self.name else (_NAMED_DIFFERENTLY,)
        return (*self._shape_notes, *self.tokens.duplicates(), *named)

    @cached_property
    def tokens(self) -> Tokens:
        """Every string of the file with its bytes."""
        file = self.files[0]
        return Tokens.of(file.name, file.data, steps=len(self.recorded.submissions))

    @cached_property
    def kind(self) -> Kind | None:
        """The kind of game, where the actions tell it without the campaign."""
        return kind_spoken(self.recorded, available_kinds().values())

    def scripts(self) -> tuple[Script, ...]:
        submissions = self.recorded.submissions
        adoptions = sum(isinstance(each, Adopt) for each in submissions)
        return (
            Script(
                name="submissions",
                file=self.files[0].name,
                steps=len(submissions),
                digest=digest([each.to_json() for each in submissions]),
                facts=(
                    ("actions", str(len(submissions) - adoptions)),
                    ("adoptions", str(adoptions)),
                ),
                notes=tuple(note.text for note in self.notes),
            ),
        )

    def steps(self) -> Sequence[Step]:
        return Steps(self.recorded, self.kind)

    def texts(self) -> Iterator[Text]:
        return self.tokens.texts()

    def step_texts(self, index: int) -> tuple[Text, ...]:
        return tuple(map(self.tokens.text, self.tokens.by_step[index]))

    def step_spans(self, index: int) -> tuple[Span, ...]:
        return self.tokens.step_spans(index)

    def plain(self, index: int) -> tuple[str, ...]:
        return (f"{what_of(self.recorded.submissions[index], self.kind)}.",)

    def fixed_texts(self) -> tuple[Text, ...]:
        return self._fixed

    @cached_property
    def _fixed(self) -> tuple[Text, ...]:
        return tuple(self.tokens.fixed())

    def not_checked(self) -> tuple[NotChecked, ...]:
        return ()

    def replay(self, environment: ReplayEnvironment) -> Replay:
        return replaying.run(self.recorded, self.tokens, environment).replay

    def facts(self, environment: ReplayEnvironment) -> dict[str, JSON]:
        return replaying.facts(replaying.run(self.recorded, self.tokens, environment))

    def trace(self, environment: ReplayEnvironment) -> Sequence[StepTrace]:
        """What happened at each step, each computed when it is looked at.

        Empty where the play cannot be replayed here; :meth:`replay` says why.
        """
        return self._seen(environment)[1] or ()

    def _seen(self, environment: ReplayEnvironment) -> tuple[str | None, Trace | None, Library]:
        reason, library = replaying.prepare(self.recorded, environment)
        if reason is not None:
            return reason, None, library
        held = library.archive.epochs
        epochs = [held[self.recorded.campaign_id, each] for each in self.recorded.versions]
        # The kinds too: under other rules of admission they are others.
        basis: tuple[Epoch | Kind, ...] = (*epochs, *library.kinds.values())
        if self._traced is None or not _same(self._traced[0], basis):
            engine = replay_engine(library.archive, library.kinds)
            self._traced = basis, Trace(self.recorded, engine)
        return None, self._traced[1], library

    def panels(self, step: int, environment: ReplayEnvironment) -> tuple[Panel, ...]:
        reason, trace, library = self._seen(environment)
        if trace is None:
            return (whole.not_replayed(self.recorded, reason or ""),)
        return tuple(whole.at_step(self.recorded, trace[step], library))

    def overview(self, environment: ReplayEnvironment) -> tuple[Panel, ...]:
        reason, trace, library = self._seen(environment)
        # A trace is another one as soon as the content it was computed on is.
        basis = (trace, reason, environment)
        if self._whole is None or self._whole[0] != basis:
            panels = whole.overview(
                self.recorded,
                self.replay(environment),
                library,
                trace=trace,
                audience=any(note.where == "/config/audience" for note in self._shape_notes),
                golden=environment.golden,
            )
            self._whole = basis, tuple(panels)
        return self._whole[1]

    @property
    def accepts_stand_ins(self) -> bool:
        return False

    def with_stand_ins(self, table: StandIns) -> PlayFixture:
        raise BadCommand(
            "Stand-ins are never applied to a play",
            means="Every string of it is an input of the replay, so changing one changes the game",
            cure="Reject the capture, or judge the value not identifying",
        )

    @property
    def can_be_shorter(self) -> bool:
        return True

    def shorter(self, environment: ReplayEnvironment, *, keep: str = "auto") -> Shorter:
        from workbench.plays.minimising import Keep, minimise

        if keep not in list(Keep):
            raise BadCommand("Nothing of this name can be kept", cure=f"Keep {', '.join(Keep)}")
        golden = environment.golden if isinstance(environment.golden, dict) else None
        found = minimise(
            self.recorded, environment, keep=Keep(keep), golden=golden, budget=_REPLAYS
        )
        return Shorter(found.numbers, found.kept.sentence, found.minimal)

    def with_steps(self, steps: Sequence[int]) -> PlayFixture:
        submissions = tuple(self.recorded.submissions[index] for index in steps)
        document = replace(self.recorded, submissions=submissions).to_json()
        return PlayFixture(SourceFile.of(self.files[0].name, fixture_bytes(document)))

    def export(self, name: str) -> dict[str, bytes]:
        """The captured bytes with the string of the member ``name`` replaced, and nothing else.

        Raises ``UnsafeName`` for a name that is no plain file name.
        """
        if "/" in safe_name(name):
            raise UnsafeName("This file name leads into another folder")
        parts, position = list[bytes](), 0
        data = self.files[0].data
        for token in self.tokens.all:
            if token.pointer == "/name" and not token.is_key:
                parts += (data[position : token.start], quote(name)[1:-1].encode())
                position = token.end
        return {safe_name(f"{name}{ENDING}"): b"".join((*parts, data[position:]))}


class Steps(Sequence[Step]):
    """The steps of a play, each made when it is looked at."""

    def __init__(self, recorded: Recorded, kind: Kind | None) -> None:
        self._submissions, self._kind = recorded.submissions, kind

    def __len__(self) -> int:
        return len(self._submissions)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        if isinstance(index, slice):
            return [self._step(each) for each in range(*index.indices(len(self)))]
        return self._step(range(len(self))[index])

    def _step(self, index: int) -> Step:
        submission = self._submissions[index]
        action = isinstance(submission, Action)
        return Step(
            index=index,
            kind="submission" if action else "adoption",
            lane=0,
            who="player" if action else "content",
            what=what_of(submission, self._kind),
            detail=submission.action_id if isinstance(submission, Action) else submission.version,
            tags=("params",) if isinstance(submission, Action) and submission.params else (),
        )


def _same(left: Sequence[object], right: Sequence[object]) -> bool:
    return len(left) == len(right) and all(map(operator.is_, left, right))


_NAMED_DIFFERENTLY = Note(
    "The file goes by another name than the fixture says inside", where="/name"
)
