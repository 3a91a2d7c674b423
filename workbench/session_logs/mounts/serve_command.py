"""``workbench serve``: a recorded log in place of a model, for any client on this machine.

Source: ``spec/session-logs.md`` §§15, 19; DESIGN §3, law 3.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from workbench.core.errors import Refused
from workbench.core.files import Unit
from workbench.core.json_text import NotJson, parse
from workbench.session_logs.mounts.model import ReplayedModel, replay_log
from workbench.session_logs.mounts.serving import Report, address_of, listen, serve
from workbench.session_logs.mounts.wires.model_lists import names
from workbench.session_logs.settings import Settings

CONSUMED, NOT_CONSUMED = 0, 1
_SCHEMA = "fixture-workbench/1"


def run(
    fixture: Path | None,
    *,
    host: str,
    port: int,
    children: Sequence[Path] | None,
    override: Path | None,
    providers: Path | None,
    pace_ms: int | None,
    ready_folder: Path | None,
    session_header: str,
    as_json: bool,
) -> int:
    """Serve until stopped; the exit code. Raises ``WorkbenchError`` for what cannot be served."""
    settings = Settings(session_header=session_header)
    model = replay_log(
        fixture,
        children=children or None,
        override=override,
        providers=None if providers is None else catalogue_in(providers),
        pace_ms=pace_ms,
        ready_folder=ready_folder,
        settings=settings,
    )
    listening = listen(host, port)
    with listening:
        address = address_of(listening)
        started = _started_json if as_json else _started_text
        ended = serve(model, listening, started=lambda: started(fixture, address, model))
    _ended_json(fixture, ended) if as_json else _say(*ended.lines())
    return CONSUMED if ended.complete else NOT_CONSUMED


def catalogue_in(path: Path) -> list[Any]:
    """The providers of a JSON file: a list, or an object with ``providers``. Raises ``Refused``."""
    unit = Unit.at(path)
    try:
        value = parse(unit.file(unit.name).data.decode("utf-8", "replace"), javascript_numbers=True)
    except NotJson as error:
        raise Refused(
            "The catalogue is not JSON",
            where=error.where,
            means="It cannot be known which routes to serve",
            code="invalid_json",
        ) from None
    found = value.get("providers") if isinstance(value, dict) else value
    if not isinstance(found, list):
        # Without routes replay answers everything, which nobody means who gives a catalogue.
        raise Refused(
            "The catalogue is neither a list of providers nor an object with one",
            means="It cannot be known which routes to serve",
            code="bad_catalogue",
        )
    return found


def _started_text(fixture: Path | None, address: str, model: ReplayedModel) -> None:
    _say(
        f"Replay answers on {address}/v1 for clients of OpenAI, on {address} for those of Anthropic",
        "Ctrl+C stops it and says what was consumed",
    )


def _started_json(fixture: Path | None, address: str, model: ReplayedModel) -> None:
    models = names(model.listing())
    _print(_line(fixture, "serving") | {"address": address, "models": models})


def _ended_json(fixture: Path | None, ended: Report) -> None:
    consumed = {"used": ended.used, "total": ended.total, "unused": list(ended.unused)}
    _print(
        _line(fixture, "stopped")
        | {"ok": ended.complete, "consumed": consumed, "refusedCalls": ended.refused}
    )


def _line(fixture: Path | None, status: str) -> dict[str, Any]:
    path = None if fixture is None else str(fixture)
    return {"schema": _SCHEMA, "command": "serve", "path": path, "status": status}


def _print(line: dict[str, Any]) -> None:
    _say(json.dumps(line))


def _say(*lines: str) -> None:
    """Lines on standard output, at once: who reads the address waits for it."""
    for line in lines:
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
