"""A family of one small JSON file, so that the review is tested without any real family.

``{"fake": 1, "seed": "…", "steps": [{"say": "…", "uses": "id", "issues": "id", "ok": true}]}``;
further members make it misbehave: ``"wobbles"`` (another outcome in each process), ``"fragile"``
(the outcome depends on the length of what is said), ``"unrunnable"``, ``"unused"``. The environment
variables ``FAKE_ENDING`` and ``FAKE_WOBBLES`` stand for another engine.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence

from workbench.core.canonical import JSON, digest_bytes
from workbench.core.errors import Refused
from workbench.core.files import SourceFile, Unit
from workbench.core.fixture import (
    Consumption,
    Evidence,
    Fixture,
    IdUse,
    IssuedBy,
    NotChecked,
    Recognition,
    Replay,
    ReplayEnvironment,
    ReplayStatus,
    Script,
    Step,
)
from workbench.core.json_places import string_map, string_tokens
from workbench.core.places import Role, Span, Text, pointer
from workbench.core.stand_ins import StandIns, stand_in

ENDING = ".fake.json"


class FakeFixture(Fixture):
    family = "fake"
    format = "fake, version 1"

    def __init__(self, name: str, source: SourceFile) -> None:
        self.name = name
        self.files = (source,)
        self.body = json.loads(source.data)
        self.said = self.body["steps"]

    @property
    def digest(self) -> str:
        return digest_bytes(self.files[0].data)

    def scripts(self) -> tuple[Script, ...]:
        return (Script("script 1", self.files[0].name, len(self.said), self.digest),)

    def steps(self) -> Sequence[Step]:
        return [
            Step(index, "call", 0, "script 1", "says something", step["say"])
            for index, step in enumerate(self.said)
        ]

    def texts(self) -> Iterator[Text]:
        for token in string_tokens(self.files[0].data):
            if token.is_key:
                continue
            where = token.pointer.split("/")
            step = int(where[2]) if where[1:2] == ["steps"] and len(where) > 2 else None
            yield self._text(token.pointer, token.value, step)

    def _text(self, at: str, value: str, step: int | None) -> Text:
        file = self.files[0].name
        key = at.rsplit("/", 1)[-1]
        role = Role.FIXED if at == "/seed" else Role.PROSE if key == "say" else Role.ID
        raw = string_map(file, self.files[0].data, at)
        return Text(value, role, file, at, raw, key, key, step)

    def step_texts(self, index: int) -> tuple[Text, ...]:
        return tuple(text for text in self.texts() if text.step == index)

    def step_spans(self, index: int) -> tuple[Span, ...]:
        return (Span(self.files[0].name, 0, len(self.files[0].data)),)

    def plain(self, index: int) -> tuple[str, ...]:
        return ("Something is said.",)

    def fixed_texts(self) -> tuple[Text, ...]:
        return tuple(text for text in self.texts() if text.role is Role.FIXED)

    def not_checked(self) -> tuple[NotChecked, ...]:
        return ()

    def replay(self, environment: ReplayEnvironment) -> Replay:
        if self.body.get("unrunnable"):
            sentence = "Not run: engine 0.8.0 is not installed"
            return Replay(ReplayStatus.UNRUNNABLE, "fake 1", sentence=sentence)
        issued: dict[str, int] = {}
        uses: list[IdUse] = []
        evidence: list[Evidence] = []
        for index, step in enumerate(self.said):
            if "uses" in step:
                by = issued.get(step["uses"])
                place = self._text(pointer("steps", index, "uses"), step["uses"], index).place()
                source = None if by is None else IssuedBy("call", by)
                uses.append(IdUse(step["uses"], "id", place, source))
            if "issues" in step:
                issued[step["issues"]] = index
            ok = step.get("ok", True)
            evidence.append(Evidence(index, ok, "Answered.", "" if ok else "refused_step"))
        total = len(self.said)
        unused = ("Script 2 of 3 never bound",) if self.body.get("unused") else ()
        return Replay(
            ReplayStatus.REPLAYED,
            "fake 1",
            outcome=self._outcome(),
            sentence=f"Ended: kept. Steps answered: {total}",
            evidence=tuple(evidence),
            consumption=Consumption(total, total - len(unused), unused),
            ids=tuple(uses),
        )

    def _outcome(self) -> JSON:
        steps: list[JSON] = []
        for index, step in enumerate(self.said):
            entry: dict[str, JSON] = {"index": index, "sha256": digest_bytes(step["say"].encode())}
            if self.body.get("fragile"):
                entry["length"] = len(step["say"])
            wobbles = self.body.get("wobbles") or int(os.environ.get("FAKE_WOBBLES", "0"))
            if wobbles and index == wobbles:
                entry["zone"] = os.environ.get("TZ", "")
            steps.append(entry)
        ending = os.environ.get("FAKE_ENDING", "kept")
        return {"formatVersion": 1, "family": "fake", "steps": steps, "ending": ending}

    def with_stand_ins(self, table: StandIns) -> Fixture:
        steps = [
            {
                key: stand_in(value, table) if isinstance(value, str) else value
                for key, value in s.items()
            }
            for s in self.said
        ]
        data = json.dumps({**self.body, "steps": steps}).encode()
        return FakeFixture(self.name, SourceFile.of(self.files[0].name, data))

    def export(self, name: str) -> dict[str, bytes]:
        return {f"{name}{ENDING}": self.files[0].data}


class FakeFamily:
    name = "fake"
    title = "fake"
    step_noun = "call"
    steps_key = "steps"
    issuers = "nothing before it"

    def candidates(self, names: Sequence[str]) -> tuple[str, ...]:
        return tuple(name for name in names if name.endswith(ENDING))

    def recognise(self, unit: Unit) -> Recognition:
        return Recognition(unit.name.endswith(ENDING), "has no fake ending")

    def read(self, unit: Unit) -> Fixture:
        source = unit.file(unit.name)
        try:
            body = json.loads(source.data)
        except ValueError:
            raise Refused("Line 1 is not valid JSON", where="line 1") from None
        if not isinstance(body, dict) or body.get("fake") != 1:
            raise Refused("This is no fake capture")
        return FakeFixture(unit.label, source)


FAMILY = FakeFamily()
