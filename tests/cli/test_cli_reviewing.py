"""The review in a terminal: the registry's keys, key scripts as tests, the door, and undo."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from cli_running import Commands, cassette
from hypothesis import given
from hypothesis import strategies as st

from workbench.cli.handlers import HANDLERS, handler
from workbench.cli.keys import SEQUENCES, ScriptKeys, parse_script
from workbench.core.errors import BadCommand
from workbench.review.commands import COMMANDS, PLACES

NAME = "boat-leaves-at-noon"
#: A clean capture in ten keys: open, name, reason, approve, stage, the door.
CLEAN = f'<Enter> "{NAME}" <Ctrl+Enter> w <Ctrl+Enter> <Ctrl+Enter>'


def test_every_command_of_the_registry_is_handled() -> None:
    """A key that is shown but not handled is impossible."""
    for spec in COMMANDS:
        assert callable(handler(spec)), spec.id
    assert set(HANDLERS) <= {spec.id for spec in COMMANDS}


def test_every_named_key_of_the_registry_can_be_pressed_on_a_terminal() -> None:
    named = {key for spec in COMMANDS for key in spec.keys if len(key) > 1 and " " not in key}
    assert named <= set(SEQUENCES.values())


@given(
    st.lists(
        st.one_of(
            st.sampled_from(["<Enter>", "<Ctrl+Enter>", "<ArrowDown>", "<Ctrl+Shift+Z>"]),
            st.sampled_from(list("jknpswefglou.?/[]")),
            st.from_regex(r'"[a-z0-9-]{0,20}"', fullmatch=True),
        )
    )
)
def test_a_script_is_read_as_the_keys_it_was_written_with(written: list[str]) -> None:
    tokens = list(parse_script(" ".join(written) + "  # a remark\n"))
    assert [
        f'"{token.value}"'
        if token.kind == "text"
        else (f"<{token.value}>" if len(token.value) > 1 else token.value)
        for token in tokens
    ] == written


def test_a_text_where_no_field_asks_ends_the_script(workbench: Commands, captures: Path) -> None:
    ran = workbench("review", captures / "clean.yaml", keys='"a-name"')
    assert ran.code == 2
    assert "text where no field asks" in ran.err
    with pytest.raises(BadCommand):
        ScriptKeys('"x"').press()


def test_a_clean_capture_goes_from_open_to_promoted(workbench: Commands, captures: Path) -> None:
    ran = workbench("review", captures / "clean.yaml", keys=f'{CLEAN} g e "{NAME}"')
    assert ran.code == 0, ran.out
    assert "Promoted: 3 files written." in ran.out
    assert "After this is committed it cannot be taken back." in ran.out
    folder = captures.parent / "promoted" / NAME
    assert {path.name for path in folder.iterdir()} == {
        f"{NAME}.yaml",
        f"{NAME}.outcome.json",
        f"{NAME}.review.json",
    }
    assert workbench("check", folder).code == 0


def test_rules_that_came_with_the_capture_are_named_in_the_record(
    workbench: Commands, captures: Path
) -> None:
    """They stop nobody from promoting, and nobody can overlook them afterwards."""
    rules = '[[benign]]\nvalue = "zz-example"\nreason = "made up for this test"\n'
    (captures / "workbench.toml").write_text(rules)
    ran = workbench("review", captures / "clean.yaml", keys=f'{CLEAN} g e "{NAME}"')
    assert ran.code == 0, ran.out
    folder = captures.parent / "promoted" / NAME
    record = json.loads((folder / f"{NAME}.review.json").read_text())
    assert record["checks"]["policy"] == "project policy in the capture's own folder"
    assert "made up" not in json.dumps(record)
    assert workbench("check", folder).code == 0


def test_the_door_needs_the_name_typed_again(workbench: Commands, captures: Path) -> None:
    ran = workbench("review", captures / "clean.yaml", keys=f'{CLEAN} g e "another-name"')
    assert ran.code == 1
    assert not (captures.parent / "promoted").exists()
    ran = workbench("review", captures / "clean.yaml", keys="<Enter> g e")
    assert "Nothing was written." in ran.out


def test_a_review_goes_on_where_it_was_left(workbench: Commands, captures: Path) -> None:
    """Every decision is on disk: a second call finds the name and the approval of the first."""
    workbench("review", captures / "clean.yaml", keys=CLEAN)
    ran = workbench("review", captures / "clean.yaml", keys=f'<Enter> g e "{NAME}"')
    assert "Resumed at 1 of 1" in ran.out
    assert "Promoted: 3 files written." in ran.out


def test_findings_are_judged_and_undone_across_restarts(
    workbench: Commands, captures: Path
) -> None:
    path = captures / "planted.yaml"
    first = workbench("review", path, keys="<Enter> s t")
    assert "Not identifying, other" in first.out
    second = workbench("review", path, keys="<Enter> u")
    assert "Undone: not identifying, other on item 1." in second.out
    verdicts = {each["verdict"] for each in workbench("check", path, "--json").line["findings"]}
    assert verdicts == {None}


def test_another_way_to_write_a_value_is_proposed_by_number_and_joined_by_hand(
    workbench: Commands, captures: Path, canaries: Mapping[str, str]
) -> None:
    path = captures / "twice.yaml"
    path.write_bytes(cassette(f"To {canaries['email']}", f"To {canaries['email'].upper()}"))
    ran = workbench("review", path, keys='<Enter> e "2"')
    assert "perhaps the same: finding 2 (different case); e joins them" in ran.out
    assert f"  2  Looks like an e-mail address: {canaries['email'].upper()}" in ran.out
    again = workbench("review", path, keys="<Enter> n p")
    assert "finding 1 of" in again.out
    assert "perhaps the same" not in again.out


def test_changes_are_listed_and_undone_back_to_one(workbench: Commands, captures: Path) -> None:
    path = captures / "planted.yaml"
    ran = workbench("review", path, keys='<Enter> f f g u ""')
    assert ran.code == 0, ran.out
    listed = [line.split(maxsplit=1) for line in ran.out.splitlines() if "on item 1." in line]
    assert [number for number, _ in listed[-2:]] == ["1", "2"]
    ran = workbench("review", path, keys='g u "2"')
    assert "2 changes undone." in ran.out
    ran = workbench("review", path, keys="g u")
    assert "Nothing to undo." in ran.out
    ran = workbench("review", path, keys='<Enter> f g u "7"')
    assert ran.code == 1
    assert "no line of the list" in ran.out


def test_undo_on_another_item_asks_before_it_does(workbench: Commands, captures: Path) -> None:
    keys = "] ] ] s t [ u x"
    ran = workbench("review", captures, keys=keys)
    assert re.search(r"Undo .* on item \d\? Press u again", ran.out)
    assert "Kept." in ran.out
    again = workbench("review", captures, keys="] ] ] [ u u")
    assert "Undone" in again.out


def test_a_key_that_does_nothing_here_is_said_and_makes_the_script_fail(
    workbench: Commands, captures: Path
) -> None:
    ran = workbench("review", captures, keys="f")
    assert ran.code == 1
    assert "This key does nothing here. ? lists the keys." in ran.out


@pytest.mark.parametrize("place", ["", "g q", "] ]", "] ] g o", "] ] g n", "] ] o"])
def test_the_question_mark_lists_what_the_registry_has_here(
    workbench: Commands, captures: Path, place: str
) -> None:
    out = workbench("review", captures, keys=f"{place} ?").out
    shown = re.search(r"Keys here \((\w+)\)", out)
    assert shown
    assert shown[1] in PLACES
    here = [spec for spec in COMMANDS if {shown[1], "anywhere"} & set(spec.where)]
    for spec in here:
        assert spec.help in out, spec.id


def test_commands_without_a_key_are_typed(workbench: Commands, captures: Path) -> None:
    ran = workbench("review", captures / "clean.yaml", keys=': "reject not_useful" : "resume"')
    assert ran.code == 0, ran.out
    refused = workbench("review", captures / "clean.yaml", keys=': "launch"')
    assert "There is no such command here" in refused.out


def test_a_refused_capture_can_be_looked_at_and_nothing_else(
    workbench: Commands, captures: Path
) -> None:
    ran = workbench("review", captures / "broken.yaml", keys="<Enter> g n g o j n")
    assert "refused" in ran.out
    assert "Traceback" not in ran.out
    assert ran.code == 1


def test_searching_walks_the_matches_until_escape(workbench: Commands, captures: Path) -> None:
    ran = workbench(
        "review", captures / "planted.yaml", keys='<Enter> / "CANARY SANG" n <Escape> / "nowhere"'
    )
    assert "1 step found." in ran.out
    assert "Round again." in ran.out
    assert "Nothing found." in ran.out


def test_a_notebook_is_searched_for_what_the_capture_holds(
    workbench: Commands, captures: Path, canaries: Mapping[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "kept.ipynb"
    path.write_text(json.dumps({"cells": [{"source": canaries["email"]}]}))
    ran = workbench("review", captures / "planted.yaml", keys=f'<Enter> g k "{path}"')
    assert "No: something that was to go is still in this notebook's sources (1 place)." in ran.out
    path.write_text(json.dumps({"cells": []}))
    ran = workbench("review", captures / "planted.yaml", keys=f'<Enter> g k "{path}"')
    assert "Yes, it can be saved: 0 of " in ran.out


def test_browsing_every_screen_prints_no_control_character(
    workbench: Commands, tmp_path: Path
) -> None:
    path = tmp_path / "odd.yaml"
    path.write_bytes(cassette("\x1b[2J\x07 \u202eabc\u200b", answer="\x9b31m"))
    out = workbench("review", path, keys="<Enter> o o o n p g s g o g q ? [ ] j k").out
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202e]", out)


def test_a_secret_is_not_shown_whole_even_to_the_reviewer(
    workbench: Commands, tmp_path: Path
) -> None:
    secret = "ghp_" + "A1b2C3d4E5" * 3 + "f6G7h8"
    path = tmp_path / "odd.yaml"
    path.write_bytes(cassette(f"token {secret}"))
    out = workbench("review", path, keys="<Enter>").out
    card = out[out.index("finding 1 of") : out.index("  why")]
    assert secret not in card


def test_nothing_of_a_capture_reaches_the_journal(
    workbench: Commands, captures: Path, canaries: Mapping[str, str], tmp_path: Path
) -> None:
    workbench("review", captures, keys=f"] ] ] s t n f n w g n g o l {CLEAN}")
    kept = [*(captures / ".workbench").rglob("*"), *(tmp_path / "state").rglob("*")]
    data = b"".join(path.read_bytes() for path in kept if path.is_file())
    assert data
    for value in canaries.values():
        assert value.encode() not in data


def test_single_keys_work_on_a_real_terminal(captures: Path, tmp_path: Path) -> None:
    """Keys act without Enter, Alt+Enter approves, and Ctrl+D leaves."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "workbench.cli", "review", str(captures / "clean.yaml")],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "WORKBENCH_STATE": str(tmp_path / "state")},
    )
    os.close(theirs)
    # A prompt that never comes must fail this test, not stop the whole run.
    guard = threading.Timer(120, process.kill)
    guard.start()
    assert process.stdout is not None
    out = b""
    conversation = [
        (b"Ctrl+D leaves.", b"\r"),
        (b"New name", NAME.encode() + b"\r"),
        (b"Ctrl+Enter uses this name.", b"\x1b\r"),
        (b"because:", b"w"),
        (b"digest", b"\x07"),
        (b"Every gate holds.", b"\x04"),
    ]
    for expected, answer in conversation:
        while expected not in out:
            read = os.read(process.stdout.fileno(), 4096)
            assert read, out.decode()
            out += read
        time.sleep(0.2)  # a person is slower than the prompt
        os.write(ours, answer)
    out += process.stdout.read()
    assert process.wait(timeout=60) == 0
    guard.cancel()
    os.close(ours)
    assert b"Outcome approved" in out


def test_a_play_is_made_shorter_by_a_typed_command(workbench: Commands, tmp_path: Path) -> None:
    samples = Path(__file__).parents[2] / "sample_fixtures"
    folder = tmp_path / "plays"
    folder.mkdir()
    shutil.copy(samples / "captures" / "ferry-report-0007.fixture.json", folder)
    ran = workbench(
        "review", folder, "--campaigns", samples / "campaigns", keys='<Enter> : "minimise ending"'
    )
    assert ran.code == 0, ran.err
    assert "4 submissions of 6 left out." in ran.out
