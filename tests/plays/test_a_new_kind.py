"""A kind of one's own is one folder: nothing else of the package needs to know it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.plays.sessions.conftest import Desk
from workbench.plays import kinds as folder
from workbench.plays.engine.engine import Engine, GameConfig
from workbench.plays.engine.events import Severity
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.registry import Archive, Campaign, Epoch, publish
from workbench.plays.kinds import available_kinds
from workbench.plays.runner import Built, build

MODULE = '''
"""The kind ``counting``: somebody counts."""

from workbench.plays.engine.admission import first_refusal
from workbench.plays.engine.kind import Advanced, Issue, Kind, Started
from workbench.plays.engine.reasons import Reasons

REASONS = Reasons("counting", {"unexpected_params": "counting takes no parameters"})


def take(program, state, action_id, *, params, context, admission):
    refusal = first_refusal(
        over=False,
        declared=() if action_id == "count" else None,
        given=params or (),
        admission=admission,
    )
    if refusal is not None:
        return REASONS.problem(refusal)
    done = state["n"] + 1 >= program
    return Advanced({"n": state["n"] + 1}, "ended" if done else "active")


KIND = Kind(
    id="counting",
    version="1.0.0",
    reasons=REASONS,
    content_problem=lambda content: None if isinstance(content, int) else "the content is no number",
    check=lambda campaign: ([], []),
    compile=lambda campaign: campaign.content,
    initial_state=lambda program, context, profile_data: Started({"n": 0}, "active"),
    take=take,
    available_actions=lambda program, state: [{"id": "count", "labelKey": "counting.count"}],
    scene_body=lambda program, state: {"textKey": "counting.now", "text": str(state["n"])},
    project=lambda program, state, audience: {"n": state["n"]},
    outcome=lambda program, state: {"terminal": state["n"] >= program, "terminalId": None},
    ending_word=lambda program, state: "counted" if state["n"] >= program else "",
    place=lambda program, state: str(state["n"]),
    valid_state=lambda program, state: isinstance(state, dict) and set(state) == {"n"},
    issues=lambda programs, state, action_id, params: iter(
        [Issue("action id", ("actionId",), action_id, ("actions",) * (action_id == "count"))]
    ),
    minted=lambda before, after: (),
    describe=lambda action_id, params: "Counts",
    actions=frozenset({"count"}),
)
'''


@pytest.fixture
def with_counting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mapping[str, Kind]]:
    """The kinds with one more folder among them."""
    (tmp_path / "counting").mkdir()
    (tmp_path / "counting" / "__init__.py").write_text(MODULE)
    monkeypatch.setattr(folder, "__path__", [*folder.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "workbench.plays.kinds.counting", raising=False)
    found: Callable[[], Mapping[str, Kind]] = available_kinds.__wrapped__
    yield found()
    sys.modules.pop("workbench.plays.kinds.counting", None)


def test_a_folder_is_a_kind_that_is_played_captured_and_replayed(
    with_counting: Mapping[str, Kind], recorded_of: Callable[[Any], Any]
) -> None:
    campaign = Campaign("to-three", "counting", "1", "tale.title", 3)
    archive = Archive([publish(campaign, with_counting)])
    desk = Desk(archive, with_counting, campaign="to-three")
    session = desk.client.create_session("to-three", seed="s")
    for action, params in (("count", None), ("jump", None), ("count", {"x": 1}), ("count", {})):
        desk.client.submit_action(session, action, params)
    loaded = desk.client.load_game(desk.client.save_game(session))
    desk.client.submit_action(loaded, "count")
    captured: Any = desk.host.capture_session(loaded, "cap-0001")
    assert captured["submissions"] == [
        {"actionId": "count"},
        {"actionId": "count", "params": {}},
        {"actionId": "count"},
    ]
    replayed = build(recorded_of(captured), archive, kinds=with_counting)
    assert isinstance(replayed, Built)
    assert replayed.outcome["finalStatus"] == "ended"


def test_a_kind_may_tell_only_of_its_own_events(story: Callable[..., Epoch]) -> None:
    here = story({"here": {"kind": "ending", "endingId": "e"}})
    events = {"core.of.another": Severity.INFO}
    kind = replace(here.kind, events=events)
    with pytest.raises(ValueError, match="outside its own names"):
        Engine(Archive([here]), kinds={kind.id: kind})


def test_content_of_no_shape_and_a_kind_nobody_has_are_refused(
    with_counting: Mapping[str, Kind], story: Callable[..., Epoch]
) -> None:
    here = story({"here": {"kind": "ending", "endingId": "e"}})
    engine = Engine(Archive([here]), kinds={})
    assert engine.create_game(GameConfig("tale", "s"), "1.0.0").reason == "unknown_kind"
    assert with_counting["counting"].content_problem("x") == "the content is no number"
