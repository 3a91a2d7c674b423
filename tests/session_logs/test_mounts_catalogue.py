"""The provider catalogue and the settings: exact texts, exact routes, and the corpus's cases."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
import zstandard
from log_building import STOP, header, log_bytes, text_call, tool_call, write_scenario

from workbench.session_logs import ModelRoutes, ReplayedModel, Settings, replay_log
from workbench.session_logs.catalogue import Catalogue, read_providers
from workbench.session_logs.errors import LogRefused, ReplayError
from workbench.session_logs.mounts import ModelCall
from workbench.session_logs.replayer import Replayer
from workbench.session_logs.settings import sources

TWO_ROUTES = [
    {
        "id": "north",
        "name": "North Example",
        "models": [
            {
                "id": "pier-1",
                "name": "Pier",
                "description": "A made-up model.",
                "contextWindow": 4096,
                "inputModalities": ["text", "image"],
                "defaultMaxTokens": 512,
                "imageRequestTokens": 85,
                "reasoningEfforts": ["low", "high"],
                "defaultReasoningEffort": "low",
                "systemPromptUpdate": "in-history",
            }
        ],
    },
    {"id": "south", "models": [{"id": "pier-1"}, {"id": "org/quay"}]},
]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "parent.jsonl"
    path.write_bytes(log_bytes([header(), *text_call("at noon")]))
    return path


def error_of(action: Any) -> str | None:
    try:
        action()
    except ReplayError as error:
        return error.what
    except LogRefused as refused:
        return refused.exact
    return None


@pytest.fixture(scope="module")
def cases(shared: Path) -> dict[str, list[dict[str, Any]]]:
    path = shared / "corpora" / "session_logs" / "cases.json"
    found: dict[str, list[dict[str, Any]]] = json.loads(path.read_bytes())["cases"]
    return found


def test_catalogues_of_the_corpus_load_or_are_refused_with_the_exact_text(
    cases: dict[str, list[dict[str, Any]]], log: Path
) -> None:
    for case in cases["provider"]:
        found = error_of(lambda case=case: replay_log(log, providers=case["providers"]))
        assert found == case.get("error"), case["id"]


def test_paces_of_the_corpus_load_or_are_refused_with_the_exact_text(
    cases: dict[str, list[dict[str, Any]]], log: Path
) -> None:
    for case in cases["pace"]:
        found = error_of(lambda case=case: replay_log(log, pace_ms=case["paceMs"]))
        assert found == case.get("error"), case


def test_bindings_of_the_corpus_come_out_the_same_through_the_mount(
    cases: dict[str, list[dict[str, Any]]],
) -> None:
    """Chunks, errors at the first read, consumption; all after ``dispose``, which changes nothing."""
    for case in cases["bind"]:
        model = ReplayedModel(Replayer(case["scripts"]))
        for call, want in zip(case["calls"], case["log"], strict=True):
            answer = model.iter_call(call.get("sessionId"), call.get("messages", []))
            if "error" in want:
                with pytest.raises(ReplayError) as refused:
                    next(answer)
                assert refused.value.what == want["error"], case["id"]
            else:
                assert list(answer) == want["entry"]["chunks"], case["id"]
        dispose, assert_consumed = model.dispose, model.assert_consumed  # they work detached
        dispose()
        assert error_of(assert_consumed) == case["assertConsumed"], case["id"]
        assert len(model.refused) == sum("error" in want for want in case["log"])


POLICY = 'llm-replay: provider "p" retryPolicy'
DELAY = "must be a positive finite number no greater than 2147483647"


@pytest.mark.parametrize(
    ("policy", "error"),
    [
        ({"mode": "never"}, f'{POLICY}.mode must be "normal" or "always"'),
        ({"mode": None}, f'{POLICY}.mode must be "normal" or "always"'),
        ({"retries": 1}, f'{POLICY}: unknown key "retries"'),
        ({"maxRetries": -1}, f"{POLICY}.maxRetries must be a non-negative safe integer"),
        ({"maxRetries": True}, f"{POLICY}.maxRetries must be a non-negative safe integer"),
        ({"retryableCodes": []}, f"{POLICY}.retryableCodes must not be empty"),
        ({"retryableCodes": ["A", ""]}, f"{POLICY}.retryableCodes must contain only non-empty strings"),
        ({"retryableCodes": ["A", "A"]}, f"{POLICY}.retryableCodes must not contain duplicates"),
        ({"backoff": {"initialDelayMs": 0}}, f"{POLICY}.backoff.initialDelayMs {DELAY}"),
        ({"backoff": {"maxDelayMs": 2**31}}, f"{POLICY}.backoff.maxDelayMs {DELAY}"),
        (
            {"backoff": {"initialDelayMs": 20_000}},
            f"{POLICY}.backoff.initialDelayMs must be less than or equal to maxDelayMs",
        ),
        ({"backoff": {"jitterRatio": 1.5}}, f"{POLICY}.backoff.jitterRatio must be between 0 and 1"),
        ({}, None),
        ({"mode": "always", "maxRetries": 0, "backoff": {"jitterRatio": 0}}, None),
    ],
)  # fmt: skip
def test_retry_policies_are_checked_at_registration(
    log: Path, policy: dict[str, Any], error: str | None
) -> None:
    providers = [{"id": "p", "retryPolicy": policy}]
    assert error_of(lambda: read_providers(providers)) is None
    assert error_of(lambda: replay_log(log, providers=providers)) == error


def test_a_retry_policy_has_the_defaults_of_the_format() -> None:
    (provider,) = read_providers([{"id": "p", "retryPolicy": {"maxRetries": 2}}]).providers
    policy = provider.retry_policy()
    assert policy is not None
    assert (policy.mode, policy.max_retries, policy.retryable_codes) == ("normal", 2, None)
    assert (policy.initial_delay_ms, policy.max_delay_ms, policy.jitter_ratio) == (500, 10_000, 0.1)


def test_routes_are_registered_all_or_none(log: Path) -> None:
    routes = ModelRoutes()
    with pytest.raises(ReplayError, match=r'^an adapter for provider "a" is already registered'):
        replay_log(log, providers=[{"id": "a"}, {"id": "b"}, {"id": "a"}], routes=routes)
    with pytest.raises(ReplayError, match=r"^adapter provider names must be non-empty"):
        replay_log(log, providers=[{"id": "a"}, {"id": ""}], routes=routes)
    assert routes.names() == ()
    first = replay_log(log, providers=[{"id": "a"}], routes=routes)
    with pytest.raises(ReplayError, match="already registered"):
        replay_log(log, providers=[{"id": "a"}], routes=routes)
    first.dispose()
    replay_log(log, providers=[{"id": "a"}], routes=routes)
    assert routes.names() == ("a",)


class Real:
    """What answers where no replay is mounted."""

    async def answer_call(self, call: ModelCall) -> Any:
        yield {"type": "text-delta", "index": 0, "text": f"real {call.provider}"}


async def first_text(routes: ModelRoutes, provider: str) -> str:
    async for chunk in routes.call(ModelCall("s", provider=provider)):
        if chunk["type"] == "text-delta":
            return str(chunk["text"])
    raise AssertionError("no text")


def test_without_a_catalogue_replay_intercepts_every_call_until_it_is_disposed_of(
    log: Path,
) -> None:
    routes = ModelRoutes()
    routes.register("a", Real())
    model = replay_log(log, routes=routes)
    assert asyncio.run(first_text(routes, "a")) == "at noon"
    assert model.serves("anything")
    model.dispose()
    model.dispose()
    assert asyncio.run(first_text(routes, "a")) == "real a"
    with pytest.raises(ReplayError, match='no route for provider "b"'):
        routes.call(ModelCall(provider="b"))
    with pytest.raises(ReplayError, match=r"^llm-replay: no route"):
        model.iter_call("s")
    model.assert_consumed()


def test_with_a_catalogue_exactly_its_routes_exist(log: Path) -> None:
    routes = ModelRoutes()
    routes.register("west", Real())
    model = replay_log(log, providers=TWO_ROUTES, routes=routes)
    assert routes.names() == ("west", "north", "south")
    assert asyncio.run(first_text(routes, "west")) == "real west"
    assert asyncio.run(first_text(routes, "south")) == "at noon"
    assert [model.serves(name) for name in ("north", "south", "west", "")] == [
        True, True, False, False,
    ]  # fmt: skip
    with pytest.raises(ReplayError, match='no route for provider "east"'):
        model.call("s", provider="east")
    assert [(item.provider, item.id) for item in model.listing()] == [
        ("north", "pier-1"),
        ("south", "pier-1"),
        ("south", "org/quay"),
    ]
    model.dispose()
    assert model.listing() == ()
    assert routes.names() == ("west",)


def test_a_model_resolves_with_all_that_is_declared_and_an_unlisted_one_by_its_id() -> None:
    catalogue = read_providers(TWO_ROUTES)
    pier = catalogue.resolve("north", "pier-1")
    assert (pier.name, pier.context_window, pier.default_max_tokens) == ("Pier", 4096, 512)
    assert (pier.reasoning_efforts, pier.default_reasoning_effort) == (("low", "high"), "low")
    assert (pier.input_modalities, pier.image_request_tokens) == (("text", "image"), 85)
    other = catalogue.resolve("north", "x")
    assert (other.provider, other.id, other.name) == ("north", "x", "x")
    south = catalogue.provider("south")
    assert south is not None
    assert south.name == "south"


@pytest.mark.parametrize(
    ("name", "route"),
    [
        ("pier-1", "north"),  # the first route that lists it
        ("south/pier-1", "south"),
        ("org/quay", "south"),  # an id with a slash of its own
        ("south/unlisted", "south"),
        ("unlisted", None),
        ("west/pier-1", None),
    ],
)
def test_one_word_names_a_model_of_several_routes(name: str, route: str | None) -> None:
    found = read_providers(TWO_ROUTES).named(name)
    assert (None if found is None else found.provider) == route


def test_one_word_is_of_the_only_route_and_of_any_without_a_catalogue() -> None:
    only = read_providers([{"id": "p"}]).named("x")
    any_route = Catalogue().named("a/b")
    assert only is not None
    assert any_route is not None
    assert (only.provider, only.id, any_route.id) == ("p", "x", "a/b")


@pytest.mark.parametrize(
    "providers",
    ["p", {"id": "p"}, [1], [{"id": "p", "models": {}}], [{"id": "p", "models": [None]}],
     [{"id": "p", "models": [{"name": "n"}]}]],
)  # fmt: skip
def test_a_catalogue_of_another_shape_is_refused(providers: object) -> None:
    with pytest.raises(ReplayError, match=r"^llm-replay: "):
        read_providers(providers)


def test_settings_are_checked_in_the_order_of_the_format(tmp_path: Path) -> None:
    """File, catalogue, pace, scripts, and only then the routes."""
    bad_model = [{"id": "p", "models": [{"id": "m", "systemPromptUpdate": None}]}]
    missing = tmp_path / "absent.jsonl"
    everything: dict[str, Any] = {"providers": bad_model, "pace_ms": -1, "environment": {}}
    assert "a fixture path is required" in str(error_of(lambda: replay_log("", **everything)))
    assert "systemPromptUpdate" in str(error_of(lambda: replay_log(missing, **everything)))
    everything["providers"] = [{"id": "p"}, {"id": "p"}]
    assert "paceMs" in str(error_of(lambda: replay_log(missing, **everything)))
    everything["pace_ms"] = 0
    assert error_of(lambda: replay_log(missing, **everything)) == (
        f"llm-replay: fixture not found: {missing} — run `pnpm run test:snapshot:record` first"
    )


def test_files_come_from_the_environment_unless_they_are_given(tmp_path: Path) -> None:
    names = {
        "DSH_SNAPSHOT_FILE": "parent.jsonl",
        "DSH_SNAPSHOT_OVERRIDE": "",
        "DSH_SNAPSHOT_CHILD_FILES": "one.jsonl:two.jsonl",
    }
    found = sources(environment=names)
    assert (found.file, found.override) == (Path("parent.jsonl"), None)
    assert found.children == (Path("one.jsonl"), Path("two.jsonl"))
    assert sources(children=[], environment=names).children == ()
    assert sources("other.jsonl", environment=names).file == Path("other.jsonl")
    with pytest.raises(ReplayError) as refused:
        sources("", environment=names)
    assert refused.value.what == (
        "llm-replay: a fixture path is required (Config.file or $DSH_SNAPSHOT_FILE)"
    )


def test_a_fork_has_its_own_prefix_and_variables(tmp_path: Path, log: Path) -> None:
    fork = Settings(
        prefix="oak-replay: ",
        file_variable="OAK_FILE",
        override_variable="OAK_OVERRIDE",
        children_variable="OAK_CHILDREN",
    )
    assert error_of(lambda: replay_log(settings=fork, environment={})) == (
        "oak-replay: a fixture path is required (Config.file or $OAK_FILE)"
    )
    sidecar = tmp_path / "sidecar.json"
    sidecar.write_text('[{"kind": "other"}]')
    names = {"OAK_FILE": str(log), "OAK_OVERRIDE": str(sidecar)}
    found = error_of(lambda: replay_log(settings=fork, environment=names))
    assert str(found).startswith("oak-replay: invalid override ")
    unfinished = [header(), *text_call("x")[:-1]]
    folder = write_scenario(tmp_path / "trip", [log_bytes(unfinished)])
    found = error_of(lambda: replay_log(folder, settings=fork))
    assert str(found).startswith("oak-replay: model call 1/1 ended without a finish chunk")


def test_a_format_that_the_agent_writes_and_replay_cannot_read_does_not_load(log: Path) -> None:
    found = error_of(lambda: replay_log(log, settings=Settings(session_format=5)))
    assert found == "llm-replay: format catalog v4 does not match Session v5"


def test_a_scenario_loads_from_files_as_the_format_says(tmp_path: Path, log: Path) -> None:
    late = tmp_path / "late.jsonl"
    late.write_bytes(log_bytes([header(id="late", createdAt=9), *text_call("late")]))
    early = tmp_path / "early.jsonl"
    early.write_bytes(log_bytes([header(id="early", createdAt=5), *tool_call("find", {})]))
    model = replay_log(log, children=[late, early], override=tmp_path / "absent.json")
    assert [script.calls for script in model.progress] == [1, 1, 1]
    texts = [
        next(chunk for chunk in model.iter_call(name) if "delta" in chunk["type"])["type"]
        for name in ("p", "c1", "c2")
    ]
    assert texts == ["text-delta", "tool-call-delta", "text-delta"]
    found = error_of(lambda: replay_log(log, children=[early, tmp_path / "gone.jsonl"]))
    assert found == (
        f"llm-replay: child fixture not found: {tmp_path / 'gone.jsonl'} — re-record the scenario"
    )


def test_a_replacing_sidecar_needs_no_log_and_a_patching_one_does(tmp_path: Path) -> None:
    missing = tmp_path / "absent.jsonl"
    sidecar = tmp_path / "replay.override.json"
    sidecar.write_text(json.dumps([{"kind": "chunks", "chunks": [STOP]}]))
    model = replay_log(missing, override=sidecar)
    assert list(model.iter_call("s")) == [STOP]
    sidecar.write_text('{"patches": []}')
    found = error_of(lambda: replay_log(missing, override=sidecar))
    assert str(found).startswith(f"llm-replay: fixture not found: {missing} — ")


def test_packed_runtime_logs_are_read_and_a_torn_end_is_left_out(tmp_path: Path) -> None:
    rows = [log_bytes([row]) for row in (header(), *text_call("a"), *text_call("b", step=2))]
    frames = [zstandard.ZstdCompressor(write_checksum=True).compress(row) for row in rows]
    path = tmp_path / "session.jsonl.zstd"
    path.write_bytes(b"".join(frames))
    assert [script.calls for script in replay_log(path).progress] == [2]
    path.write_bytes(b"".join(frames[:5]) + frames[5][:-3])
    assert [script.calls for script in replay_log(path).progress] == [1]


def test_a_folder_brings_its_own_children(tmp_path: Path, log: Path) -> None:
    folder = write_scenario(tmp_path / "trip", [log.read_bytes(), log.read_bytes()])
    assert len(replay_log(folder).progress) == 2
    with pytest.raises(ReplayError, match="a scenario brings its own children"):
        replay_log(folder, children=[log])
