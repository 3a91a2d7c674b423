"""Why no recorded exchange answers a request: what was asked, what is there, what comes closest.

Source: ``spec/http-cassettes.md`` §3.4.
"""

from __future__ import annotations

from typing import Any as AnyValue

from workbench.cassettes.canonical_body import body_key, canonical_json, json_value
from workbench.cassettes.differences import Difference, differences
from workbench.cassettes.errors import CassetteError
from workbench.cassettes.matching import LiveRequest, Matcher, request_key
from workbench.cassettes.model import ANY, Body, Interaction
from workbench.cassettes.redaction import redact_bytes, redact_text

MAX_EXPECTED = 20
MESSAGE = "no matching cassette interaction"


def mismatch(
    matcher: Matcher, live: LiveRequest, *, already_played: tuple[int, ...] = ()
) -> CassetteError:
    """The error for a request nothing answers. Its details are redacted; its text holds no value."""
    interactions = matcher.cassette.interactions
    details: dict[str, object] = {
        "cassette": matcher.cassette.source_path,
        "request": shown(live.method, live.url, live.body),
        "expected": [_recorded(item) for item in interactions[:MAX_EXPECTED]],
    }
    if len(interactions) > MAX_EXPECTED:
        details["expected_count"] = len(interactions)
    closest = _closest(matcher, live)
    found: list[Difference] = []
    if closest is not None:
        found = _differences(closest, live)
        details |= {"closest": closest.index, "differences": [item.shown() for item in found]}
    if already_played:
        details["already_played"] = list(already_played)
    return CassetteError(
        MESSAGE,
        means=_meaning(closest, found, already_played, len(interactions)),
        cure="Make the request as it was recorded, or record it again",
        code="cassette_mismatch",
        details=details,
    )


def shown(method: str, url: object, body: Body) -> dict[str, object]:
    """A request as reports show it: redacted; the URL of a wildcard is null."""
    data = body if isinstance(body, bytes) else None
    text = canonical_json(data) if data is not None else None
    return {
        "method": method,
        "url": redact_text(url) if isinstance(url, str) else None,
        "json_body": redact_text(text) if text is not None else None,
        "body": redact_bytes(data) if data is not None else None,
    }


def _recorded(interaction: Interaction) -> dict[str, object]:
    request = interaction.request
    return shown(request.method, None if request.is_wildcard else request.url, request.body)


def _closest(matcher: Matcher, live: LiveRequest) -> Interaction | None:
    keys = {request_key(body) for body in live.bodies}

    def score(item: Interaction) -> tuple[int, int, int]:
        request = item.request
        agreeing = (
            (request.method == live.method.upper())
            + (request.is_wildcard or request.url == live.url)
            + (matcher.keys[item.index] in keys)
        )
        return (-agreeing, len(_body_differences(request.body, live.body)), item.index)

    return min(matcher.cassette.interactions[:1000], key=score, default=None)


def _differences(closest: Interaction, live: LiveRequest) -> list[Difference]:
    request = closest.request
    found: list[Difference] = []
    if request.method != live.method.upper():
        found.append(Difference("/method", "changed", request.method, live.method))
    if not request.is_wildcard and request.url != live.url:
        found.append(Difference("/url", "changed", request.url, live.url))
    if request.body not in (ANY, *live.bodies):
        found.extend(_body_differences(request.body, live.body))
    return found


def _body_differences(recorded: Body, live: Body) -> list[Difference]:
    was, now = _value(recorded), _value(live)
    if was is not None and now is not None:
        return [
            Difference(f"/body{item.path}", item.kind, item.expected, item.actual)
            for item in differences(was[0], now[0])
        ]
    if recorded is ANY or body_key(recorded) == body_key(live):
        return []
    if recorded is None or live is None:
        kind = "extra" if recorded is None else "missing"
        return [Difference("/body", kind, _text(recorded), _text(live))]
    return [Difference("/body", "changed", _text(recorded), _text(live))]


def _value(body: Body) -> tuple[AnyValue] | None:
    return json_value(body) if isinstance(body, bytes) else None


def _text(body: Body) -> str | None:
    return redact_bytes(body) if isinstance(body, bytes) else None


def _meaning(
    closest: Interaction | None, found: list[Difference], played: tuple[int, ...], total: int
) -> str:
    if played:
        numbers = ", ".join(str(index + 1) for index in played)
        return f"It was recorded as exchange {numbers} of {total}, and that has already been played"
    if closest is None:
        return "The cassette holds no exchange"
    kinds = ", ".join(sorted({_what(item) for item in found})) or "nothing that can be shown"
    return f"Exchange {closest.index + 1} of {total} comes closest; what differs: {kinds}"


def _what(item: Difference) -> str:
    part = item.path.split("/")[1]
    return {"method": "the method", "url": "the address"}.get(part, f"the body ({item.kind})")
