"""``pytest promoted/``: one item a fixture, what changed is told by name, other trees are left alone."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
import yaml

from workbench.core.errors import GateClosed
from workbench.review import Review, promote

pytest_plugins = ["pytester"]

NAME = "boat-leaves-at-noon"
ROOT = Path(__file__).parents[2]


def cassette(question: str) -> bytes:
    """A vcrpy 1 cassette of one exchange."""
    request = {
        "method": "POST",
        "uri": "https://api.example.com/v1/messages",
        "headers": {"content-type": ["application/json"]},
        "body": json.dumps({"messages": [{"role": "user", "content": question}]}),
    }
    response = {
        "status": {"code": 200, "message": "OK"},
        "headers": {"content-type": ["application/json"]},
        "body": {"string": json.dumps({"content": "At noon."})},
    }
    interactions = [{"request": request, "response": response}]
    return yaml.safe_dump({"version": 1, "interactions": interactions}).encode()


def promoted_by_tool(capture: Path, name: str, *, state: Path) -> Path:
    """Promote ``capture`` as a person would who approves the outcome that is shown."""
    with Review.open(capture, state=state) as review:
        (row,) = review.queue()
        digest = review.outcome_card(row.key).digest
    result = promote(capture, name=name, outcome=digest, name_reason="vocabulary", state=state)
    return result.folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder ``promoted`` with two fixtures, made by the tool itself."""
    place = tmp_path_factory.mktemp("made")
    (place / "captures").mkdir()
    for capture, question, name in (
        ("a.yaml", "When does the boat leave?", NAME),
        ("b.yaml", "When does the boat arrive?", "boat-arrives-at-noon"),
    ):
        (place / "captures" / capture).write_bytes(cassette(question))
        promoted_by_tool(place / "captures" / capture, name, state=place / "state")
    return place / "promoted"


@pytest.fixture
def promoted(made: Path, pytester: pytest.Pytester) -> Path:
    """A copy of the promoted folder, in the tree that pytester runs."""
    return Path(shutil.copytree(made, pytester.path / "promoted"))


def test_each_promoted_fixture_is_one_item_named_by_its_folder(
    promoted: Path, pytester: pytest.Pytester
) -> None:
    result = pytester.runpytest_inprocess("promoted", "-v")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines([f"*::{NAME} PASSED*"])


def test_one_fixture_can_be_run_by_its_folder_or_by_a_file(
    promoted: Path, pytester: pytest.Pytester
) -> None:
    pytester.runpytest_inprocess(f"promoted/{NAME}").assert_outcomes(passed=1)
    record = f"promoted/{NAME}/{NAME}.review.json"
    pytester.runpytest_inprocess(record).assert_outcomes(passed=1)


def test_it_works_with_several_workers(promoted: Path, pytester: pytest.Pytester) -> None:
    pytester.runpytest_subprocess("promoted", "-n", "2").assert_outcomes(passed=2)


def test_a_different_decision_fails_with_a_readable_difference(
    promoted: Path, pytester: pytest.Pytester
) -> None:
    golden = promoted / NAME / f"{NAME}.outcome.json"
    outcome = json.loads(golden.read_bytes())
    outcome["steps"][0]["status"] = 500
    golden.write_text(json.dumps(outcome))
    result = pytester.runpytest_inprocess("promoted")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            f"*promoted fixture: {NAME}*",
            "*golden outcome is not the one that was approved*",
            "*A different decision at step 0.",
            "*Step 0: status changed (/steps/0/status)",
        ]
    )
    assert "Traceback" not in result.stdout.str()


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ("outcome.json", "The golden outcome is missing"),
        ("review.json", "The audit record is missing"),
        ("yaml", "no fixture is beside these files"),
    ],
)
def test_a_missing_file_fails_by_name(
    promoted: Path, pytester: pytest.Pytester, missing: str, said: str
) -> None:
    (promoted / NAME / f"{NAME}.{missing}").unlink()
    result = pytester.runpytest_inprocess("promoted")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines([f"*promoted fixture: {NAME}*", f"*{said}*"])


def test_a_folder_that_lost_both_records_still_fails(
    promoted: Path, pytester: pytest.Pytester
) -> None:
    """Among promoted fixtures a fixture without any record is an orphan."""
    for ending in ("outcome.json", "review.json"):
        (promoted / NAME / f"{NAME}.{ending}").unlink()
    result = pytester.runpytest_inprocess("promoted")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*The audit record is missing*"])


def test_a_file_that_was_not_reviewed_fails(promoted: Path, pytester: pytest.Pytester) -> None:
    (promoted / NAME / "notes.txt").write_text("left here")
    result = pytester.runpytest_inprocess(f"promoted/{NAME}")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*not in the audit record*"])


def test_one_changed_byte_of_the_fixture_fails(promoted: Path, pytester: pytest.Pytester) -> None:
    fixture = promoted / NAME / f"{NAME}.yaml"
    fixture.write_bytes(fixture.read_bytes().replace(b"noon", b"dawn"))
    result = pytester.runpytest_inprocess(f"promoted/{NAME}")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*changed since the review*"])


