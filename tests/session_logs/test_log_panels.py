"""What a session log shows of a call and of its scenario."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import pytest
from log_building import (
    STOP,
    header,
    log_bytes,
    lone_fixture,
    text_call,
    tool_call,
    tool_result,
    user_message,
    write_scenario,
)

from workbench.core.fixture import Fixture, ReplayEnvironment, open_fixture
from workbench.core.panels import Captured, Cell, Facts, Link, Links, Panel, Table
from workbench.session_logs.panels import seen, whole

ENVIRONMENT = ReplayEnvironment()
Shape = TypeVar("Shape", bound=Panel)


def of(panels: Iterable[Panel], title: str, shape: type[Shape]) -> Shape:
    """The panel of that title."""
    (found,) = (panel for panel in panels if panel.title == title)
    assert isinstance(found, shape)
    return found


def words(cell: Cell) -> str:
    """A cell as plain text."""
    return "".join(part.text if isinstance(part, Captured) else part for part in cell.parts)


def texts(panel: Table | Facts) -> list[tuple[str, ...]]:
    """The rows of a panel as plain text."""
    return [tuple(map(words, row.cells)) for row in panel.rows]


def tool_loop() -> Fixture:
    """Asked, a tool called, its result read."""
    rows = [
        header(cwd="/home/ada-example"),
        user_message("hello there"),
        *tool_call("shell", {"command": "date"}),
        tool_result("noon"),
        *text_call("It is ", "noon.", step=2),
    ]
    return lone_fixture(rows)


@pytest.fixture
def family(tmp_path: Path) -> Fixture:
    """A parent that asks one child, in the middle of its own calls."""
    asked = tool_call("subagent", {"description": "Look", "prompt": "Look at it."})
    parent = [header(), *asked, tool_result("done"), *text_call("Thanks.", step=2)]
    child = [
        header(id="s2", createdAt=1, parentSession="s1", delegationDepth=1),
        user_message("Look at it."),
        *text_call("Looked."),
    ]
    return open_fixture(write_scenario(tmp_path / "run", [log_bytes(parent), log_bytes(child)]))


def test_scripts_stand_side_by_side_each_at_its_own_cursor(family: Fixture) -> None:
    """At the child's only call the parent has answered one of two and goes on with the second."""
    lanes = of(family.panels(1, ENVIRONMENT), "Scripts side by side", Table)
    assert lanes.columns == ("", "parent", "child 1")
    by_name = {row[0]: row[1:] for row in texts(lanes)}
    assert by_name["used"] == ("1 of 2", "1 of 1")
    assert by_name["last answered"] == (
        "call 0: Calls 1 tool subagent",
        "▸ call 0: Answers in text Looked.",
    )
    assert by_name["next"] == ("call 1: Answers in text Thanks.", "")
    assert [row.cells[1].step for row in lanes.rows[1:]] == [0, 2]


def test_a_tool_call_and_its_result_lead_to_each_other() -> None:
    fixture = tool_loop()
    assert of(fixture.panels(0, ENVIRONMENT), "Tool calls and results", Links).links == (
        Link(1, "reads the result of a tool asked for here:", Captured("call-1")),
    )
    assert of(fixture.panels(1, ENVIRONMENT), "Tool calls and results", Links).links == (
        Link(0, "asked for the tool whose result this call reads:", Captured("call-1")),
    )
    calls = of(fixture.overview(ENVIRONMENT), "Tool calls and their results", Table)
    assert texts(calls) == [("0", "parent", "shell", "call-1", "1")]


def test_equal_ids_of_two_scripts_are_two_calls(tmp_path: Path) -> None:
    """Each session counts its own calls from one."""
    loop = [
        *tool_call("shell", {"command": "date"}),
        tool_result("noon"),
        *text_call("Noon.", step=2),
    ]
    alone = [*tool_call("shell", {"command": "date"})]
    child = header(id="s2", createdAt=1, parentSession="s1", delegationDepth=1)
    logs = [log_bytes([header(), *loop]), log_bytes([child, *alone])]
    fixture = open_fixture(write_scenario(tmp_path / "run", logs))
    calls = of(fixture.overview(ENVIRONMENT), "Tool calls and their results", Table)
    assert [(row[1], row[4]) for row in texts(calls)] == [
        ("parent", "1"),
        ("child 1", "no later call"),
    ]
    assert calls.sentence == "2 tool calls; 1 without a result that a later call reads."


def test_a_block_that_ends_otherwise_than_it_streamed_is_pointed_at() -> None:
    rows = text_call("It is ", "noon.")
    rows[3]["data"]["chunk"]["block"]["text"] = "It is night."
    block = of(lone_fixture([header(), *rows]).panels(0, ENVIRONMENT), "What it answered", Table)
    assert block.weight == "ask"
    assert texts(block) == [("1", "text", "It is noon.", "11", "differs")]


