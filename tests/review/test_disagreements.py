"""A call whose recorded message says something else than its stream is a finding for a person."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from review_folder import KNOWN, only

from workbench.notebook import ReviewApp
from workbench.review import Review

LOG = Path(__file__).parents[2] / "sample_fixtures/captures/agent-run-0012/session.jsonl"
OTHER = "words that the stream never said"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A sample log of which one recorded message was changed."""
    lines = LOG.read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    at = next(n for n, row in enumerate(rows) if _text_of(row) is not None)
    block = _text_of(rows[at])
    assert block is not None
    block["text"] = OTHER
    lines[at] = json.dumps(rows[at])
    folder = tmp_path / "captures" / "run-1"
    folder.mkdir(parents=True)
    (folder / "session.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    return folder.parent


def _text_of(row: dict[str, Any]) -> dict[str, Any] | None:
    if row["type"] != "assistant/message":
        return None
    content = row["data"]["message"]["content"]
    return next((block for block in content if block["type"] == "text"), None)


def test_it_is_a_proof_that_a_person_judges(folder: Path) -> None:
    with Review.open(folder, known=KNOWN) as review:
        key = only(review)
        item = review.item(key)
        (finding,) = item.open_findings
        assert finding.check == "recorded-twice"
        assert finding.certainty == "proof"
        assert finding.what == "Is recorded twice, and differently"
        assert "the message recorded for it says something else" in finding.why
        assert finding.places[0].step is not None
        assert OTHER not in repr(finding)
        assert item.gate("Contents").status == "ask"
        review.do("judge", item=key, finding=finding.key, verdict="not_identifying", reason="other")
        assert review.item(key).gate("Contents").status == "pass"


def test_a_log_that_agrees_with_itself_has_none(tmp_path: Path) -> None:
    folder = tmp_path / "captures" / "run-1"
    folder.mkdir(parents=True)
    (folder / "session.jsonl").write_bytes(LOG.read_bytes())
    with Review.open(folder.parent, known=KNOWN) as review:
        assert review.item(only(review)).findings == ()


def test_another_answer_reopens_the_verdict(folder: Path) -> None:
    with Review.open(folder, known=KNOWN) as review:
        key = only(review)
        (finding,) = review.item(key).open_findings
        review.do("judge", item=key, finding=finding.key, verdict="not_identifying", reason="other")
        path = folder / "run-1" / "session.jsonl"
        path.write_text(path.read_text("utf-8").replace(OTHER, "other words again"), "utf-8")
        assert len(review.item(key).open_findings) == 1


def test_its_card_is_drawn(folder: Path, tmp_path: Path) -> None:
    app: Any = ReviewApp(folder, known=KNOWN, state=tmp_path / "state")
    sent: list[Any] = []
    app.send = lambda content, buffers=None: sent.append(content)
    app._session.move(item=app._session.rows()[0].key)
    app._hear(None, {"op": "command", "id": "item.open", "seq": 1}, [])
    app.close()
    assert "Is recorded twice, and differently" in json.dumps(sent)
    assert "went wrong" not in json.dumps(sent)
