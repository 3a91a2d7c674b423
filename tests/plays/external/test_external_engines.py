"""Replaying with another engine: chosen by version, believed only when all of it fits, always ended."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from workbench.core.canonical import digest
from workbench.core.fixture import Replay, ReplayEnvironment, ReplayStatus, open_fixture
from workbench.plays.external.problems import SENTENCES
from workbench.plays.external.process import Limits, surroundings
from workbench.plays.external.replaying import replay_externally
from workbench.plays.fixture import PlayFixture
from workbench.review.workers import record

from .hostile import AT_THE_ANSWER, BEFORE_THE_ANSWER, GOOD, PRELUDE, WRONG_OUTCOMES

ROOT = Path(__file__).parents[3]
CAPTURES = ROOT / "sample_fixtures" / "captures"
REFERENCE = (sys.executable, str(ROOT / "sample_fixtures" / "engines" / "story_graph.py"))
SHORT = Limits(start=10.0, answer=10.0, end=10.0, line=1 << 20)

Load = Callable[..., PlayFixture]
Document = Callable[..., dict[str, Any]]
Ask = Callable[..., Replay]


def program(body: str) -> tuple[str, ...]:
    return (sys.executable, "-S", "-c", PRELUDE + body)


@pytest.fixture
def play(fixture_document: Document, load: Load) -> PlayFixture:
    """A play of a version that is not built in, with a canary in every member that may hold one."""
    return load(
        fixture_document(
            name="canary-name",
            config={"campaignId": "canary-campaign", "seed": "canary-seed"},
            capturedUnder="0.4.0",
            submissions=[
                {"actionId": "canary-one"},
                {"actionId": "canary-two", "params": {"x": 1}},
            ],
        )
    )


@pytest.fixture
def ask(play: PlayFixture) -> Ask:
    """Replays the play with a small engine."""

    def replay(body: str, *, limits: Limits = SHORT, of: PlayFixture = play) -> Replay:
        return replay_externally(of.recorded, of.tokens, program(body), campaigns=(), limits=limits)

    return replay


def value_free(replay: Replay) -> bool:
    said = [replay.engine, replay.sentence, replay.reason, *replay.consumption.unused]
    said += [f"{each.sentence} {each.reason}" for each in replay.evidence]
    return "anary" not in " ".join(said)


def test_a_right_answer_becomes_a_replay(ask: Ask) -> None:
    replay = ask(GOOD)
    assert replay.status is ReplayStatus.REPLAYED
    assert (
        replay.engine == "story-graph 1.0.0, engine 0.4.0 (external, in place of the built-in one)"
    )
    assert [each.sentence for each in replay.evidence] == ["Rejected: unknown action"] * 2
    assert replay.consumption.complete
    assert isinstance(replay.outcome, dict)
    assert replay.outcome["terminal"] == {"terminal": False, "terminalId": None}
    # The param's name is nobody's: no action that declares it was accepted.
    assert [(use.kind, use.issued_by is None) for use in replay.ids] == [
        ("campaign id", False),
        ("action id", True),
        ("action id", True),
        ("param name", True),
    ]
    assert value_free(replay)


@pytest.mark.parametrize("name", [*BEFORE_THE_ANSWER, *AT_THE_ANSWER])
def test_an_engine_that_breaks_the_protocol_is_not_believed(
    ask: Ask, load: Load, fixture_document: Document, name: str
) -> None:
    code, body = (BEFORE_THE_ANSWER | AT_THE_ANSWER)[name]
    quick = {
        "engine_start_timeout": replace(SHORT, start=0.3),
        "engine_timeout": replace(SHORT, answer=0.3),
        "engine_did_not_end": replace(SHORT, end=0.3),
    }
    if name == "reads nothing more and answers early":
        # More than a pipe holds, so that the request is still under way.
        many = [{"actionId": "canary"}] * 20_000
        play = load(fixture_document(capturedUnder="0.4.0", submissions=many))
        replay = ask(body, of=play)
    else:
        replay = ask(body, limits=quick.get(code, SHORT))
    assert (replay.status, replay.reason) == (ReplayStatus.UNRUNNABLE, code)
    assert replay.outcome is None
    assert not replay.evidence
    assert replay.sentence.startswith(SENTENCES[code])
    assert value_free(replay)


@pytest.mark.parametrize("name", WRONG_OUTCOMES)
def test_an_outcome_that_does_not_fit_is_not_believed(ask: Ask, name: str) -> None:
    change, place = WRONG_OUTCOMES[name]
    replay = ask(f"a = good(greeted())\n{change}\nsay(a)\nhear()")
    assert replay.status is ReplayStatus.UNRUNNABLE
    assert replay.reason in ("engine_bad_outcome", "engine_bad_message")
    assert f"({place})" in replay.sentence
    assert value_free(replay)


def test_an_engine_that_never_reads_its_request_holds_nothing_up(
    ask: Ask, load: Load, fixture_document: Document
) -> None:
    """More than a pipe holds is still on its way when time is up."""
    many = [{"actionId": "wait"}] * 20_000
    play = load(fixture_document(capturedUnder="0.4.0", submissions=many))
    body = "hear(); say(HELLO); time.sleep(60)"
    assert ask(body, of=play, limits=replace(SHORT, answer=0.5)).reason == "engine_timeout"


def test_every_problem_is_met_by_an_engine_of_the_tables() -> None:
    met = {code for code, _ in (BEFORE_THE_ANSWER | AT_THE_ANSWER).values()}
    # No command and a wrong outcome have tests of their own.
    assert met | {"engine_not_started", "engine_bad_outcome"} == set(SENTENCES)


def test_a_command_that_is_not_there_is_said(play: PlayFixture) -> None:
    environment = ReplayEnvironment(engines={"0.4.0": ("/nothing/is/here",)})
    replay = play.replay(environment)
    assert (replay.status, replay.reason) == (ReplayStatus.UNRUNNABLE, "engine_not_started")


def test_nothing_of_an_engine_is_left_behind(ask: Ask, tmp_path: Path) -> None:
    """Neither it nor what it started, although both ignore every wish to end."""
    child = f"import os,signal,time; signal.signal(15,1); open({str(tmp_path / 'pid')!r},'w').write(str(os.getpid())); time.sleep(60)"
    body = (
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"subprocess.Popen([sys.executable, '-S', '-c', {child!r}])\n"
        f"while not os.path.exists({str(tmp_path / 'pid')!r}): time.sleep(0.01)\n"
        "say(good(greeted())); time.sleep(60)"
    )
    assert ask(body, limits=replace(SHORT, end=0.3)).reason == "engine_did_not_end"
    number = int((tmp_path / "pid").read_text() or "0")
    until = time.monotonic() + 10
    while alive(number) and time.monotonic() < until:
        time.sleep(0.01)
    assert not alive(number)


def alive(number: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def test_a_flood_on_standard_error_goes_nowhere(ask: Ask) -> None:
    replay = ask("sys.stderr.write('canary' * 1_000_000); sys.stderr.flush()\n" + GOOD)
    assert replay.status is ReplayStatus.REPLAYED


def test_an_engine_sees_nothing_of_the_person_and_no_shell(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("API_TOKEN_EXAMPLE", "canary")
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    seen = tmp_path / "seen"
    ask(f"open({str(seen)!r}, 'w').write(json.dumps(dict(os.environ)))\n" + GOOD)
    assert "canary" not in seen.read_text()
    assert "Kiritimati" in seen.read_text()
    assert set(surroundings(os.environ)) <= {
        "PATH",
        "TZ",
        "PYTHONHASHSEED",
        "TMPDIR",
        "SYSTEMROOT",
        "LANG",
        "PYTHONIOENCODING",
    }


def test_unrunnable_and_fault_are_told_with_the_codes_that_are_known(ask: Ask) -> None:
    replay = ask(
        "greeted(); say({'type': 'unrunnable', 'id': 1, 'reason': 'campaign_withdrawn'}); hear()"
    )
    assert (replay.status, replay.reason) == (ReplayStatus.UNRUNNABLE, "campaign_withdrawn")
    assert replay.sentence == "Not run, says the external engine: campaign withdrawn."
    own = ask("greeted(); say({'type': 'unrunnable', 'id': 1, 'reason': 'canary_is_ill'}); hear()")
    assert own.reason == "engine_reason"
    assert value_free(own)
    body = """
