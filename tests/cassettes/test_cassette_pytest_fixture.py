"""The fixture ``replay_cassette`` finds a test's cassette and checks that it was played."""

from __future__ import annotations

from pathlib import Path

import pytest
from cassette_writing import URL, entry
from hypothesis import given
from hypothesis import strategies as st

from workbench.cassettes.recorded_tests import recorded_test as id_of
from workbench.cassettes.recorded_tests import usual_places

pytest_plugins = ["pytester"]

ASKING = f"""
import httpx
def test_it(replay_cassette):
    with httpx.Client(transport=replay_cassette()) as client:
        assert client.post("{URL}").text == "yes"
"""


def run(pytester: pytest.Pytester, code: str) -> pytest.RunResult:
    pytester.makepyfile(test_asking=code)
    return pytester.runpytest_inprocess()


def put(pytester: pytest.Pytester, name: str, text: str) -> None:
    path = pytester.path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.mark.parametrize(
    "name",
    ["cassettes/test_asking/test_it.yaml", "cassettes/test_it.yaml", "cassettes/test_it.json"],
)
def test_the_cassette_lies_where_recorders_put_it(pytester: pytest.Pytester, name: str) -> None:
    put(pytester, name, entry(answer="yes"))
    run(pytester, ASKING).assert_outcomes(passed=1)


def test_a_named_cassette_is_taken_from_beside_the_test(pytester: pytest.Pytester) -> None:
    put(pytester, "cassettes/one.yaml", entry(answer="yes"))
    code = ASKING.replace("replay_cassette()", 'replay_cassette("one.yaml", mode="strict")')
    run(pytester, code).assert_outcomes(passed=1)


def test_what_was_left_unplayed_is_an_error_of_the_test(pytester: pytest.Pytester) -> None:
    put(pytester, "cassettes/test_it.yaml", entry())
    code = "def test_it(replay_cassette): replay_cassette()"
    result = run(pytester, code)
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*1 recorded exchanges were never asked for*"])
    code = "def test_it(replay_cassette): replay_cassette(consumed=False)"
    run(pytester, code).assert_outcomes(passed=1)


def test_a_failed_test_is_not_blamed_for_what_it_left(pytester: pytest.Pytester) -> None:
    put(pytester, "cassettes/test_it.yaml", entry())
    code = "def test_it(replay_cassette):\n    replay_cassette()\n    assert False"
    run(pytester, code).assert_outcomes(failed=1)


def test_a_missing_cassette_names_the_place(pytester: pytest.Pytester) -> None:
    result = run(pytester, ASKING)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*cassette not found: *cassettes/test_asking/test_it.yaml*"])


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("tests/cassettes/test_chat/TestModel.test_stream[a-b].yaml",
         "test_chat::TestModel::test_stream[a-b]"),
        ("tests/cassettes/TestModel.test_stream.yaml.gz", "TestModel::test_stream"),
        ("tests/cassettes/test_ask[v1.5].yaml", "test_ask[v1.5]"),
        ("fixtures/vcr_cassettes/synopsis.yaml", "synopsis"),
        ("spec/fixtures/cassettes/chat/answers_with_a_tool.yml", "chat::answers_with_a_tool"),
        ("__recordings__/chat_123456789/asks_987654321/recording.har", "chat::asks"),
        ("a b/é[ü].yaml", "é[ü]"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_cassette_says_which_test_it_was_recorded_for(path: str, shown: str) -> None:
    assert id_of(path) == shown


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=400))
def test_every_usual_place_has_a_name_that_file_systems_take(name: str) -> None:
    places = list(usual_places(Path("tests"), "test_module", name))
    assert len(places[0].name) <= max(255, len(".yaml") + 36)
    assert places[0].parent == Path("tests/cassettes/test_module")
