"""A play as the review sees it: steps, ids, evidence, export, and what it refuses to do."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.errors import BadCommand, Refused, UnsafeName, WorkbenchError
from workbench.core.files import SourceFile, Unit
from workbench.core.fixture import IssuedBy, ReplayEnvironment, ReplayStatus, open_fixture
from workbench.core.replaying import replay
from workbench.plays import FAMILY
from workbench.plays.fixture import PlayFixture

Document = Callable[..., dict[str, Any]]
Load = Callable[..., PlayFixture]


class Nothing:
    """A table of stand-ins with nothing in it."""

    def edits(self, text: str) -> tuple[()]:
        return ()


def actions(*ids: str) -> list[dict[str, Any]]:
    return [{"actionId": each} for each in ids]


def test_steps_say_what_was_done_and_hold_the_id_apart(
    fixture_document: Document, load: Load
) -> None:
    submissions = [{"actionId": "a"}, {"actionId": "b", "params": {"x": 1}}, {"adopt": "2"}]
    steps = load(fixture_document(submissions=submissions)).steps()
    assert [(step.kind, step.what, step.detail) for step in steps] == [
        ("submission", "Takes an action", "a"),
        ("submission", "Takes an action with 1 param", "b"),
        ("adoption", "Adopts another version of the content", "2"),
    ]
    assert steps[-1].index == 2
    assert len(steps[:2]) == 2
    with pytest.raises(IndexError):
        steps[3]


def test_a_clean_play_replays_with_every_id_issued(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    fixture = load(fixture_document())
    result = fixture.replay(environment)
    assert result.status is ReplayStatus.REPLAYED
    assert [each.sentence for each in result.evidence] == [
        "Accepted as entry 0",
        "Accepted as entry 1",
    ]
    assert result.engine == "story-graph 1.0.0, engine 0.11.0 (built in)"
    assert result.unissued == ()
    assert result.consumption.complete
    use = result.ids[1]
    assert (use.value, use.kind, use.issued_by) == (
        "buy_tea",
        "choice id",
        IssuedBy("campaign content"),
    )
    (span,) = use.place.spans
    assert fixture.files[0].data[span.start : span.end] == b"buy_tea"


def test_an_id_nobody_issued_is_told_from_one_that_was_not_offered(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    document = fixture_document(submissions=actions("sound_horn", "meet-jo-example", "buy_tea"))
    result = load(document).replay(environment)
    assert [each.reason for each in result.evidence] == ["unknown_action", "unknown_action", ""]
    assert [use.value for use in result.unissued] == ["meet-jo-example"]
    assert result.unissued[0].place.step == 1
    assert result.evidence[1].sentence == "Rejected: unknown action"


def test_params_of_a_story_are_issued_by_nobody(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    submission = {"actionId": "buy_tea", "params": {"note": "for jo-example", "n": 1, "on": True}}
    fixture = load(fixture_document(submissions=[submission]))
    result = fixture.replay(environment)
    assert [(use.kind, use.value) for use in result.unissued] == [
        ("param name", "note"),
        ("param", "for jo-example"),
        ("param name", "n"),
        ("param name", "on"),
    ]
    for use in result.unissued:
        (span,) = use.place.spans
        assert fixture.files[0].data[span.start : span.end].decode() == use.value


@pytest.mark.parametrize(
    ("changes", "reason", "sentence"),
    [
        (
            {"capturedUnder": "0.9.9"},
            "engine_not_installed",
            "Recorded under 0.9.9, which is not available here.",
        ),
        (
            {"capturedUnder": "jo-example"},
            "engine_not_installed",
            "Recorded under an engine version that is not installed.",
        ),
        ({"campaignVersion": "9"}, "campaign_version_missing", None),
        ({"config": {"campaignId": "jo-example", "seed": "s"}}, "campaign_withdrawn", None),
        ({"submissions": [{"adopt": "9"}]}, "campaign_version_missing", None),
    ],
)
def test_what_cannot_be_replayed_here_says_why_and_gives_no_outcome(
    changes: Mapping[str, Any],
    reason: str,
    sentence: str | None,
    fixture_document: Document,
    load: Load,
    environment: ReplayEnvironment,
) -> None:
    fixture = load(fixture_document(**changes))
    result = fixture.replay(environment)
    assert (result.status, result.reason) == (ReplayStatus.UNRUNNABLE, reason)
    assert result.outcome is None
    assert not result.consumption.complete
    assert sentence is None or result.sentence == sentence
    assert "jo-example" not in result.sentence + result.engine
    assert fixture.facts(environment) == {
        "outcome": None,
        "outcomeSha256": None,
        "finalStateSha256": None,
        "status": "unrunnable",
        "reason": reason,
    }
    assert fixture.trace(environment) == ()
    (panel,) = fixture.panels(0, environment)
    assert panel.sentence == result.sentence


def test_without_a_campaign_folder_that_is_what_is_missing(
    fixture_document: Document, load: Load
) -> None:
    result = load(fixture_document()).replay(ReplayEnvironment())
    assert (result.status, result.reason) == (ReplayStatus.UNRUNNABLE, "no_campaigns")


def test_a_replay_is_the_same_every_time_and_leaves_the_fixture_alone(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    fixture = load(fixture_document(submissions=actions("buy_tea", "pay_fare", "cast_off")))
    before = fixture.files[0].data
    assert fixture.replay(environment) == fixture.replay(environment)
    assert fixture.files[0].data == before


def test_export_changes_the_name_and_not_one_byte_more(load: Load) -> None:
    data = (
        b'{ "submissions":[ ],\t"n\\u0061me" : "old \\"name\\"",\r\n "capturedUnder":"0.11.0",'
        b'"config":{"seed":"old \\"name\\"","campaignId":"name"},"campaignVersion":"1.0.0" }\n\n'
    )
    exported = load(data).export("late-fare-refused")
    assert exported == {
        "late-fare-refused.fixture.json": data.replace(b'old \\"name\\"', b"late-fare-refused", 1)
    }


def test_a_hidden_second_name_does_not_survive_export(load: Load) -> None:
    data = (
        b'{"name":"jo-example","name":"b","config":{"campaignId":"c","seed":"s"},'
        b'"campaignVersion":"1","capturedUnder":"1","submissions":[]}'
    )
    (exported,) = load(data).export("late-fare").values()
    assert b"jo-example" not in exported


@given(
    st.text(st.characters(codec="utf-8"), max_size=10), st.from_regex(r"\A[a-z]{4,9}-[a-z]{4,9}\Z")
)
def test_an_exported_play_loads_under_its_new_name_and_records_the_same(old: str, new: str) -> None:
    document = {
        "name": old,
        "config": {"campaignId": "c", "seed": old},
        "campaignVersion": "1",
        "capturedUnder": "1",
        "submissions": [{"actionId": old, "params": {"name": old}}],
    }
    fixture = PlayFixture(SourceFile.of("x.fixture.json", json.dumps(document).encode()))
    ((name, data),) = fixture.export(new).items()
    exported = PlayFixture(SourceFile.of(name, data))
    assert exported.name == new
    assert json.loads(data) == {**document, "name": new}


@pytest.mark.parametrize("name", ["../up", "a/b", "", ".", "con", "a:b", "a\u0000b"])
def test_a_name_that_is_no_file_name_is_refused(
    name: str, fixture_document: Document, load: Load
) -> None:
    with pytest.raises(UnsafeName):
        load(fixture_document()).export(name)


def test_stand_ins_are_never_applied(fixture_document: Document, load: Load) -> None:
    fixture = load(fixture_document())
    assert not fixture.accepts_stand_ins
    with pytest.raises(BadCommand):
        fixture.with_stand_ins(Nothing())


def test_the_digest_follows_the_bytes(fixture_document: Document, load: Load) -> None:
    assert load(fixture_document()).digest == load(fixture_document(), "other.json").digest
    assert load(fixture_document()).digest != load(fixture_document(name="other")).digest


def test_a_file_that_is_named_differently_is_noted(fixture_document: Document, load: Load) -> None:
    assert load(fixture_document()).notes == ()
    (note,) = load(fixture_document(), "other.fixture.json").notes
    assert note.where == "/name"


def test_a_fixture_travels_between_processes_with_its_caches_left_behind(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    fixture = load(fixture_document())
    assert len(fixture.trace(environment)) == 2
    again = pickle.loads(pickle.dumps(fixture))
    assert again.digest == fixture.digest
    assert again.replay(environment) == fixture.replay(environment)


def test_no_repr_and_no_sentence_holds_a_captured_value(
    canaries: Mapping[str, str],
    fixture_document: Document,
    load: Load,
    environment: ReplayEnvironment,
) -> None:
    for canary in canaries.values():
        document = fixture_document(
            name=canary,
            config={
                "campaignId": "night-ferry",
                "seed": canary,
                "kindProfileData": {canary: canary},
            },
            submissions=[{"actionId": canary, "params": {canary: canary}}, *actions("buy_tea")],
        )
        fixture = load(document)
        result = fixture.replay(environment)
        shown = [
            repr(fixture),
            repr(result),
            result.sentence,
            repr(fixture.notes),
            repr([replace(text, pointer="") for text in fixture.texts()]),
            repr(list(fixture.steps())),
            repr(list(fixture.trace(environment))),
            repr(fixture.panels(0, environment)),
            repr(fixture.overview(environment)),
            *(panel.sentence for panel in fixture.panels(0, environment)),
            *(panel.sentence for panel in fixture.overview(environment)),
            *(each.sentence for each in result.evidence),
            *(sentence for index in range(2) for sentence in fixture.plain(index)),
        ]
        # A text's place names the param, so the texts are looked at without their pointers.
        assert not any(canary in text for text in shown)


def test_the_sample_captures_show_what_their_readme_says() -> None:
    captures = Path(__file__).parents[2] / "sample_fixtures" / "captures"
    results = {
        path.name.removesuffix(".fixture.json"): replay(path)
        for path in captures.glob("*.fixture.json")
    }
    assert all(result.status is ReplayStatus.REPLAYED for result in results.values())
    clean = results["ferry-report-0007"]
    assert all(each.ok for each in clean.evidence)
    assert clean.unissued == ()
    assert len(results["ferry-report-0012"].unissued) == 1
    named = open_fixture(captures / "ada-example-late-boat.fixture.json")
    assert isinstance(named, PlayFixture)
    assert named.name in named.recorded.seed
    rejected = [each.reason for each in results["ferry-report-0019"].evidence if not each.ok]
    assert set(rejected) == {"requirement_unmet"}


def test_a_long_log_replays_to_its_last_submission(
    fixture_document: Document, load: Load, environment: ReplayEnvironment
) -> None:
    fixture = load(fixture_document(submissions=actions("climb_rope") * 20_000))
    result = fixture.replay(environment)
    assert len(result.evidence) == 20_000
    assert fixture.trace(environment)[19_999].reason == "requirement_unmet"


class TestFamily:
    """The family finds plays by their content."""

    def test_any_json_file_may_be_one(self) -> None:
        names = ("a.fixture.json", "b.json", "c.yaml", "d.json.txt")
        assert FAMILY.candidates(names) == ("a.fixture.json", "b.json")

    def test_a_play_is_recognised_by_its_members(
        self, tmp_path: Path, fixture_document: Document
    ) -> None:
        path = tmp_path / "anything.json"
        path.write_text(json.dumps(fixture_document()))
        unit = Unit.at(path)
        assert FAMILY.recognise(unit).matches
        assert FAMILY.read(unit).name == "night-one"

    def test_a_long_play_is_recognised_by_its_first_submission(
        self, tmp_path: Path, fixture_document: Document
    ) -> None:
        value = {"submissions": actions(*["x" * 50] * 3000), **fixture_document()}
        value["submissions"] = actions(*["x" * 50] * 3000)
        path = tmp_path / "long.json"
        path.write_text(json.dumps(value))
        assert FAMILY.recognise(Unit.at(path)).matches

    @pytest.mark.parametrize(
        "content", ["", "[]", "{}", '{"submissions": [{}]}', "\x00\xff", "# yaml"]
    )
    def test_anything_else_is_not_one_and_says_why(self, content: str, tmp_path: Path) -> None:
        path = tmp_path / "other.json"
        path.write_text(content)
        recognition = FAMILY.recognise(Unit.at(path))
        assert not recognition.matches
        assert recognition.reason

    def test_a_folder_is_not_one(self, tmp_path: Path) -> None:
        assert not FAMILY.recognise(Unit.at(tmp_path)).matches

    @given(st.binary(max_size=80))
    def test_recognising_never_raises(self, data: bytes) -> None:
        class Loose(Unit):
            def head(self, name: str | None = None) -> bytes:
                return data

        FAMILY.recognise(Loose(Path(), "x.json"))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["name", "config", "submissions", "seed", "actionId", "params"]),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    )
)
def test_any_json_value_loads_or_is_refused(value: Any) -> None:
    try:
        PlayFixture(SourceFile.of("x.json", json.dumps(value).encode()))
    except Refused:
        pass
    except WorkbenchError as other:  # pragma: no cover - the point of the test
        raise AssertionError("another error than a refusal") from other
