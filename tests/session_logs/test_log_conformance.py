"""The corpus of recorded session logs: every expected result of the format's reference."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from workbench.core.files import Unit
from workbench.core.fixture import ReplayEnvironment, ReplayStatus
from workbench.session_logs import FAMILY
from workbench.session_logs.answering import check_pace
from workbench.session_logs.derivation import Call
from workbench.session_logs.errors import LogRefused, ReplayError
from workbench.session_logs.lenient import read_leniently
from workbench.session_logs.names import OVERRIDE_NAME, parse_name, select, stored_name
from workbench.session_logs.override import apply_override, is_accepted, read_override
from workbench.session_logs.reading import read_log
from workbench.session_logs.replayer import Replayer
from workbench.session_logs.scenario import load_scenario
from workbench.session_logs.scripts import script_bytes, script_digest, script_of
from workbench.session_logs.streams import timed_stream


@pytest.fixture(scope="module")
def corpus(shared: Path) -> Path:
    return shared / "corpora" / "session_logs"


@pytest.fixture(scope="module")
def scenarios(corpus: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((corpus / "expected.json").read_bytes())["scenarios"]
    return found


@pytest.fixture(scope="module")
def cases(corpus: Path) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = json.loads((corpus / "cases.json").read_bytes())
    return found["cases"]  # type: ignore[return-value]


def _logs(scenarios: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for name, scenario in scenarios.items():
        for file, expected in scenario["files"].items():
            if "direct" in expected:
                yield name, file, expected


def test_the_lenient_reader_derives_every_recorded_script(
    corpus: Path, scenarios: dict[str, Any]
) -> None:
    """Rows, events, header, calls, bytes and SHA-256 of every log, or its exact error."""
    seen = 0
    for name, file, expected in _logs(scenarios):
        log = read_leniently((corpus / name / file).read_bytes())
        direct, header = expected["direct"], expected["header"]
        assert (log.rows, log.events) == (direct["rows"], direct["events"]), (name, file)
        assert log.header.recorded_id == header["id"]
        assert log.header.created_at == header["createdAt"]
        assert log.header.seed_length == header["seedLength"]
        child = expected["role"] == "child"
        if child and "own_events" in direct:
            assert log.own_events == direct["own_events"]
        if "error" in direct:
            with pytest.raises(LogRefused) as refused:
                log.script(child=child)
            assert refused.value.exact == direct["error"]
        else:
            script, want = log.script(child=child), direct["script"]
            assert len(script) == want["calls"], (name, file)
            assert len(script_bytes(script)) == want["bytes"], (name, file)
            assert script_digest(script) == want["sha256"], (name, file)
        seen += 1
    assert seen > 90


def test_every_scenario_binds_the_expected_scripts_in_order(
    corpus: Path, scenarios: dict[str, Any]
) -> None:
    """Primary first, children by creation, the sidecar applied; or the exact error."""
    for name, expected in scenarios.items():
        if "scenario" not in expected:
            continue
        want = expected["scenario"]
        unit = Unit.at(corpus / name)
        if "error" in want:
            with pytest.raises(LogRefused) as refused:
                FAMILY.read(unit)
            assert refused.value.exact == want["error"]
            continue
        got = [
            {
                "sha256": script_digest(script.calls),
                "calls": len(script.calls),
                "recordedId": script.recorded_id,
                "createdAt": script.created_at,
                "primary": script.primary,
            }
            for script in FAMILY.read(unit).scenario.scripts
        ]
        assert got == [
            {
                "sha256": script["script"]["sha256"],
                "calls": script["script"]["calls"],
                "recordedId": script["recordedId"],
                "createdAt": script["createdAt"],
                "primary": script["primary"],
            }
            for script in want["scripts"]
        ], name


def test_every_scenario_of_the_corpus_replays_completely(
    corpus: Path, scenarios: dict[str, Any]
) -> None:
    """Each scenario that loads is driven to its end and uses no id nobody issued.

    It is consumed, too, unless a script holds no call: nobody's first call can bind that one (§15).
    """
    for name, expected in scenarios.items():
        if "scripts" not in expected.get("scenario", {}):
            continue
        fixture = FAMILY.read(Unit.at(corpus / name))
        replay = fixture.replay(ReplayEnvironment())
        assert replay.status is ReplayStatus.REPLAYED, name
        empty = [
            script for script in expected["scenario"]["scripts"] if not script["script"]["calls"]
        ]
        assert len(replay.consumption.unused) == len(empty), name
        assert replay.consumption.complete is not bool(empty), name
        assert replay.unissued == (), name


#: The reference counts a checkpoint's event after migrating the log and names the line that event
#: would have had; this reader reads every generation as it is and names the checkpoint's own line.
_OTHER_LINE = ("acp__agent-instructions", "session.jsonl")


def test_strict_refusals_of_recordings_that_replay_are_asked_about(
    corpus: Path, scenarios: dict[str, Any]
) -> None:
    """What the reference refuses is objected to first, in its words; what it takes is not."""
    refused = taken = 0
    for name, file, expected in _logs(scenarios):
        log = read_log(file, (corpus / name / file).read_bytes())
        want = expected["strict"]["v3"].get("refused")
        if want is None:
            taken += 1
            assert log.objections == (), (name, file)
        elif (name, file) == _OTHER_LINE:
            assert "has no matching compaction/start" in want
            assert [one.exact for one in log.objections] == [
                "session snapshot line 19: compaction checkpoint at seq 17 "
                "has no matching compaction/start"
            ]
        else:
            refused += 1
            assert log.objections[0].exact == want, (name, file)
    assert refused > 30
    assert taken > 50


def test_all_generations_of_a_log_give_the_same_script(corpus: Path) -> None:
    folder = corpus / "generations"
    expected = json.loads((folder / "expected.json").read_bytes())["scenarios"]
    seen = 0
    for name, files in expected.items():
        for file, want in files.items():
            log = read_log(file, (folder / name / file).read_bytes())
            child = bool(parse_name(file).ordinal)  # type: ignore[union-attr]
            script = log.own_calls if child else log.all_calls
            assert len(script) == want["calls"], (name, file)
            assert script_digest(script) == want["sha256"], (name, file)
            assert log.objections == (), (name, file)
            if ".v3." in file:  # the reference counts events after its migration to v3
                assert log.events == want["events"], (name, file)
            seen += 1
    assert seen > 50


def test_hand_made_logs_read_leniently(cases: dict[str, list[dict[str, Any]]]) -> None:
    for case in cases["parse"]:
        want = case["direct"]
        found, error = _tried(_lenient, case["text"].encode("utf-8"))
        assert error == want.get("error"), case["id"]
        if found is not None:
            events, script = found
            assert events == want["events"], case["id"]
            assert len(script) == want["calls"], case["id"]
            assert script_digest(script) == want["sha256"], case["id"]


def _lenient(data: bytes) -> tuple[int, list[Call]]:
    log = read_leniently(data)
    return log.events, log.script()


def _tried(action: Callable[..., Any], *arguments: Any) -> tuple[Any, str | None]:
    """What ``action`` returns, or the exact text it refuses with."""
    try:
        return action(*arguments), None
    except LogRefused as refused:
        return None, refused.exact
    except ReplayError as error:
        return None, error.what


#: Must-level refusals that this reader words like the reference reader.
_SAME_REFUSAL = [
    "empty",
    "blank",
    "header-array",
    "header-badjson",
    "body-badjson",
    "body-null",
    "mix-1",
    "mix-2",
    "half-seq",
    "half-time",
    "packed-wrong-key",
    "packed-float-dt",
    "packed-extra-data",
    "packed-noid",
    "packed-emptyid",
    "negversion",
    "v1-nodepth",
    "cwd-relative",
    "origin",
    "createdat-str",
    "seed-too-long",
    "no-finish-step",
    "bom",
    "nan",
    "v2-nofinish",
    "v2-packedrow",
    "v2-seedlength",
    "v3-headersystem",
]


@pytest.mark.parametrize("case_id", _SAME_REFUSAL)
def test_hand_made_logs_are_refused_with_the_exact_text(
    cases: dict[str, list[dict[str, Any]]], case_id: str
) -> None:
    case = next(case for case in cases["parse"] if case["id"] == case_id)
    strict = case["strict_v3"]
    with pytest.raises(LogRefused) as refused:
        load_scenario([("session.jsonl", case["text"].encode("utf-8"))])
    assert refused.value.exact == strict["error"]


def test_hand_made_logs_that_the_strict_reader_takes_are_taken(
    cases: dict[str, list[dict[str, Any]]],
) -> None:
    for case in cases["parse"]:
        if "error" in case["strict_v3"] or case["id"] == "chunk-extra":
            # Regrouping of later generations drops an extra key of a delta; this reader keeps it.
            continue
        scenario = load_scenario([("session.jsonl", case["text"].encode("utf-8"))])
        script = scenario.scripts[0]
        assert script_digest(script.calls) == case["strict_v3"]["sha256"], case["id"]
        assert script.log is not None
        assert script.log.objections == (), case["id"]


#: Objections of the reference that name an internal package or a migrated event: compare the line.
_SAME_LINE = [
    "ignorable-false",
    "extra-env",
    "no-data",
    "compact-markfalse",
    "range-dup",
    "v2-sources",
]
_SAME_OBJECTION = ["noversion", "unknown-type", "compact-open"]


@pytest.mark.parametrize("case_id", [*_SAME_LINE, *_SAME_OBJECTION])
def test_hand_made_logs_are_objected_to_where_the_reference_refuses(
    cases: dict[str, list[dict[str, Any]]], case_id: str
) -> None:
    case = next(case for case in cases["parse"] if case["id"] == case_id)
    want = case["strict_v3"]["error"]
    found = read_log("session.jsonl", case["text"].encode("utf-8")).objections[0].exact
    if case_id in _SAME_OBJECTION:
        assert found == want
    else:
        assert found.split(": ")[0] == want.split(": ")[0]


def test_provenance_objections_have_the_exact_text(
    cases: dict[str, list[dict[str, Any]]],
) -> None:
    for case in cases["parse"]:
        if case["id"].startswith("range-") and case["id"] != "range-dup":
            log = read_log("session.jsonl", case["text"].encode("utf-8"))
            assert log.objections[0].exact == case["strict_v2"]["error"], case["id"]


def test_sidecars_validate_and_apply_as_expected(
    cases: dict[str, list[dict[str, Any]]],
) -> None:
    for case in cases["override"]:
        derived = [Call(entry) for entry in case["derived"]]
        script, error = _tried(_overridden, case["override"], derived)
        if case.get("error_kind") == "json":
            assert error == f"{OVERRIDE_NAME} contains invalid JSON", case["id"]
            continue
        assert error == case.get("error"), case["id"]
        if script is not None:
            assert script_of(script) == case["script"], case["id"]
            assert [is_accepted(call.entry) for call in script] == case["accepted"], case["id"]


def _overridden(text: str, derived: list[Call]) -> list[Call]:
    document = read_override(text.encode("utf-8"), OVERRIDE_NAME)
    return apply_override(document, derived, OVERRIDE_NAME)


def test_live_sessions_bind_as_expected(cases: dict[str, list[dict[str, Any]]]) -> None:
    for case in cases["bind"]:
        replayer = Replayer(case["scripts"])
        for call, want in zip(case["calls"], case["log"], strict=True):
            answer = replayer.answer(call.get("sessionId"), call.get("messages", []))
            error = None if answer.error is None else answer.error.what
            assert error == want.get("error"), case["id"]
            if error is None:
                assert (answer.script, answer.call) == (want["script"], want["call"]), case["id"]
                assert answer.entry == want["entry"], case["id"]
        _, problem = _tried(replayer.assert_consumed)
        assert problem == case["assertConsumed"], case["id"]


def test_names_have_the_expected_roles(cases: dict[str, list[dict[str, Any]]]) -> None:
    for case in cases["names"]:
        want = case["fixture"] or {}
        role, error = _tried(parse_name, case["name"])
        assert error == want.get("error"), case["name"]
        if role is not None:
            assert want == {"index": role.ordinal, "version": role.generation}, case["name"]
        else:
            assert error is not None or case["fixture"] is None, case["name"]
        stored = stored_name(case["name"])
        assert case["persisted"] == (
            None if stored is None else {"version": stored[0], "compression": stored[1]}
        ), case["name"]


def test_files_are_selected_as_expected(cases: dict[str, list[dict[str, Any]]]) -> None:
    for case in cases["select"]:
        roles, error = _tried(select, case["names"])
        assert error == case.get("error"), case["id"]
        assert [role.name for role in roles or ()] == case.get("selected", []), case["id"]


def _role_first(value: Any) -> Any:
    """The corpus was stored with sorted keys; agents send ``role`` and ``type`` first."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: (key not in ("role", "type"), key))
        return {key: _role_first(value[key]) for key in keys}
    return [_role_first(item) for item in value] if isinstance(value, list) else value


