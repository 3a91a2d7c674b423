"""Captures come out as the published cases say, or are refused with their code at their step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workbench.core.canonical import canonical_text, digest
from workbench.plays.engine.engine import Engine
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.registry import Archive
from workbench.plays.recorded import Recorded
from workbench.plays.runner import Built, build
from workbench.plays.sessions import HostSessions, Ports, Shelf
from workbench.plays.sessions.ports import MemoryStore
from workbench.plays.sessions.records import Initialization, SessionError, SessionRecord


def stored(value: Mapping[str, Any]) -> SessionRecord:
    held = value.get("initialization")
    return SessionRecord(
        session_id=value["sessionId"],
        blob=value["blob"],
        audience=value["audience"],
        created_at=value["createdAt"],
        updated_at=value["updatedAt"],
        attempts=value["attemptCounter"],
        revision=value["revision"],
        replay_compatible=value["replayCompatible"],
        profile_id=value.get("profileId"),
        initialization=None
        if held is None
        else Initialization(held.get("kindProfileData"), "kindProfileData" in held),
    )


def test_every_case_is_captured_or_refused_as_published(
    cases: Callable[[str], Any],
    corpus_archive: Archive,
    kinds: Mapping[str, Kind],
    recorded_of: Callable[[Mapping[str, Any]], Recorded],
) -> None:
    seen = 0
    for case in cases("capture/cases.json"):
        keys = (tuple(epoch.split("@")) for epoch in case["held_epochs"])
        held = [corpus_archive.epochs[key] for key in keys if key in corpus_archive.epochs]
        store = MemoryStore()
        if case["record"] is not None:
            store.put_session(stored(case["record"]))
        engine = Engine(Archive(held), kinds=kinds)
        shelf = Shelf(engine, Ports(store), engine_version=case["engine_version"])
        expected = case["expected"]
        try:
            fixture = HostSessions(shelf).capture_session(case["session_id"], case["name"])
        except SessionError as refused:
            found = {"refused": refused.code, "step": refused.step}
            assert found == expected, case["label"]
        else:
            assert canonical_text(fixture) == canonical_text(expected["fixture"]), case["label"]
            built = build(recorded_of(fixture), corpus_archive, kinds=kinds)
            assert isinstance(built, Built)
            assert built.outcome == expected["replay"]["outcome"]
            assert digest(built.state.to_json()) == expected["replay"]["final_state_sha256"]
            assert all(each["accepted"] for each in built.outcome["decisions"])  # type: ignore[index, union-attr, call-overload]
        seen += 1
    assert seen == 19
