"""Playing by hand: what is shown, what is taken, and the one way a capture comes to be."""

from __future__ import annotations

import json
import shlex
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from workbench import scan
from workbench.cli.app import app
from workbench.core.errors import BadCommand, NotReplayable, NotWritten
from workbench.core.fixture import ReplayEnvironment, ReplayStatus, open_fixture
from workbench.plays.playing import Game, play
from workbench.plays.playing.client import Client
from workbench.plays.playing.typed import Typed, param_value, typed
from workbench.plays.sessions.records import SessionError
from workbench.plays.writing import fixture_bytes, write_capture

SAMPLES = Path(__file__).parents[3] / "sample_fixtures"
CAMPAIGNS = SAMPLES / "campaigns"
#: One clean capture of each kind.
CLEAN = ("ferry-report-0007", "meadow-report-0004", "lantern-report-0003")


class Table:
    """A client in front of the sample ferry, and what it said."""

    def __init__(self, game: Game, captures: Path) -> None:
        self.said: list[str] = []
        self.client = Client(game, self.said.append, captures=captures)

    def type(self, *lines: str) -> str:
        """What is said to these lines."""
        self.said.clear()
        for line in lines:
            self.client.do(line)
        return "\n".join(self.said)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(play("night-ferry", campaigns=[CAMPAIGNS], seed="grey-heron"), tmp_path / "caps")


def sample(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SAMPLES / "captures" / f"{name}.fixture.json").read_text())
    return found


def line_of(submission: dict[str, Any]) -> str:
    """A submission as a person would type it."""
    params = [f"{name}={value}" for name, value in submission.get("params", {}).items()]
    return shlex.join([submission["actionId"], *params])


@pytest.mark.parametrize("name", CLEAN)
def test_a_play_of_each_kind_typed_line_by_line_is_captured_as_it_was_played(
    tmp_path: Path, name: str
) -> None:
    """The capture holds what was typed, replays with everything accepted, and nothing else is written."""
    played = sample(name)
    lines = [line_of(each) for each in played["submissions"]]
    config = played["config"]
    command = ["play", config["campaignId"], "--seed", config["seed"]]
    command += ["--campaigns", str(CAMPAIGNS), "--captures", str(tmp_path / "caps")]
    ran = CliRunner().invoke(app, command, input="\n".join([*lines, "report", ""]))
    assert ran.exit_code == 0, ran.stdout + ran.stderr
    (path,) = tmp_path.rglob("*.*")
    captured = json.loads(path.read_text("utf-8"))
    assert captured | {"name": ""} == played | {
        "name": "",
        "capturedUnder": captured["capturedUnder"],
    }
    replay = open_fixture(path).replay(ReplayEnvironment(campaigns=(CAMPAIGNS,)))
    assert replay.status is ReplayStatus.REPLAYED
    assert all(each.ok for each in replay.evidence)
    assert f"workbench review {path.as_posix()}" in ran.stdout


def test_a_capture_is_its_owners_alone_and_named_for_nothing(table: Table, tmp_path: Path) -> None:
    table.type("buy_tea", "report")
    path = table.client.captured
    assert path is not None
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    document = json.loads(path.read_text("utf-8"))
    assert document["name"] + ".fixture.json" == path.name
    assert path.name.startswith("play-")
    assert list(document) == ["name", "config", "campaignVersion", "capturedUnder", "submissions"]
    assert list(document["config"]) == ["campaignId", "seed"]


def test_no_check_has_a_question_about_what_the_client_makes_up(tmp_path: Path) -> None:
    for number in range(8):
        game = play("night-ferry", campaigns=[CAMPAIGNS])
        game.take("buy_tea")
        assert scan(open_fixture(game.report(tmp_path / str(number)))).findings == ()


def test_two_plays_have_different_seeds_and_names(tmp_path: Path) -> None:
    games = [play("night-ferry", campaigns=[CAMPAIGNS]) for _ in range(2)]
    documents = [json.loads(game.report(tmp_path).read_text()) for game in games]
    assert documents[0]["name"] != documents[1]["name"]
    assert documents[0]["config"]["seed"] != documents[1]["config"]["seed"]


def test_the_scene_shows_choices_and_why_some_are_not_to_be_had(table: Table) -> None:
    table.client.show()
    assert table.said == [
        "The last ferry hums against the quay. You count 3 coins and blow on your fingers.",
        "  Coins 3 · Warmth 1",
        "  1  Pay the fare  [pay_fare]",
        "  2  Buy tea from the harbour kiosk  [buy_tea]",
        "  3  Climb the mooring rope  [climb_rope]  not now: Your fingers are too cold for the rope.",
    ]


