"""The same over HTTP: a real server on the loopback address, real clients, and hostile requests."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from log_building import header, log_bytes, text_call, write_scenario
from mount_building import HANG, KEY, answer, block, calls_tool, model_of, says, throws

from workbench.core.errors import Refused, WorkbenchError
from workbench.session_logs import Settings
from workbench.session_logs.catalogue import read_providers
from workbench.session_logs.mounts.addresses import address
from workbench.session_logs.mounts.serve_command import catalogue_in
from workbench.session_logs.mounts.serving import listen, report
from workbench.session_logs.mounts.wires import WIRES

ASKED = [{"role": "user", "content": "Where does the ferry land?"}]
ROOT = Path(__file__).parents[2]


def post(url: str, body: Any = None, *, path: str = "/v1/chat/completions", **options: Any) -> Any:
    asked = {"model": "m", "messages": ASKED} if body is None else body
    with httpx.Client(trust_env=False, timeout=20) as client:
        return client.post(url + path, json=asked, **options)


def raw(url: str, *requests: bytes) -> bytes:
    """Everything a server answers to bytes written by hand."""
    host, port = url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), 20) as connection:
        parts = []
        with suppress(ConnectionError):  # a server need not read what it refuses
            for request in requests:
                connection.sendall(request)
            while part := connection.recv(65536):
                parts.append(part)
    return b"".join(parts)


def test_real_clients_run_a_tool_loop_over_the_server() -> None:
    openai = pytest.importorskip("openai", reason="the SDKs come with the dev extra")
    anthropic = pytest.importorskip("anthropic", reason="the SDKs come with the dev extra")
    echo = answer(
        *block(0, "text", "It lands at {{fromRequest:pier (\\w+)}}."), *says()["chunks"][-1:]
    )
    scripts = (
        [calls_tool("find", {"q": "ferry"}), echo],
        [says("at ", "noon")],
        [says("b"), throws("RATE_LIMIT")],
    )
    with model_of(*scripts) as model, model.served() as url:
        client = openai.OpenAI(api_key=KEY, base_url=f"{url}/v1", max_retries=0)
        first = client.chat.completions.create(model="m", messages=ASKED).choices[0].message
        (call,) = first.tool_calls
        result = {"role": "tool", "tool_call_id": call.id, "content": "pier nine"}
        stream = client.chat.completions.create(
            model="m", messages=[*ASKED, first.to_dict(), result], stream=True
        )
        assert "".join(p.choices[0].delta.content or "" for p in stream) == "It lands at nine."
        other = anthropic.Anthropic(api_key=KEY, base_url=f"{url}/sessions/child", max_retries=0)
        with other.messages.stream(model="m", max_tokens=9, messages=ASKED) as messages:
            assert messages.get_final_text() == "at noon"

        async def ask() -> str:
            async with openai.AsyncOpenAI(
                api_key=KEY, base_url=f"{url}/v1", default_headers={"x-session-id": "b"}
            ) as asking:
                return str((await asking.responses.create(model="m", input="?")).output_text)

        assert asyncio.run(ask()) == "b"
        with pytest.raises(openai.RateLimitError, match="busy-example"):
            client.responses.create(
                model="m", input="?", stream=True, extra_headers={"x-session-id": "b"}
            )
        assert report(model).complete


def test_models_failures_and_refusals_have_the_shape_of_the_provider_that_is_asked() -> None:
    catalogue = read_providers([{"id": "p", "models": [{"id": "pier"}]}])
    model = model_of([throws("RATE_LIMIT"), throws("OVERLOADED")], catalogue=catalogue)
    with model.served() as url:
        listed = httpx.get(f"{url}/v1/models", trust_env=False).json()
        assert [found["id"] for found in listed["data"]] == ["pier"]
        asked = httpx.get(
            f"{url}/v1/models/pier", headers={"anthropic-version": "2023-06-01"}, trust_env=False
        )
        assert asked.json()["type"] == "model"
        limited = post(url)
        assert (limited.status_code, limited.json()["error"]["code"]) == (429, "RATE_LIMIT")
        loaded = post(url, path="/v1/messages")
        assert (loaded.status_code, loaded.json()["error"]["type"]) == (529, "overloaded_error")
        spent = post(url, path="/v1/messages")
        assert spent.status_code == 400
        assert "script exhausted" in spent.json()["error"]["message"]
        assert spent.headers["x-should-retry"] == "false"


@pytest.mark.parametrize(
    ("method", "path", "status", "allow"),
    [
        ("GET", "/", 404, None),
        ("POST", "/v1/embeddings", 404, None),
        ("POST", "/v1/threads/t1/messages", 404, None),
        ("POST", "/v1/messages/batches", 404, None),
        ("POST", "/v1/models", 405, "GET"),
        ("DELETE", "/v1/models/pier", 405, "GET"),
        ("GET", "/v1/responses", 405, "POST"),
        ("HEAD", "/v1/chat/completions", 405, "POST"),
        ("OPTIONS", "/v1/messages", 405, "POST"),
        ("POST", "/v1/../v1/embeddings", 404, None),
    ],
)
def test_unknown_routes_and_wrong_methods_are_said(
    url: str, method: str, path: str, status: int, allow: str | None
) -> None:
    found = httpx.request(method, url + path, trust_env=False)
    assert (found.status_code, found.headers.get("allow")) == (status, allow)
    if method != "HEAD":
        assert found.json()["error"]["message"]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A server for requests that no call comes of."""
    model = model_of([says("a")], settings=Settings(max_body=10_000))
    with model.served() as address:
        yield address
    assert not model.progress[0].bound, "a refused request has moved a cursor"


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"", 400, "the request is not JSON"),
        (b"{", 400, "the request is not JSON"),
        (b"\xff\xfe", 400, "the request is not JSON"),
        (b"[" * 5000, 400, "the request is not JSON"),
        (b"[]", 400, "the request must be a JSON object"),
        (b"null", 400, "the request must be a JSON object"),
        (b"{}", 400, "messages must be a list"),
        (b'{"messages": {}}', 400, "messages must be a list"),
        (b'{"messages": []}', 400, "model must be a non-empty string"),
        (b'{"messages": [], "model": ""}', 400, "model must be a non-empty string"),
        (b'{"messages": [], "model": "m", "stream": "yes"}', 400, "stream must be true or false"),
        (b'{"messages": [], "model": "m", "n": 2}', 400, "n must be 1"),
        (b" " * 10_001, 413, "the request is larger than 10,000 bytes"),
    ],
)
def test_a_body_that_is_no_request_is_refused_and_not_repeated(
    url: str, body: bytes, status: int, said: str
) -> None:
    found = httpx.post(f"{url}/v1/chat/completions", content=body, trust_env=False)
    assert found.status_code == status
    assert found.json()["error"]["message"].startswith(said)
    assert found.headers["x-should-retry"] == "false"
    assert b"canary" not in found.content


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"model": "m", "input": 7}, "input must be a string or a list"),
        ({"model": "m", "input": "?", "previous_response_id": 1}, "previous_response_id must be"),
        (
            {"model": "m", "input": "?", "previous_response_id": "resp_x"},
            "previous_response_id names",
        ),
        ({"model": "m", "input": "?", "metadata": {"session_id": "x" * 257}}, "a session's id has"),
    ],
)
def test_a_request_that_cannot_be_placed_is_refused(url: str, body: Any, said: str) -> None:
    found = post(url, body, path="/v1/responses")
    assert found.status_code == 400
    assert found.json()["error"]["message"].startswith(said)