def test_several_fixtures_in_one_folder_fail_each_by_name(
    promoted: Path, pytester: pytest.Pytester
) -> None:
    for path in (promoted / "boat-arrives-at-noon").iterdir():
        shutil.move(path, promoted / NAME / path.name)
    result = pytester.runpytest_inprocess("promoted", "-v")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["*::boat-arrives-at-noon FAILED*"])
    result.stdout.fnmatch_lines(["*each has a folder of its own*"])


def test_a_fixture_that_does_not_load_is_told_without_its_text(
    promoted: Path, pytester: pytest.Pytester
) -> None:
    (promoted / NAME / f"{NAME}.yaml").write_bytes(b"version: 1\ninteractions: [zebedee-canary\n")
    result = pytester.runpytest_inprocess(f"promoted/{NAME}")
    result.assert_outcomes(failed=1)
    assert "zebedee-canary" not in result.stdout.str()
    assert "Traceback" not in result.stdout.str()


def test_values_of_an_unproved_fixture_are_not_printed(
    promoted: Path, pytester: pytest.Pytester
) -> None:
    """A difference shows its values only where the record proves that a person passed them."""
    golden = promoted / NAME / f"{NAME}.outcome.json"
    outcome = json.loads(golden.read_bytes())
    outcome["steps"][0]["kind"] = "zebedee-canary"
    golden.write_text(json.dumps(outcome))
    result = pytester.runpytest_inprocess(f"promoted/{NAME}")
    result.assert_outcomes(failed=1)
    assert "zebedee-canary" not in result.stdout.str()


def test_ordinary_trees_are_left_alone(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_plain="def test_it(): pass")
    data = pytester.mkdir("data")
    (data / "some.yaml").write_bytes(cassette("When?"))
    (data / "outcome.json").write_text("{}")
    pytester.runpytest_inprocess("-v").assert_outcomes(passed=1)


def test_tests_beside_a_promoted_fixture_still_run(
    promoted: Path, pytester: pytest.Pytester
) -> None:
    (promoted / NAME / "test_own.py").write_text("def test_it(): pass")
    pytester.runpytest_inprocess("promoted").assert_outcomes(passed=2, failed=1)


def test_an_ordinary_start_of_pytest_does_not_import_the_workbench(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(
        """
        import sys
        def test_it():
            rooms = {name for name in sys.modules if name.startswith("workbench.")}
            assert rooms == {
                "workbench.pytest_plugin",
                "workbench.cassettes",
                "workbench.cassettes.pytest_fixtures",
                "workbench.session_logs",
                "workbench.session_logs.pytest_fixtures",
            }
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


@pytest.fixture
def play(pytester: pytest.Pytester, tmp_path: Path) -> Path:
    """A promoted play whose campaigns are not beside it."""
    samples = ROOT / "sample_fixtures"
    campaigns = shutil.copytree(samples / "campaigns", tmp_path / "campaigns")
    captures = tmp_path / "captures"
    captures.mkdir()
    shutil.copy(samples / "captures" / "ferry-report-0007.fixture.json", captures)
    (capture,) = captures.iterdir()
    try:
        promoted_by_tool(capture, "boat-taken-before-storm", state=tmp_path / "state")
    except GateClosed as error:  # pragma: no cover
        pytest.fail(str(error))
    shutil.move(tmp_path / "promoted", pytester.path / "promoted")
    return Path(campaigns)


def test_campaigns_are_found_by_option_by_setting_or_beside(
    play: Path, pytester: pytest.Pytester
) -> None:
    """Where they are not found the item is skipped and says why: unrunnable is never a failure."""
    result = pytester.runpytest_inprocess("promoted", "-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["*SKIPPED*ampaign*"])
    option = f"--workbench-campaigns={play}"
    pytester.runpytest_inprocess("promoted", option).assert_outcomes(passed=1)
    pytester.makeini(f"[pytest]\nworkbench_campaigns = {play}")
    pytester.runpytest_inprocess("promoted").assert_outcomes(passed=1)
    pytester.makeini("[pytest]")
    shutil.copytree(play, pytester.path / "campaigns")
    pytester.runpytest_inprocess("promoted").assert_outcomes(passed=1)


def test_a_play_of_another_engine_replays_with_the_command_that_is_chosen(
    pytester: pytest.Pytester,
) -> None:
    """Without one it is skipped with the reason; no other version stands in for it."""
    samples = ROOT / "sample_fixtures"
    name = "night-ferry-reaches-harbour"
    folder = pytester.path / "promoted" / name
    shutil.copytree(samples / "promoted" / name, folder)
    engine = f"'{sys.executable}' '{samples / 'engines' / 'story_graph.py'}'"
    options = ["promoted", f"--workbench-campaigns={samples / 'campaigns'}"]
    ran = pytester.runpytest(*options, f"--workbench-engine=0.11.0={engine}")
    ran.assert_outcomes(passed=1)
    absent = pytester.runpytest(*options, "-rs", "--workbench-engine=0.11.0=/nothing/is/here")
    absent.assert_outcomes(skipped=1)
    absent.stdout.fnmatch_lines(["*engine's command could not be started*"])
    pytester.makeini(f"[pytest]\nworkbench_engines =\n    0.11.0={engine}\n")
    pytester.runpytest(*options).assert_outcomes(passed=1)
