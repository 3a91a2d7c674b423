"""Whether a command keeps to the protocol: named checks, each in a process of its own.

The checks play the plays that come with them (``sample_plays``), whose outcomes are known; an engine
that does not hold their campaign is told so, and those checks are skipped and not passed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from workbench.core.canonical import JSON, canonical_text
from workbench.plays.external.messages import (
    Answer,
    ErrorAnswer,
    FaultAnswer,
    OutcomeAnswer,
    UnrunnableAnswer,
    read_answer,
    read_object,
)
from workbench.plays.external.problems import EngineProblem
from workbench.plays.external.process import EngineProcess, Limits, running
from workbench.plays.external.replaying import ask_replay, greet
from workbench.plays.recorded import Action, Recorded
from workbench.plays.sentences import counted

#: Submissions of the long play; a request of about a megabyte.
LONG = 20_000
PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


@dataclass(frozen=True, slots=True)
class Sample:
    """A play and the outcome it must have (``None``: not known, only its shape is checked)."""

    recorded: Recorded
    outcome: JSON = None


@dataclass(frozen=True, slots=True)
class Checked:
    """One check and how it went. ``sentence`` holds nothing the engine said."""

    name: str
    result: str
    sentence: str

    def to_json(self) -> dict[str, JSON]:
        """The check as a line of ``--json`` has it."""
        return {"name": self.name, "result": self.result, "sentence": self.sentence}


class _Failed(Exception):
    """A check did not pass; the argument is the sentence."""


class _Skipped(Exception):
    """A check could not be made; the argument says why."""


class Conformance:
    """The checks of one command."""

    def __init__(
        self,
        command: Sequence[str],
        samples: Sequence[Sample],
        *,
        campaigns: Sequence[Path],
        limits: Limits | None = None,
    ) -> None:
        self._command, self._samples, self._campaigns = command, samples, campaigns
        self._limits = limits or Limits()
        self._versions: tuple[str, ...] = ()
        self._held: frozenset[tuple[str, str]] = frozenset()

    def run(self) -> Iterator[Checked]:
        """Every check, in order. Nothing is checked after a hello that failed."""
        first = _checked("hello", self._hello)
        yield first
        for name, check in self._checks():
            if first.result == PASSED:
                yield _checked(name, check)
            else:
                yield Checked(name, SKIPPED, "The engine did not say hello.")

    def _checks(self) -> Iterator[tuple[str, Callable[[], str]]]:
        yield "sample plays", self._sample_plays
        yield "rejected submission", self._rejected_submission
        yield "unknown campaign", self._unknown_campaign
        yield "malformed request", self._malformed_request
        yield "two replays in one process", self._two_replays
        yield "two processes", self._two_processes
        yield "long play", self._long_play
        yield "end of input", self._end_of_input

    def _hello(self) -> str:
        with running(self._command, self._limits) as engine:
            hello = greet(engine, self._campaigns)
        self._versions = tuple(hello.engineVersions)
        self._held = frozenset((each.id, each.version) for each in hello.campaigns)
        return (
            f"{counted(len(hello.engineVersions), 'engine version')}, "
            f"{counted(len(hello.kinds), 'kind')}, {counted(len(hello.campaigns), 'campaign')}."
        )

    def _sample_plays(self) -> str:
        playable = self._playable()
        for sample in playable:
            answer, outcome = self._asked(sample.recorded)
            _expect(answer, OutcomeAnswer)
            if sample.outcome is not None and canonical_text(outcome) != canonical_text(
                sample.outcome
            ):
                raise _Failed("A sample play has another outcome than the one it must have.")
        known = sum(sample.outcome is not None for sample in playable)
        return f"{counted(len(playable), 'play')} replayed, {known} of them to a known outcome."

    def _rejected_submission(self) -> str:
        recorded = self._playable()[0].recorded
        submissions = (Action("no-such-action-example"), *recorded.submissions)
        answer, _ = self._asked(replace(recorded, submissions=submissions))
        told = _expect(answer, OutcomeAnswer)
        if told.outcome.decisions[0].accepted:
            raise _Failed("An action that does not exist was accepted.")
        if told.steps[0].issuedBy.get("/actionId") is not None:
            raise _Failed("An action that does not exist was said to be issued.")
        if len(told.outcome.decisions) > 1 and not told.outcome.decisions[1].accepted:
            raise _Failed("The rejected submission changed the game: the next one is not accepted.")
        return "It is rejected with its reason, and the game goes on as before."

    def _unknown_campaign(self) -> str:
        version = self._versions[0]
        recorded = Recorded("nothing", "no-such-campaign-example", "seed", "1.0.0", version, ())
        answer, _ = self._asked(recorded)
        _expect(answer, UnrunnableAnswer)
        return "The engine says that it cannot run it, and why."

    def _malformed_request(self) -> str:
        lines = (b"{", b"[]", b'{"type":"replay","id":5}', b'{"type":"nothing","id":6}', b"\xff")
        with self._greeted() as engine:
            for line in lines:
                answer = engine.ask(line, seconds=self._limits.answer, late="engine_timeout")
                value = read_object(answer)
                _expect(read_answer(value, _id_of(line)), ErrorAnswer)
            after, _ = ask_replay(engine, self._any_play())
            if isinstance(after, ErrorAnswer):
                raise _Failed("After requests it could not read, it refuses a good one.")
            engine.finish()
        return f"{len(lines)} of them are answered with an error, and the process goes on."

    def _two_replays(self) -> str:
        recorded = self._any_play()
        with self._greeted() as engine:
            told = [ask_replay(engine, recorded, number) for number in (1, 2)]
            engine.finish()
        if canonical_text(told[0][1]) != canonical_text(told[1][1]):
            raise _Failed("The second replay of one process has another outcome than the first.")
        return "One process replays a play twice to equal outcomes."

    def _two_processes(self) -> str:
        recorded = self._any_play()
        first, second = (self._asked(recorded)[1] for _ in range(2))
        if canonical_text(first) != canonical_text(second):
            raise _Failed("Two processes replay one play to different outcomes.")
        return "Two processes replay a play to equal outcomes."

    def _long_play(self) -> str:
        recorded = self._any_play()
        actions = recorded.submissions or (Action("no-such-action-example"),)
        times = -(-LONG // len(actions))
        answer, _ = self._asked(replace(recorded, submissions=(actions * times)[:LONG]))
        if not isinstance(answer, (OutcomeAnswer, FaultAnswer, UnrunnableAnswer)):
            raise _Failed("A long request is refused.")
        return f"A play of {LONG:,} submissions is answered."

    def _end_of_input(self) -> str:
        with running(self._command, self._limits) as engine:
            engine.finish()
        with self._greeted() as engine:
            engine.finish()
        return "The process ends by itself, with code 0, before and after hello."

    def _playable(self) -> list[Sample]:
        found = [
            sample
            for sample in self._samples
            if sample.recorded.captured_under in self._versions
            and all(
                (sample.recorded.campaign_id, version) in self._held
                for version in sample.recorded.versions
            )
        ]
        if not found:
            raise _Skipped(
                "The engine plays none of the sample plays: give --plays and --campaigns."
            )
        return found

    def _any_play(self) -> Recorded:
        try:
            return self._playable()[0].recorded
        except _Skipped:
            campaign, version = next(iter(sorted(self._held)), ("no-such-campaign-example", "1"))
            return Recorded("any", campaign, "seed", version, self._versions[0], ())

    def _asked(self, recorded: Recorded) -> tuple[Answer, JSON]:
        with self._greeted() as engine:
            told = ask_replay(engine, recorded)
            engine.finish()
        return told

    @contextmanager
    def _greeted(self) -> Iterator[EngineProcess]:
        with running(self._command, self._limits) as engine:
            greet(engine, self._campaigns)
            yield engine


def _checked(name: str, check: Callable[[], str]) -> Checked:
    try:
        return Checked(name, PASSED, check())
    except EngineProblem as problem:
        where = f" ({problem.where})" if problem.where else ""
        return Checked(name, FAILED, f"{problem.what}{where}.")
    except _Failed as failed:
        return Checked(name, FAILED, str(failed))
    except _Skipped as skipped:
        return Checked(name, SKIPPED, str(skipped))


def _expect(answer: Answer, wanted: type[Any]) -> Any:
    if not isinstance(answer, wanted):
        raise _Failed(f"The answer is of type {answer.type}, where {_name(wanted)} was due.")
    return answer


def _name(wanted: type[Any]) -> str:
    return str(wanted.model_fields["type"].annotation.__args__[0])


def _id_of(line: bytes) -> int:
    """The id a request carries; that of no request where it carries none."""
    try:
        value = json.loads(line)
    except ValueError:
        return -1
    number = value.get("id", -1) if isinstance(value, dict) else -1
    return number if isinstance(number, int) else -1