def test_a_huge_body_is_refused_before_it_is_read(url: str) -> None:
    head = (
        b"POST /v1/messages HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n"
        b"content-length: %d\r\n\r\n"
    )
    assert raw(url, head % 10**12).startswith(b"HTTP/1.1 413 ")
    chunked = b"POST /v1/messages HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"
    piece = b"1000\r\n" + b" " * 0x1000 + b"\r\n"
    assert raw(url, chunked + piece * 4).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "replay.example.com"},
        {"host": "[::1"},
        {"host": "127.0.0.1.example.com"},
        {"origin": "https://example.com"},
        {"origin": "null"},
        {"content-encoding": "gzip"},
    ],
)
def test_pages_of_other_sites_and_packed_bodies_are_refused(url: str, headers: Any) -> None:
    found = post(url, headers=headers)
    assert found.status_code == (415 if "content-encoding" in headers else 403)


def test_requests_cannot_be_smuggled_behind_a_broken_one(url: str) -> None:
    assert raw(url, b"nonsense\r\n\r\n").startswith(b"HTTP/1.1 400 ")
    raw(url, b"GET / HTTP/1.1\r\nx: " + b"y" * 10**6 + b"\r\n\r\n")
    assert httpx.get(f"{url}/v1/models", trust_env=False).status_code == 200


