"""``workbench captures``: whose a capture is stays off the command line, the output and the errors."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from cli_running import Commands, cassette
from typer.main import get_command
from typer.testing import CliRunner

from workbench.cli.app import app
from workbench.cli.captures_commands import captures as group
from workbench.core.errors import WorkbenchError

ROOT = Path(__file__).parents[2]
ACCOUNT = "acct-zq-canary-0077"
SESSION = "sess-zq-canary-41"


@pytest.fixture
def about(tmp_path: Path, canaries: Mapping[str, str]) -> Path:
    path = tmp_path / "about.txt"
    path.write_text(f"account: {ACCOUNT}\nsession: {SESSION}\nname: {canaries['person']}\n")
    return path


@pytest.fixture
def name(workbench: Commands, captures: Path, about: Path) -> str:
    """The clean cassette, stored in the user's own store."""
    ran = workbench("captures", "add", captures / "clean.yaml", "--about", about, "--json")
    assert ran.code == 0, ran.err
    return str(ran.line["name"])


def test_a_capture_is_stored_listed_shown_and_deleted(workbench: Commands, name: str) -> None:
    listed = workbench("captures", "list", "--json").line
    shown = workbench("captures", "show", name, "--json").line
    assert {**shown, "command": "captures list"} == listed
    assert (shown["family"], shown["daysLeft"], shown["unit"]) == (
        "cassettes",
        14,
        f"{name}.yaml",
    )
    receipt = workbench("captures", "forget", name, "--reason", "rejected", "--json").line
    assert (receipt["captures"], receipt["remaining"], receipt["promoted"]) == (1, 0, "untouched")
    assert receipt["by"] == [{"family": "cassettes", "reason": "rejected", "captures": 1}]
    stone = workbench("captures", "tombstones", "--json").line
    assert (stone["family"], stone["reason"], stone["captures"]) == ("cassettes", "rejected", 1)
    assert workbench("captures", "list").out == "0 captures can be opened.\n"
    gone = workbench("captures", "show", name)
    assert gone.code == 2
    assert gone.err.startswith("No capture of this name is in the store")


def test_words_of_a_stranger_s_store_are_printed_as_text(
    workbench: Commands, captures: Path, tmp_path: Path
) -> None:
    import sqlite3

    store = tmp_path / "store"
    added = workbench("captures", "add", captures / "clean.yaml", "--no-account", "--store", store)
    assert added.code == 0, added.err
    with sqlite3.connect(store / "captures.sqlite3") as raw:
        raw.execute("UPDATE wb_captures SET jurisdiction = ?", ("\x1b[2J\u202eDE",))
    listed = workbench("captures", "list", "--store", store)
    assert "\\x1b[2J\\u202eDE" in listed.out
    assert not set("\x1b\u202e") & set(listed.out)


def test_a_deletion_by_account_reaches_every_store_named_in_the_environment(
    workbench: Commands,
    captures: Path,
    about: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stores = [tmp_path / "one", tmp_path / "two"]
    for store in stores:
        path = captures / "clean.yaml"
        assert workbench("captures", "add", path, "--about", about, "--store", store).code == 0
    monkeypatch.setenv("WORKBENCH_STORE", " ".join(map(str, stores)))
    ran = workbench("captures", "forget", "--account", "-", "--json", keys=f"{ACCOUNT}\n")
    assert (ran.line["captures"], ran.line["stores"]) == (2, 2)
    assert ACCOUNT not in ran.out + ran.err
    again = workbench("captures", "forget", "--account", about.with_name("gone.txt"))
    assert again.code == 2
    assert "Nothing was done" in again.err
    one = workbench("captures", "add", captures / "clean.yaml", "--no-account")
    assert one.code == 2
    assert "Several stores are configured" in one.err


def test_standard_input_is_one_capture(workbench: Commands, about: Path) -> None:
    command = ["captures", "add", "-", "--about", str(about), "--json"]
    ran = CliRunner().invoke(app, command, input=cassette("When?"))
    assert ran.exit_code == 0, ran.stderr
    assert json.loads(ran.stdout)["new"] is True
    again = CliRunner().invoke(app, command, input=cassette("When?"))
    assert json.loads(again.stdout)["new"] is False


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ([], "not said whose capture"),
        (["--about", "{about}", "--no-account"], "not said whose capture"),
        (["--about", "{about}", "--trigger", "fault", "--severity", "info"], "error severity"),
        (["--about", "{about}", "--reporter", "crawler"], "player or operator"),
        (["--about", "{about}", "--jurisdiction", "somewhere"], "code such as"),
        (["--about", "{nobody}"], "names no account"),
        (["--about", "{two}"], "names several"),
        (["--about", "{odd}"], "not kind:value"),
        (["--no-account", "--encryption", "environment"], "WORKBENCH_ENCRYPTION_KEY is not set"),
    ],
)
def test_what_may_not_come_in_is_refused_with_one_message_and_nothing_is_stored(
    workbench: Commands, captures: Path, about: Path, options: list[str], says: str
) -> None:
    files = {"about": about}
    for kind, text in (
        ("nobody", f"session: {SESSION}\n"),
        ("two", f"account: {ACCOUNT}\nsession: a\nsession: {SESSION}\n"),
        ("odd", f"account: {ACCOUNT}\nnick: {SESSION}\n"),
    ):
        files[kind] = about.with_name(f"{kind}.txt")
        files[kind].write_text(text)
    given = [option.format(**files) for option in options]
    ran = workbench("captures", "add", captures / "clean.yaml", *given)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert not any(value in ran.err for value in (ACCOUNT, SESSION, "Traceback"))
    assert workbench("captures", "list", "--json").lines == []


