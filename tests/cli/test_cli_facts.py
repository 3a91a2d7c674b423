"""An outside script can compare the JSON lines with what others counted in the same recordings."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from cli_running import Commands


def lines_by_path(workbench: Commands, *paths: Path) -> dict[Path, dict[str, Any]]:
    ran = workbench("show", *paths, "--json")
    return {Path(line["path"]): line for line in ran.lines}


def test_exchanges_agree_with_an_independent_reader(workbench: Commands, shared: Path) -> None:
    """Method, address, status and both bodies of every exchange, and the events of every stream."""
    folder = shared / "corpora" / "cassettes"
    files = json.loads((folder / "expected.json").read_bytes())["files"]
    small = {
        folder / name: facts
        for name, facts in files.items()
        if facts["file_size"] < 60_000 and facts["n_interactions"] and facts["format"] != "non-http"
    }
    shown = lines_by_path(workbench, *small)
    compared = 0
    for path, facts in small.items():
        exchanges = shown[path]["facts"]["exchanges"]
        for ours, theirs in zip(exchanges, facts["interactions"], strict=True):
            assert ours["method"] == (theirs["method"] or "").upper()
            assert ours["status"] == theirs["status"]
            for name, expected in (
                ("requestStoredSha256", "req_body_sha256"),
                ("responseStoredSha256", "resp_body_sha256"),
                ("responseSha256", "resp_decoded_sha256"),
                ("events", "sse_events"),
            ):
                if expected in theirs:
                    assert ours[name] == theirs[expected], (path.name, ours["index"], name)
            if theirs["url_sha256"] is not None:
                digest = hashlib.sha256(ours["url"].encode()).hexdigest()
                assert digest == theirs["url_sha256"]
            compared += 1
    assert compared > 100


def test_scripts_agree_with_an_independent_reader(workbench: Commands, shared: Path) -> None:
    """Calls and digest of every script of a scenario, in binding order, sidecar applied."""
    folder = shared / "corpora" / "session_logs"
    scenarios = json.loads((folder / "expected.json").read_bytes())["scenarios"]
    bound = {
        folder / name: facts["scenario"]["scripts"]
        for name, facts in scenarios.items()
        if "scripts" in facts.get("scenario", {})
    }
    shown = lines_by_path(workbench, *bound)
    compared = 0
    for path, scripts in bound.items():
        assert shown[path]["status"] == "loaded", path.name
        ours = [(script["calls"], script["sha256"]) for script in shown[path]["facts"]["scripts"]]
        assert ours == [
            (script["script"]["calls"], script["script"]["sha256"]) for script in scripts
        ], path.name
        compared += len(ours)
    assert compared > 50