a = good(greeted())
a |= {'type': 'fault', 'at': 1, 'reason': 'settle_guard_tripped', 'steps': a['steps'][:1]}
a['decisions'] = a.pop('outcome')['decisions'][:1]
say(a); hear()
"""
    fault = ask(body)
    assert (fault.status, fault.fault_at, fault.reason) == (
        ReplayStatus.FAULT,
        1,
        "settle_guard_tripped",
    )
    assert fault.sentence == "The engine failed at submission 1: settle guard tripped."
    assert [each.ok for each in fault.evidence] == [False, False]
    assert not fault.consumption.complete


@pytest.mark.parametrize(
    "change",
    ["a['at'] = 2", "a['at'] = None", "a['decisions'] *= 2", "a['steps'] = []", "del a['reason']"],
)
def test_a_fault_that_does_not_fit_is_not_believed(ask: Ask, change: str) -> None:
    body = f"""
a = good(greeted())
a |= {{'type': 'fault', 'at': 1, 'reason': 'settle_guard_tripped', 'steps': a['steps'][:1]}}
a['decisions'] = a.pop('outcome')['decisions'][:1]
{change}
say(a); hear()
"""
    assert ask(body).status is ReplayStatus.UNRUNNABLE


def test_a_version_without_an_engine_is_said_and_no_other_is_taken(
    play: PlayFixture, load: Load, fixture_document: Document
) -> None:
    other = load(fixture_document(capturedUnder="0.99.0"))
    replay = other.replay(ReplayEnvironment(engines={"0.4.0": program(GOOD)}))
    assert (replay.status, replay.reason) == (ReplayStatus.UNRUNNABLE, "engine_not_installed")


@pytest.mark.parametrize(
    "name",
    [
        "mill-report-0005",
        "ada-example-late-boat",
        "ferry-report-0007",
        "ferry-report-0012",
        "ferry-report-0019",
    ],
)
def test_the_reference_engine_and_the_built_in_one_agree(
    environment: ReplayEnvironment, name: str
) -> None:
    """Two programs that share no line give one outcome, and one issuer for every id."""
    fixture = open_fixture(CAPTURES / f"{name}.fixture.json")
    built_in = fixture.replay(environment)
    external = fixture.replay(replace(environment, engines={"0.11.0": REFERENCE}))
    assert external.outcome == built_in.outcome
    assert external.evidence == built_in.evidence
    assert [use.issued_by is None for use in external.ids] == [
        use.issued_by is None for use in built_in.ids
    ]
    assert external.engine.endswith("engine 0.11.0 (external, in place of the built-in one)")


def test_the_reference_engine_gives_the_published_outcomes(
    corpus: Path,
    cases: Callable[[str], Any],
    recorded_of: Callable[[Mapping[str, Any]], Any],
    load: Load,
) -> None:
    """Walks of the published engine, whatever version it was: one process each, so only some."""
    compared = 0
    for file in sorted((corpus / "walks").glob("*.jsonl")):
        walks = [json.loads(line) for line in file.read_text("utf-8").splitlines()[:40]]
        for walk in walks[::8]:
            recorded = replace(recorded_of(walk["fixture"]), captured_under="0.11.0")
            tokens = load(recorded.to_json()).tokens
            replay = replay_externally(
                recorded, tokens, REFERENCE, campaigns=(corpus / "campaigns",)
            )
            assert digest(replay.outcome) == digest(walk["outcome"])
            compared += 1
    assert compared == 20


def test_scenes_are_not_drawn_by_another_engine_than_replays(
    environment: ReplayEnvironment,
) -> None:
    fixture = open_fixture(CAPTURES / "ferry-report-0007.fixture.json")
    assert isinstance(fixture, PlayFixture)
    assert len(fixture.trace(environment)) == 6
    assert len(fixture.trace(replace(environment, engines={"0.11.0": REFERENCE}))) == 0


def test_a_golden_is_recorded_from_two_processes_of_the_engine(
    environment: ReplayEnvironment, tmp_path: Path
) -> None:
    """Each replays under another hash seed, so an engine that depends on it shows itself."""
    source = Path(REFERENCE[1]).read_text("utf-8")
    fickle = tmp_path / "fickle.py"
    fickle.write_text(
        source.replace('"terminal": {"terminal"', '"terminal": {"odd": hash("x"), "terminal"'),
        "utf-8",
    )
    path = CAPTURES / "ferry-report-0007.fixture.json"
    results = []
    for engine in (REFERENCE, (sys.executable, str(fickle))):
        surrounding = replace(environment, engines={"0.11.0": engine})
        files = {path.name: path.read_bytes()}
        results.append(record("plays", files, environment=surrounding, steps_key="decisions"))
    assert [each.agree for each in results] == [True, False]
    assert results[0].engine.endswith("(external, in place of the built-in one)")