@pytest.mark.parametrize("kind", ["broken.yaml", "nothing.yaml"])
def test_a_capture_that_does_not_load_is_refused(
    workbench: Commands, captures: Path, about: Path, kind: str
) -> None:
    ran = workbench("captures", "add", captures / kind, "--about", about)
    assert ran.code == 2
    assert "Traceback" not in ran.err


def test_a_window_is_told_and_set(workbench: Commands, name: str) -> None:
    assert workbench("captures", "retention").out == "14 days · default\n"
    ran = workbench("captures", "retention", "--days", "5", "--family", "cassettes", "--json")
    assert [(line["scope"], line["name"], line["days"]) for line in ran.lines] == [
        ("default", "", 14),
        ("family", "cassettes", 5),
    ]
    assert workbench("captures", "show", name, "--json").line["daysLeft"] == 5
    assert workbench("captures", "retention", "--days", "400").code == 2


def test_the_doctor_ends_with_1_where_something_is_wrong(
    workbench: Commands, name: str, tmp_path: Path
) -> None:
    ran = workbench("captures", "doctor")
    assert ran.code == 0
    assert ran.out.startswith("✓ 1 captures can be opened.")
    store = tmp_path / "state" / "store"
    (store / "captures" / "of-zebedee.txt").write_text("x")
    ran = workbench("captures", "doctor", "--json")
    assert ran.code == 1
    assert [line["code"] for line in ran.lines if line["weight"] == "wrong"] == ["strangers"]
    assert "zebedee" not in ran.out


def test_a_dry_run_says_what_a_purge_does(workbench: Commands, name: str) -> None:
    ran = workbench("captures", "purge", "--dry-run", "--json")
    assert (ran.line["captures"], ran.line["dryRun"]) == (0, True)
    assert workbench("captures", "purge").out.startswith("0 captures deleted in 1 store.")


def test_a_role_of_the_environment_is_kept_to(
    workbench: Commands, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORKBENCH_ROLE", "read-only")
    assert workbench("captures", "list", "--json").line["name"] == name
    ran = workbench("captures", "forget", name)
    assert ran.code == 2
    assert "This role may not delete captures" in ran.err
    monkeypatch.setenv("WORKBENCH_ROLE", "emperor")
    assert "There is no such role" in workbench("captures", "list").err


def test_nothing_that_is_printed_says_whose_a_capture_is(
    workbench: Commands, name: str, canaries: Mapping[str, str]
) -> None:
    told = ""
    for command in (["list"], ["show", name], ["doctor"], ["purge"], ["forget", name]):
        for form in ([], ["--json"]):
            ran = workbench("captures", *command, *form)
            told += ran.out + ran.err
    assert name in told
    for value in (ACCOUNT, SESSION, canaries["person"], "clean"):
        assert value not in told


def test_a_store_is_reviewed_in_the_terminal_and_its_decisions_stay_with_it(
    workbench: Commands, name: str, tmp_path: Path
) -> None:
    store = tmp_path / "state" / "store"
    promoted = tmp_path / "promoted"
    options = ["--store", store, "--promoted", promoted]
    ran = workbench("review", *options, keys="<Enter> l\n")
    assert ran.code == 0, ran.out + ran.err
    assert "14 days left" in ran.out
    again = workbench("review", *options, keys="\n")
    assert "1 deferred" in again.out
    assert workbench("captures", "forget", name).code == 0
    empty = workbench("review", *options, keys="\n")
    assert "Nothing waits for review" in empty.out


@pytest.mark.parametrize("arguments", [[], ["captures", "--store", "x"], ["--store", "x"]])
def test_a_review_is_of_a_folder_or_of_a_store(
    workbench: Commands, captures: Path, tmp_path: Path, arguments: list[str]
) -> None:
    given = [tmp_path / each if each in ("captures", "x") else each for each in arguments]
    ran = workbench("review", *given)
    assert ran.code == 2
    assert "not both" in ran.err or "where promoted fixtures go" in ran.err


def test_the_guide_has_every_command_and_option_of_the_group() -> None:
    guide = (ROOT / "docs" / "cli.md").read_text("utf-8")
    section = re.search(r"^## `workbench captures`.*?(?=^## |\Z)", guide, re.M | re.S)
    assert section
    for name, command in get_command(group).commands.items():  # type: ignore[attr-defined]
        assert f"`{name}" in section[0], name
        for parameter in command.params:
            for option in parameter.opts:
                if option.startswith("--") and option != "--help":
                    assert f"`{option}" in section[0], f"{name} {option}"


def test_every_member_is_in_the_guide(workbench: Commands, captures: Path, name: str) -> None:
    known = set(re.findall(r"`([A-Za-z0-9]+)`", (ROOT / "docs" / "json-output.md").read_text()))
    lines: list[dict[str, object]] = []
    add = ["add", captures / "clean.yaml", "--no-account"]
    every = (["list"], ["show", name], ["doctor"], ["retention"], ["purge"], add)
    for command in (*every, ["forget", name], ["tombstones"]):
        lines += workbench("captures", *command, "--json").lines
    members = {member for each in lines for member in each}
    assert {line["command"] for line in lines} >= {"captures doctor", "captures tombstones"}
    assert members - known == set()


def test_accounts_come_from_a_file_line_by_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from workbench.cli.about import read_accounts

    monkeypatch.setattr("sys.stdin", io.StringIO("# asked\naccount: one\n two \n\n"))
    assert read_accounts(Path("-")) == ("one", "two")
    empty = tmp_path / "empty.txt"
    empty.write_text("\n#\n")
    with pytest.raises(WorkbenchError, match="No account is named"):
        read_accounts(empty)