def test_a_client_that_leaves_ends_its_hang_and_its_pace() -> None:
    """A call that hangs holds nothing once its client has gone, so the next one is answered."""
    model = model_of([HANG, HANG, says("after")])
    with model.served() as url:
        for stream in (True, False):
            asked = {"model": "m", "messages": ASKED, "stream": stream}
            with pytest.raises(httpx.ReadTimeout), httpx.Client(trust_env=False) as client:
                client.post(
                    f"{url}/v1/chat/completions", json=asked, timeout=httpx.Timeout(20, read=0.5)
                )
        assert post(url).json()["choices"][0]["message"]["content"] == "after"


def test_a_stream_that_is_left_half_read_does_not_stop_the_server() -> None:
    model = model_of([says(*"abcdef"), says("next")], pace_ms=20)
    with model.served() as url:
        asked = {"model": "m", "messages": ASKED, "stream": True}
        with (
            httpx.Client(trust_env=False) as client,
            client.stream("POST", f"{url}/v1/chat/completions", json=asked) as response,
        ):
            next(response.iter_lines())
        assert post(url).json()["choices"][0]["message"]["content"] == "next"


def test_requests_at_once_on_one_script_get_one_call_each() -> None:
    async def drive(url: str) -> list[str]:
        async with httpx.AsyncClient(trust_env=False, timeout=20) as client:
            asked = {"model": "m", "messages": ASKED}
            answers = await asyncio.gather(
                *(client.post(f"{url}/v1/chat/completions", json=asked) for _ in range(12))
            )
        return [found.json()["choices"][0]["message"]["content"] for found in answers]

    with model_of([says(str(n)) for n in range(12)]) as model, model.served() as url:
        assert sorted(asyncio.run(drive(url)), key=int) == [str(n) for n in range(12)]


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.7", "example.com", "::", "", "127.0.0.1.x"])
def test_only_the_loopback_address_is_served(host: str) -> None:
    with pytest.raises(WorkbenchError) as refused:
        listen(host, 0)
    assert refused.value.code == "not_loopback"


def test_a_taken_port_is_said() -> None:
    with listen("localhost", 0) as taken, pytest.raises(WorkbenchError) as refused:
        listen("127.0.0.1", taken.getsockname()[1])
    assert refused.value.code == "no_address"
    with pytest.raises(WorkbenchError):
        listen("127.0.0.1", 70_000)


@pytest.mark.parametrize(
    ("path", "want"),
    [
        ("/v1/chat/completions", ("chat/completions", None, None, None)),
        ("/chat/completions/", ("chat/completions", None, None, None)),
        ("/openai/deployments/x/chat/completions", ("chat/completions", None, None, None)),
        ("/sessions/a%20b/providers/p/v1/responses", ("responses", "a b", "p", None)),
        ("/anthropic/v1/messages", ("v1/messages", None, None, None)),
        ("/messages", None),
        ("/v1/models", ("models", None, None, None)),
        ("/v1/models/org%2Fm", ("models", None, None, "org/m")),
        ("/v1/models/org/m", ("models", None, None, "org/m")),
        ("/v1/responses/resp_1", None),
        ("", None),
        ("/" * 3000 + "x", None),
        ("/a" * 20000 + "/", None),
    ],
)
def test_a_path_means_an_endpoint_a_session_and_a_route(path: str, want: Any) -> None:
    found = address(path, WIRES)
    assert want == (found and (found.endpoint, found.session, found.provider, found.model))


class Running:
    """``workbench serve`` in a process of its own."""

    def __init__(self, *arguments: object) -> None:
        command = [sys.executable, "-m", "workbench.cli", "serve", *map(str, arguments)]
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("DSH_")
        }
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**environment, "PYTHONUNBUFFERED": ""},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def first_line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def stop(self, number: int) -> tuple[int, str, str]:
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.process.send_signal(number)
        out, err = self.process.stdout.read(), self.process.stderr.read()
        return self.process.wait(20), out, err


@pytest.fixture
def start() -> Iterator[Callable[..., Running]]:
    made: list[Running] = []

    def started(*arguments: object) -> Running:
        made.append(Running(*arguments))
        return made[-1]

    yield started
    for running in made:
        if running.process.poll() is None:
            running.process.kill()
        running.process.communicate()