def test_the_sidecar_tells_what_each_entry_does(tmp_path: Path) -> None:
    log = log_bytes([header(), *text_call("One."), *text_call("Two.", step=2)])
    failure = {"kind": "throw", "chunks": [], "message": "busy", "code": "busy"}
    patches = [{"at": 1, "entry": failure}, {"at": 2, "entry": {"kind": "hang"}}]
    override = {"patches": patches}
    fixture = open_fixture(write_scenario(tmp_path / "run", [log], override=override))
    sidecar = of(fixture.overview(ENVIRONMENT), "Override sidecar", Table)
    assert (sidecar.weight, sidecar.sentence) == ("ask", "2 patches to 2 recorded calls.")
    assert texts(sidecar) == [
        ("1", "a failure", "recorded call 1", "0"),
        ("2", "a wait that never ends", "nothing: appended", "0"),
    ]
    lanes = of(fixture.panels(1, ENVIRONMENT), "Scripts side by side", Table)
    assert "override" in words(lanes.rows[-2].cells[1])


def test_a_whole_replacement_says_that_it_is_one(tmp_path: Path) -> None:
    log = log_bytes([header(), *text_call("One.")])
    override = [{"kind": "chunks", "chunks": [STOP]}]
    fixture = open_fixture(write_scenario(tmp_path / "run", [log], override=override))
    sidecar = of(fixture.overview(ENVIRONMENT), "Override sidecar", Table)
    assert sidecar.sentence == ("Replaces the parent's whole script: 1 entry for 1 recorded call.")


def test_what_may_name_somebody_is_counted_and_not_shown() -> None:
    """Characters by kind of text; tokens of the format name nobody."""
    fixture = tool_loop()
    table = of(fixture.overview(ENVIRONMENT), "What may name a person or a machine", Table)
    rows = {row[0]: row[1:] for row in texts(table)}
    assert rows["what a person typed"] == ("1", str(len("hello there")), "0")
    assert rows["a directory of a machine"] == (
        "1",
        str(len("/home/ada-example")),
        "outside the calls",
    )
    assert rows["output of a tool"] == ("1", str(len("noon")), "1")
    assert "ada-example" not in str(texts(table))


def test_what_changes_from_run_to_run_says_what_becomes_of_it() -> None:
    table = of(tool_loop().overview(ENVIRONMENT), "What changes from run to run", Table)
    rows = {row[0]: row[1:] for row in texts(table)}
    assert rows["pace of the stream"] == ("2", "the length is kept, the values are not")
    assert rows["creation time"] == ("1", "its order decides which child binds first")
    assert rows["working directory"][1] == "a token, {{cwd}}"


def test_a_script_without_a_call_is_pointed_at(tmp_path: Path) -> None:
    child = log_bytes([header(id="s2", createdAt=1, parentSession="s1", delegationDepth=1)])
    folder = write_scenario(tmp_path / "run", [log_bytes([header(), *text_call("Hi.")]), child])
    scripts = of(open_fixture(folder).overview(ENVIRONMENT), "Scripts and how they bind", Table)
    assert scripts.weight == "ask"
    assert texts(scripts)[1][3] == "none: it never binds"


def test_a_large_log_is_shown_call_by_call_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Links and counts need every row, so a large log goes without, and that is said."""
    monkeypatch.setattr(seen, "MOST_BYTES", 100)
    monkeypatch.setattr(whole, "MOST_BYTES", 100)
    fixture = tool_loop()
    titles = [panel.title for panel in fixture.overview(ENVIRONMENT)]
    assert titles == ["Scripts and how they bind", "Not counted"]
    assert "Tool calls and results" not in [p.title for p in fixture.panels(0, ENVIRONMENT)]


def test_tokens_are_counted_by_kind_and_live_ones_are_told_apart() -> None:
    rows = [
        header(id="{{session:1}}", cwd="{{cwd}}/src"),
        user_message("{{message:1}} and {{message:2}} and {{message:1}} in {{cwd}} of {{nobody}}"),
        *text_call("{{fromRequest:id ([0-9a-f]{4})}} by {{session:1}}"),
    ]
    table = of(lone_fixture(rows).overview(ENVIRONMENT), "Tokens of the format", Table)
    assert {row[0]: row[2:] for row in texts(table)} == {
        "{{session:…}}": ("3", "1", "live"),
        "{{fromRequest:…}}": ("2", "1", "live"),
        "{{message:…}}": ("3", "2", "plain text"),
        "{{cwd}}": ("2", "1", "plain text"),
    }