def test_numbers_and_ids_take_actions_and_rejections_say_why(table: Table) -> None:
    assert table.type("2").startswith("Accepted.\n  var.coins: 3 → 2\n  var.warmth: 1 → 2\n")
    said = table.type("climb_rope")
    assert said == "Rejected: requirement unmet. Your fingers are too cold for the rope."
    assert table.type("climb_mast") == "Rejected: unknown action"
    assert table.type("buy_tea x=1") == "Rejected: unexpected params"
    assert table.client.refused == 0


def test_rejected_attempts_are_never_in_a_capture(table: Table) -> None:
    table.type("climb_rope", "canary-action", "buy_tea note=canary", "1", "report")
    assert table.client.captured is not None
    document = json.loads(table.client.captured.read_text())
    assert document["submissions"] == [{"actionId": "pay_fare"}]


def test_saves_branches_and_looks_ahead_change_only_what_they_say(table: Table) -> None:
    table.type("2", "save")
    assert table.type("preview 1").endswith("var.coins: 2 → 0")
    assert "You count 2 coins" in table.type("scene")
    table.type("1", "branch 0", "1")
    assert "You count 2 coins" in table.type("load 1")
    table.type("report")
    assert table.client.captured is not None
    assert json.loads(table.client.captured.read_text())["submissions"] == [{"actionId": "buy_tea"}]


@pytest.mark.parametrize(
    "line",
    ["9", "0", "load", "load 7", "branch 5", "branch x", "report now", ":nothing", "2 x", "2 =1",
     "2 x=1 x=2", "preview", "'open", "preview 'open"],
)  # fmt: skip
def test_a_line_that_is_not_understood_is_said_and_changes_nothing(table: Table, line: str) -> None:
    before = table.type("scene")
    assert table.type(line)
    assert table.client.refused == 1
    assert table.type("scene") == before


def test_quit_captures_nothing(table: Table, tmp_path: Path) -> None:
    assert table.type("buy_tea", "quit").endswith("Nothing was captured.")
    assert not table.client.open
    assert list(tmp_path.iterdir()) == []


def test_the_end_of_input_captures_nothing(tmp_path: Path) -> None:
    command = ["play", "night-ferry", "--campaigns", str(CAMPAIGNS), "--captures", str(tmp_path)]
    ran = CliRunner().invoke(app, command, input="1\n")
    assert ran.exit_code == 0
    assert ran.stdout.endswith("The input ended. Nothing was captured.\n")
    assert list(tmp_path.iterdir()) == []


def test_a_script_with_a_line_that_is_not_understood_ends_with_1(tmp_path: Path) -> None:
    command = ["play", "night-ferry", "--campaigns", str(CAMPAIGNS), "--captures", str(tmp_path)]
    assert CliRunner().invoke(app, command, input=":what\nquit\n").exit_code == 1


def test_ctrl_c_captures_nothing_and_ends_as_shells_expect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(_: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", stopped)
    command = ["play", "night-ferry", "--campaigns", str(CAMPAIGNS), "--captures", str(tmp_path)]
    assert CliRunner().invoke(app, command).exit_code == 130
    assert list(tmp_path.iterdir()) == []


def test_a_fault_of_the_engine_leaves_the_play_before_it_to_capture(
    story: Callable[..., Any], tmp_path: Path
) -> None:
    """The faulting call is not in the capture: it was never accepted."""
    loop = {"kind": "auto", "goto": "round"}
    nodes = {
        "start": {"kind": "choice", "choices": [
            {"id": "wait", "labelKey": "tale.a", "goto": "start"},
            {"id": "fall", "labelKey": "tale.a", "goto": "round"},
        ]},
        "round": loop,
    }  # fmt: skip
    campaign = story(nodes).campaign
    document = {"id": campaign.id, "kindId": campaign.kind_id, "version": campaign.version,
                "titleKey": campaign.title_key, "content": campaign.content}  # fmt: skip
    path = tmp_path / "tale.json"
    path.write_text(json.dumps(document))
    table = Table(play(path), tmp_path / "caps")
    said = table.type("wait", "fall")
    assert "The engine failed: settle guard tripped. Nothing was logged" in said
    table.type("wait", "report")
    assert table.client.captured is not None
    taken = json.loads(table.client.captured.read_text())["submissions"]
    assert [each["actionId"] for each in taken] == ["wait", "wait"]


def test_a_campaigns_text_is_text(tmp_path: Path) -> None:
    source = (CAMPAIGNS / "night-ferry@1.0.0.json").read_text("utf-8")
    document = json.loads(source)
    document["strings"]["ferry.quay.text"] = "\x1b[2Jgone\u202e"
    document["strings"]["ferry.quay.pay_fare"] = "\x9bpay"
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(document))
    table = Table(play(path), tmp_path)
    table.client.show()
    assert table.said[0] == "\\x1b[2Jgone\\u202e"
    assert not any("\x1b" in line or "\x9b" in line for line in table.said)