def test_placeholders_resolve_as_expected(cases: dict[str, list[dict[str, Any]]]) -> None:
    for case in cases["placeholders"]:
        entry = {"kind": "throw", "chunks": [], "message": case["text"], "code": "C"}
        answer = Replayer([[entry]]).answer("s", _role_first(case["messages"]))
        if "result" in case:
            assert answer.entry is not None, (case["id"], answer.error)
            assert answer.entry["message"] == case["result"], case["id"]
            continue
        want = case["error"]
        assert answer.error is not None, case["id"]
        if "invalid pattern" in want:
            # What follows the colon is a JavaScript engine's own text.
            want = want[: want.index(": SyntaxError") + 2]
            assert answer.error.what.startswith(want), case["id"]
        else:
            assert answer.error.what == want, case["id"]


def test_paces_are_checked_as_expected(cases: dict[str, list[dict[str, Any]]]) -> None:
    for case in cases["pace"]:
        _, error = _tried(check_pace, case["paceMs"])
        assert error == case.get("error"), case


def test_embedded_streams_expand_as_expected(cases: dict[str, list[dict[str, Any]]]) -> None:
    for case in cases["streams"]:
        chunks, error = _tried(timed_stream, case["stream"])
        assert error == case.get("error"), case["id"]
        assert chunks == case.get("chunks"), case["id"]
