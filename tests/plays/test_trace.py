"""The trace shows a reviewer each step; it is computed on demand and always the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from workbench.core.fixture import ReplayEnvironment
from workbench.core.panels import Captured, Change, Difference
from workbench.plays.engine.kind import Pick
from workbench.plays.epochs import ContentChange, content_changes
from workbench.plays.fixture import PlayFixture

Document = Callable[..., dict[str, Any]]
Load = Callable[..., PlayFixture]


def actions(*ids: str) -> list[dict[str, Any]]:
    return [{"actionId": each} for each in ids]


ROUTE = ("climb_rope", "buy_tea", "pay_fare", "light_lantern", "cast_off", "steer_by_lantern")


def test_a_step_shows_scene_choices_changes_unlocks_and_picks(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    trace = load(fixture_document(submissions=actions(*ROUTE))).trace(environment)
    rejected, tea, _, lantern, crossing, ashore = trace
    assert (rejected.ok, rejected.sentence) == (False, "Rejected: requirement unmet")
    assert rejected.before == rejected.after
    assert rejected.choices is not None
    gated = rejected.choices[2]
    assert (gated.id, gated.available, gated.picked) == ("climb_rope", False, True)
    assert gated.reason == "Your fingers are too cold for the rope."
    assert gated.label == "Climb the mooring rope"
    assert [(each.path, each.before, each.after) for each in tea.visible] == [
        ("var.coins", 3, 2),
        ("var.warmth", 1, 2),
    ]
    assert tea.hidden == ()
    assert [(each.path, each.after) for each in lantern.hidden] == [("var.lantern", "lit")]
    assert lantern.visible == ()
    assert crossing.picks == (Pick("crossing", (3, 2, 1), 1, "fog_bank"),)
    assert crossing.issuers == ("deck",)
    assert (crossing.before.place, crossing.after.place) == ("deck", "fog_bank")
    assert ashore.unlocked == ("keeper_of_the_light",)
    assert ashore.after.status == "ended"
    assert ashore.after.text == "The ramp drops onto wet stone. You are across."


def test_any_order_of_looking_gives_the_same_steps(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    submissions = actions(*(["climb_rope", "nothing"] * 120), *ROUTE)
    forwards = list(load(fixture_document(submissions=submissions)).trace(environment))
    backwards = load(fixture_document(submissions=submissions)).trace(environment)
    assert [backwards[index] for index in reversed(range(len(submissions)))][::-1] == forwards
    assert backwards[-1] == forwards[-1]
    assert backwards[10:20] == forwards[10:20]


def test_steps_after_a_fault_say_that_they_were_not_replayed(
    tmp_path: Path, fixture_document: Document, load: Load, ferry_folder: Path
) -> None:
    document = json.loads((ferry_folder / "night-ferry@1.0.0.json").read_text())
    nodes = document["campaign"]["content"]["nodes"]
    nodes["crossing"] = {**nodes["crossing"], "kind": "auto", "goto": "crossing"}
    (tmp_path / "ferry.json").write_text(json.dumps(document))
    environment = ReplayEnvironment(campaigns=(tmp_path,))
    submissions = actions("buy_tea", "pay_fare", *["nothing"] * 70, "cast_off", *["nothing"] * 70)
    fixture = load(fixture_document(submissions=submissions))
    result = fixture.replay(environment)
    assert (result.status.value, result.fault_at, result.reason) == (
        "fault",
        72,
        "settle_guard_tripped",
    )
    assert result.outcome is None
    assert result.sentence == "The engine failed at submission 72: settle guard tripped."
    assert (result.consumption.used, result.consumption.total) == (72, 143)
    assert len(result.ids) == 1 + 143
    trace = fixture.trace(environment)
    assert trace[142].sentence == "Not replayed: the engine failed earlier"
    assert trace[72].sentence == "The engine failed: settle guard tripped"
    assert trace[73].sentence == "Not replayed: the engine failed earlier"
    assert trace[71].sentence == "Rejected: unknown action"
    assert [step.failed for step in trace] == [False] * 72 + [True] * 71


def test_an_adoption_shows_what_changed_in_the_content(
    tmp_path: Path, fixture_document: Document, load: Load, ferry_folder: Path
) -> None:
    document = json.loads((ferry_folder / "night-ferry@1.0.0.json").read_text())
    (tmp_path / "one.json").write_text(json.dumps(document))
    content = document["campaign"]["content"]
    document["campaign"]["version"] = "1.1.0"
    content["variables"]["gulls"] = {"type": "int", "initial": 0}
    content["nodes"]["quay"]["choices"].pop()
    content["achievements"].pop()
    (tmp_path / "two.json").write_text(json.dumps(document))
    fixture = load(
        fixture_document(
            submissions=[*actions("buy_tea"), {"adopt": "1.1.0"}, *actions("pay_fare")]
        )
    )
    environment = ReplayEnvironment(campaigns=(tmp_path,))
    adoption = fixture.trace(environment)[1]
    assert adoption.sentence == "Adopted as entry 1"
    assert adoption.versions == ("1.0.0", "1.1.0")
    assert adoption.content == (
        ContentChange("achievements", removed=("company_at_sea",)),
        ContentChange("nodes", changed=("quay",)),
        ContentChange("variables", added=("gulls",)),
    )
    panels = {panel.title: panel for panel in fixture.panels(1, environment)}
    adopted = panels["Content adopted"]
    assert isinstance(adopted, Difference)
    assert adopted.changes[0] == Change("version", Captured("1.0.0"), Captured("1.1.0"))
    assert Change(Captured("variables: gulls"), "", "there") in adopted.changes
    assert Change(Captured("achievements: company_at_sea"), "there", "") in adopted.changes
    outcome: Any = fixture.replay(environment).outcome
    assert outcome["decisions"][1] == {"index": 1, "seq": 1, "adopt": "1.1.0", "accepted": True}
    assert outcome["acceptedActions"] == 2


def test_adopting_the_present_version_is_said_to_do_nothing(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    fixture = load(fixture_document(submissions=[{"adopt": "1.0.0"}, *actions("buy_tea")]))
    result = fixture.replay(environment)
    assert [each.sentence for each in result.evidence] == [
        "Adopted already: nothing was logged",
        "Accepted as entry 0",
    ]
    outcome: Any = result.outcome
    assert outcome["decisions"][0]["seq"] is None


def test_a_trace_follows_its_campaigns_when_they_change(
    tmp_path: Path, fixture_document: Document, load: Load, ferry_folder: Path
) -> None:
    document = json.loads((ferry_folder / "night-ferry@1.0.0.json").read_text())
    path = tmp_path / "ferry.json"
    path.write_text(json.dumps(document))
    environment = ReplayEnvironment(campaigns=(tmp_path,))
    fixture = load(fixture_document())
    first = fixture.trace(environment)
    assert fixture.trace(environment) is first
    document["strings"]["ferry.quay.text"] = "Nobody is at the quay, and {coins} coins are left."
    path.write_text(json.dumps(document))
    second = fixture.trace(environment)
    assert second[0].before.text == "Nobody is at the quay, and 3 coins are left."


def test_contents_of_any_shape_are_compared_by_their_parts() -> None:
    assert content_changes({"a": 1, "b": [1]}, {"a": 2, "b": [1]}) == (
        ContentChange("a", changed=("a",)),
    )
    assert content_changes({"x": [{"id": "1"}]}, {"y": {"k": 1}}) == (
        ContentChange("x", removed=("1",)),
        ContentChange("y", added=("k",)),
    )
    assert content_changes([], None) == ()