def test_a_campaign_that_is_not_there_or_not_clear_is_said(tmp_path: Path) -> None:
    with pytest.raises(
        NotReplayable, match="Play one of these: kite-meadow, lantern-town, night-ferry"
    ):
        play("no-such", campaigns=[CAMPAIGNS])
    with pytest.raises(NotReplayable, match="not held at this version"):
        play("night-ferry", campaigns=[CAMPAIGNS], version="9.9.9")
    source = (CAMPAIGNS / "night-ferry@1.0.0.json").read_text("utf-8")
    (tmp_path / "one.json").write_text(source)
    (tmp_path / "two.json").write_text(
        source.replace('"version": "1.0.0"', '"version": "2.0.0"', 1)
    )
    with pytest.raises(NotReplayable, match=r"Choose one with --version: 1\.0\.0, 2\.0\.0"):
        play("night-ferry", campaigns=[tmp_path])
    assert play("night-ferry", campaigns=[tmp_path], version="2.0.0").scene()["status"] == "active"
    (tmp_path / "one.json").write_text(
        source.replace('"startNodeId": "quay"', '"startNodeId": "x"')
    )
    with pytest.raises(NotReplayable, match="was refused"):
        play(tmp_path / "one.json")


def test_reaching_into_captures_is_not_something_the_client_surface_can(table: Table) -> None:
    game = play("night-ferry", campaigns=[CAMPAIGNS])
    assert not hasattr(game._sessions, "capture_session")
    with pytest.raises(SessionError):
        game.branch(3)
    with pytest.raises(BadCommand):
        game.take(7)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", Typed("scene")),
        ("3", Typed("", 3)),
        ("save", Typed("", "save")),  # offered: an action's id wins
        (":save", Typed("save")),
        ("7", Typed("", "7")),
        (
            'build x=3 y=-1.5 ok=true name="a b"',
            Typed("", "build", {"x": 3, "y": -1.5, "ok": True, "name": "a b"}),
        ),
        ("load 2", Typed("load", 2)),
        ("preview build x=3", Typed("preview", "build", {"x": 3})),
        ("1234567890123", Typed("", "1234567890123")),
        ("٣", Typed("", "٣")),
    ],
)
def test_a_typed_line_is_an_action_or_a_word(line: str, expected: Typed) -> None:
    assert typed(line, {"save", "7", "build"}) == expected


def test_a_param_may_be_told_to_be_text() -> None:
    assert param_value('"3"') == "3"
    assert param_value('"broken\\"') == '"broken\\"'
    assert param_value("1e999") == "1e999"
    assert param_value("") == ""


@settings(max_examples=30)
@given(st.text(max_size=40))
def test_no_line_ends_the_client(line: str) -> None:
    table = Table(play("night-ferry", campaigns=[CAMPAIGNS], seed="s"), Path("/nowhere/at/all"))
    table.client.do(line)
    assert table.said or not line


def test_a_capture_is_never_written_over_another(tmp_path: Path) -> None:
    path = tmp_path / "a.fixture.json"
    write_capture(path, b"first")
    with pytest.raises(NotWritten):
        write_capture(path, b"second")
    assert path.read_bytes() == b"first"
    with pytest.raises(NotWritten):
        write_capture(path / "below" / "b.fixture.json", b"x")


def test_half_a_character_is_written_as_its_escape() -> None:
    data = fixture_bytes({"name": "\ud800é"})
    assert json.loads(data) == {"name": "\ud800é"}
    assert "é" in fixture_bytes({"name": "é"}).decode()


def test_a_script_pipes_into_the_command(tmp_path: Path) -> None:
    """As a real process: standard input is no terminal, and every line is shown as it is read."""
    command = [
        sys.executable,
        "-m",
        "workbench.cli",
        "play",
        str(CAMPAIGNS / "night-ferry@1.0.0.json"),
    ]
    command += ["--captures", str(tmp_path / "caps")]
    ran = subprocess.run(command, input="buy_tea\nreport\n", capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert "> buy_tea\nAccepted.\n" in ran.stdout
    assert len(list((tmp_path / "caps").iterdir())) == 1
