"""What a cassette shows of an exchange and of itself."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TypeVar

import pytest
from cassette_writing import URL, deltas, entry

from workbench.cassettes.fixture import CassetteFixture
from workbench.cassettes.panels import played
from workbench.cassettes.panels.matches import matched
from workbench.cassettes.panels.played import Played
from workbench.core.files import SourceFile
from workbench.core.fixture import ReplayEnvironment
from workbench.core.panels import Captured, Cell, Link, Links, Panel, Table

ENVIRONMENT = ReplayEnvironment()
SECRET = "-".join(["zebedee", "canary", "token", "example"])
Shape = TypeVar("Shape", bound=Panel)


def of(panels: Iterable[Panel], title: str, shape: type[Shape]) -> Shape:
    """The panel of that title."""
    (found,) = (panel for panel in panels if panel.title == title)
    assert isinstance(found, shape)
    return found


def words(cell: Cell) -> str:
    """A cell as plain text."""
    return "".join(part.text if isinstance(part, Captured) else part for part in cell.parts)


def texts(panel: Table) -> list[tuple[str, ...]]:
    """The rows of a panel as plain text."""
    return [tuple(map(words, row.cells)) for row in panel.rows]


def cassette(*entries: str) -> CassetteFixture:
    """Exchanges as one cassette."""
    parts = [json.loads(each) for each in entries]
    document = {
        side: [part for each in parts for part in each[side]] for side in ("requests", "responses")
    }
    data = json.dumps(document).encode()
    return CassetteFixture.of("tape", SourceFile.of("tape.yaml", data), data)


def tool_loop() -> CassetteFixture:
    """A tool call, and the request that brings its result."""
    call = {"id": "call_7", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    answer = {"id": "resp_1", "choices": [{"message": {"tool_calls": [call]}}]}
    result = {"messages": [{"role": "tool", "tool_call_id": "call_7", "content": "9"}]}
    return cassette(
        entry(body='{"messages": []}', answer=json.dumps(answer)),
        entry(body=json.dumps(result), answer=json.dumps({"id": "resp_2"})),
    )


def test_an_id_leads_from_use_to_issuer_and_back() -> None:
    fixture = tool_loop()
    used = of(fixture.panels(1, ENVIRONMENT), "Ids this request uses, and who issued them", Table)
    assert texts(used) == [("tool call id", "call_7", "response")]
    assert used.rows[0].cells[2].step == 0
    leads = of(fixture.panels(0, ENVIRONMENT), "Where its ids are used", Links)
    assert leads.links == (Link(1, "uses a tool call id issued here:", Captured("call_7")),)


def test_an_id_that_nobody_issued_is_pointed_at() -> None:
    body = json.dumps({"messages": [{"role": "tool", "tool_call_id": "call_9", "content": "9"}]})
    fixture = cassette(entry(body=body, answer="{}"))
    ids = of(fixture.overview(ENVIRONMENT), "Ids across exchanges", Table)
    assert ids.weight == "ask"
    assert texts(ids) == [("0", "tool call id", "call_9", "nobody")]


def test_equal_requests_are_answered_in_their_order() -> None:
    fixture = cassette(*(entry(body="{}", answer=str(number)) for number in range(3)))
    exchanges = of(fixture.overview(ENVIRONMENT), "Exchanges and what answers them", Table)
    assert [row[3] for row in texts(exchanges)] == ["itself"] * 3
    assert exchanges.sentence == "3 exchanges; none of their requests unanswered."


def test_a_request_that_nothing_answers_shows_what_comes_closest() -> None:
    """An exchange without a method can match nothing, not even itself."""
    fixture = cassette(entry(method="", body='{"a": 1}', answer="{}"))
    panel = fixture.panels(0, ENVIRONMENT)[1]
    assert isinstance(panel, Table)
    assert panel.sentence == "No recorded exchange answers this request."
    assert words(panel.rows[0].cells[2]) == "exchange 0 comes closest"
    assert words(panel.rows[1].cells[0]) == "/method"


def test_drift_shows_what_differs_with_secrets_hidden() -> None:
    """The request of exchange 0, as if exchange 1 had answered it."""
    bodies: list[dict[str, Any]] = [
        {"store": False, "api_key": SECRET, "input": [], "temperature": 0},
        {"store": False, "api_key": "other", "input": [], "temperature": 1},
    ]
    fixture = cassette(*(entry(body=json.dumps(body), answer="{}") for body in bodies))
    held = Played(fixture.cassette)
    held.__dict__["answers"] = [1, 1]
    panel = matched(held, 0)
    assert panel.weight == "ask"
    assert ("body/temperature", "0", "1", "differs: changed") in texts(panel)
    assert any(row[0] == "body/api_key" for row in texts(panel))
    assert SECRET not in str(texts(panel))


def test_the_value_of_a_secret_header_is_counted_and_hidden() -> None:
    parts = json.loads(entry(body="{}", answer="{}"))
    parts["requests"][0]["headers"] = {
        "authorization": [f"Bearer {SECRET}"],
        "accept": ["*/*"],
        "x-api-key": ["**REDACTED**"],
    }
    panels = cassette(json.dumps(parts)).panels(0, ENVIRONMENT)
    headers = of(panels, "Headers", Table)
    assert headers.weight == "ask"
    assert texts(headers) == [
        ("request", "authorization", f"{len(SECRET) + 7} characters, hidden here"),
        ("request", "accept", "*/*"),
        ("request", "x-api-key", "redacted when it was recorded"),
    ]


def test_a_stream_is_joined_to_its_message() -> None:
    parts = json.loads(entry(body="{}", answer=deltas("It is ", "noon.")))
    parts["responses"][0]["headers"] = {"content-type": ["text/event-stream"]}
    panels = cassette(json.dumps(parts)).panels(0, ENVIRONMENT)
    assert texts(of(panels, "The stream, joined", Table)) == [("text", "It is noon.", "11")]
    assert len(of(panels, "Its events", Table).rows) == 3


def test_a_wildcard_is_pointed_at() -> None:
    fixture = cassette(entry(uri="**REDACTED**", body="{}", answer="{}"))
    request = of(fixture.panels(0, ENVIRONMENT), "Request and response", Table)
    assert request.rows[0].cells[1].tone == "ask"
    assert URL not in str(texts(request))


def test_ids_of_a_large_cassette_are_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(played, "MOST_BYTES", 10)
    fixture = tool_loop()
    (ids,) = (panel for panel in fixture.overview(ENVIRONMENT) if panel.title == "Ids")
    assert "not listed here" in ids.sentence