@pytest.fixture
def trip(tmp_path: Path, canaries: Any) -> Path:
    """A scenario whose every text is a canary."""
    rows = [header(id=canaries["email"]), *text_call(canaries["person"]), *text_call("b", step=2)]
    hang = {"patches": [{"at": 2, "entry": {"kind": "hang"}}]}
    return write_scenario(
        tmp_path / "trip", [log_bytes(rows), log_bytes([header(id="kid")])], override=hang
    )


def test_the_command_serves_until_ctrl_c_and_says_what_was_consumed(
    trip: Path, start: Any, canaries: Any
) -> None:
    running = start(trip)
    line = running.first_line()
    url = re.findall(r"http://127\.0\.0\.1:\d+", line)[0]
    session = {"x-session-id": canaries["host"]}
    found = post(url, headers=session)
    assert found.json()["choices"][0]["message"]["content"] == canaries["person"]
    post(url, {"bad": canaries["secret"]})
    code, out, err = running.stop(signal.SIGINT)
    assert (code, err) == (1, "")
    assert out.splitlines()[1:] == [
        "1 of 3 recorded calls were asked for",
        "script 1: 1 of 3 calls were asked for",
        "script 2 was never bound to a live session",
        "The fixture was not consumed",
    ]
    assert not any(value in line + out for value in canaries.values())


def test_the_command_stops_in_order_while_a_call_hangs(trip: Path, start: Any) -> None:
    (trip / "session.1.jsonl").unlink()
    running = start(trip, "--json", "--port", 0, "--pace-ms", 1)
    begun = json.loads(running.first_line())
    assert (begun["status"], begun["models"]) == ("serving", [])
    for _ in range(2):
        post(begun["address"])
    asked = {"model": "m", "messages": ASKED, "stream": True}
    with (
        httpx.Client(trust_env=False, timeout=20) as client,
        client.stream("POST", begun["address"] + "/v1/chat/completions", json=asked) as response,
    ):
        lines = response.iter_lines()
        while "partial" not in next(lines):
            pass
        code, out, err = running.stop(signal.SIGTERM)
    assert (code, err) == (0, "")
    ended = json.loads(out)
    assert ended["consumed"] == {"used": 3, "total": 3, "unused": []}
    assert (ended["ok"], ended["status"], ended["refusedCalls"]) == (True, "stopped", 0)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--host", "0.0.0.0"], "loopback"),
        (["--pace-ms", "-1"], "llm-replay: paceMs must be a non-negative integer, got -1"),
        (["--providers", "README.md"], "The catalogue is not JSON"),
        (["--child", "gone.jsonl"], "a scenario brings its own children"),
    ],
)
def test_what_cannot_be_served_is_one_message_and_code_2(
    trip: Path, options: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from typer.testing import CliRunner

    from workbench.cli.app import app

    monkeypatch.chdir(ROOT)
    ran = CliRunner().invoke(app, ["serve", str(trip), *options])
    assert ran.exit_code == 2
    assert said in " ".join(ran.stderr.split())
    assert "Traceback" not in ran.output


@pytest.mark.parametrize("text", ['{"models": []}', '{"providers": null}', "7"])
def test_a_catalogue_without_a_list_of_routes_does_not_open_every_route(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "catalogue.json"
    path.write_text(text)
    with pytest.raises(Refused, match="neither a list of providers"):
        catalogue_in(path)


def test_without_a_fixture_the_environment_has_to_name_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from typer.testing import CliRunner

    from workbench.cli.app import app

    monkeypatch.delenv("DSH_SNAPSHOT_FILE", raising=False)
    ran = CliRunner().invoke(app, ["serve"])
    assert ran.exit_code == 2
    assert "a fixture path is required (Config.file or $DSH_SNAPSHOT_FILE)" in ran.stderr


def test_a_catalogue_is_read_from_a_file(trip: Path, start: Any, tmp_path: Path) -> None:
    path = tmp_path / "catalogue.json"
    path.write_text(json.dumps({"providers": [{"id": "p", "models": [{"id": "pier"}]}]}))
    running = start(trip, "--json", "--providers", path)
    assert json.loads(running.first_line())["models"] == ["pier"]
    assert running.stop(signal.SIGINT)[0] == 1
