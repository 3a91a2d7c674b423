"""The fixture ``replay_log`` finds a test's log and checks that it was consumed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from log_building import header, log_bytes, text_call, write_scenario

pytest_plugins = ["pytester"]

ASKING = """
def test_it(replay_log):
    model = replay_log("parent.jsonl")
    assert [c["type"] for c in model.iter_call("s")][-1] == "finish"
"""


def run(pytester: pytest.Pytester, code: str) -> pytest.RunResult:
    pytester.makepyfile(test_asking=code)
    return pytester.runpytest_inprocess()


def put(path: Path, *answers: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [row for step, answer in enumerate(answers) for row in text_call(answer, step=step)]
    path.write_bytes(log_bytes([header(), *rows]))


@pytest.mark.parametrize("name", ["session_logs/parent.jsonl", "parent.jsonl"])
def test_the_log_lies_beside_the_test(pytester: pytest.Pytester, name: str) -> None:
    put(pytester.path / name, "yes")
    run(pytester, ASKING).assert_outcomes(passed=1)


def test_what_was_left_unasked_is_an_error_of_the_test(pytester: pytest.Pytester) -> None:
    put(pytester.path / "parent.jsonl", "yes", "and more")
    result = run(pytester, ASKING)
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*fixture not fully consumed — session s consumed 1/2 recorded*"])
    code = ASKING.replace('"parent.jsonl"', '"parent.jsonl", consumed=False')
    run(pytester, code).assert_outcomes(passed=1)


def test_a_failed_test_is_not_blamed_for_what_it_left(pytester: pytest.Pytester) -> None:
    put(pytester.path / "parent.jsonl", "yes", "and more")
    run(pytester, ASKING + "    assert False").assert_outcomes(failed=1)


def test_a_missing_log_names_the_place(pytester: pytest.Pytester) -> None:
    result = run(pytester, ASKING)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*fixture not found: *parent.jsonl — run*"])


def test_children_and_a_sidecar_are_found_like_the_log(pytester: pytest.Pytester) -> None:
    put(pytester.path / "session_logs" / "parent.jsonl", "yes")
    put(pytester.path / "session_logs" / "child.jsonl", "child")
    throw = {"kind": "throw", "chunks": [], "message": "busy-example", "code": "RATE_LIMIT"}
    sidecar = pytester.path / "session_logs" / "broken.json"
    sidecar.write_text(json.dumps({"patches": [{"at": 1, "entry": throw}]}))
    code = """
import pytest
def test_it(replay_log):
    model = replay_log("parent.jsonl", children=["child.jsonl"], override="broken.json")
    assert [script.calls for script in model.progress] == [2, 1]
    list(model.iter_call("p"))
    with pytest.raises(Exception, match="busy-example"):
        list(model.iter_call("p"))
    list(model.iter_call("c"))
"""
    run(pytester, code).assert_outcomes(passed=1)


def test_a_folder_is_a_scenario_and_is_disposed_of_after_the_test(
    pytester: pytest.Pytester,
) -> None:
    write_scenario(
        pytester.path / "trip", [log_bytes([header(), *text_call("a")]), log_bytes([header()])]
    )
    code = """
kept = []
def test_it(replay_log):
    kept.append(replay_log("trip", consumed=False))
    assert kept[0].serves()
def test_after():
    assert not kept[0].serves()
"""
    run(pytester, code).assert_outcomes(passed=2)
