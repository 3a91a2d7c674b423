"""No captured value leaves the review by any door but the promoted bytes, and there only if judged."""

from __future__ import annotations

import io
import json
import logging
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from review_folder import KNOWN, decide, only

from workbench.core.errors import WorkbenchError
from workbench.findings import KnownIdentities, encodings_of, residue
from workbench.review import Review


def everything(value: object, depth: int = 0) -> Iterator[str]:
    """The ``repr`` of an object, and of what it holds."""
    yield repr(value)
    yield str(value)


def in_files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.fixture
def planted(captures, canaries: Mapping[str, str]) -> Mapping[str, str]:
    """One capture that holds every canary, in its name too."""
    captures.add(
        "zebedee-canary-run",
        *(f"{what}: {value}" for what, value in canaries.items()),
        # in further forms: a decoder finds them, and no message may hold them
        *(form for value in canaries.values() for _, form in encodings_of(value)[:4]),
    )
    return canaries


def identities(canaries: Mapping[str, str]) -> KnownIdentities:
    return KnownIdentities(
        names=(canaries["person"],), users=(canaries["username"],), emails=(canaries["email"],)
    )


def test_journal_state_and_audit_hold_no_canary_in_any_encoding(
    captures, planted: Mapping[str, str], state: Path
) -> None:
    review = captures.review(known=identities(planted).joined(KNOWN))
    key = only(review)
    for finding in review.item(key).open_findings:
        verdict = "identifies" if finding.stand_in else "unsure"
        review.do("judge", item=key, finding=finding.key, verdict=verdict)
    review.do("rename", item=key, name="reply-kept-after-reload", reason="vocabulary")
    review.do("seen", item=key, regions=list(review.item(key).required))
    card = review.outcome_card(key)
    review.do("approve_outcome", item=key, digest=card.digest)
    review.close()
    kept = {**in_files(captures.folder / ".workbench"), **in_files(state)}
    assert any(name.startswith("journal") for name in kept)
    assert residue(kept, list(planted.values())).found == ()
    assert b"zebedee" not in b"".join(kept.values()).lower()


def test_an_export_holds_no_canary_that_was_judged_to_go(
    captures, canaries: Mapping[str, str]
) -> None:
    values = [canaries[what] for what in ("email", "username", "secret")]
    captures.add("zebedee-canary-run", *(f"it is {value} here" for value in values))
    review = captures.review(known=identities(canaries))
    key = only(review)
    for finding in review.item(key).open_findings:
        review.do("judge", item=key, finding=finding.key, verdict="identifies")
    item = review.item(key)
    judged = [finding.value for finding in item.findings]
    assert set(values) <= set(judged)
    decide(review, key)
    review.do("stage", item=key)
    review.do("export", item=key, held=True)
    written = in_files(captures.promoted)
    assert len(written) == 3
    assert residue(written, judged).found == ()
    assert b"zebedee-canary-run" not in b"".join(written.values())


def test_no_repr_holds_a_canary(captures, planted: Mapping[str, str]) -> None:
    review = captures.review(known=identities(planted))
    key = only(review)
    item = review.item(key)
    shown = [review, *review.queue(), item, *item.gates, *item.findings, item.scan, item.replay]
    shown += [review.outcome_card(key), *review.name_check(key, "zebedee-canary-again")]
    shown += [review.do("open", item=key), *review.entries(), review.resume()]
    shown += [item.sentence, review.summary(), *review.name_proposals(key), review._shelf.view(key)]
    shown += [review._shelf.view(key).held, review._shelf.view(key).cure]
    text = {"repr.txt": "\n".join(line for value in shown for line in everything(value)).encode()}
    assert residue(text, list(planted.values())).found == ()
    assert b"zebedee" not in text["repr.txt"].lower()


def test_no_error_or_traceback_holds_a_canary(captures, planted: Mapping[str, str]) -> None:
    """Wrong payloads that hold captured values come back as errors without them."""
    review = captures.review(known=identities(planted))
    key = only(review)
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    logging.getLogger().addHandler(handler)
    attempts = [
        (command, {member: value})
        for value in planted.values()
        for command, member in [
            ("rename", "name"),
            ("judge", "finding"),
            ("judge", "verdict"),
            ("same_as", "finding"),
            ("approve_outcome", "digest"),
            ("reject", "reason"),
            ("export", "typed_name"),
            ("nonsense", "name"),
        ]
    ]
    texts = []
    for command, payload in attempts:
        with pytest.raises(WorkbenchError) as caught:
            review.do(command, item=key, **payload)
        texts += [str(caught.value), repr(caught.value), json.dumps(caught.value.details)]
        texts += traceback.format_exception_only(caught.value)
        assert caught.value.__context__ is None or caught.value.__suppress_context__
    logging.getLogger().removeHandler(handler)
    text = {"errors.txt": "\n".join([*texts, log.getvalue()]).encode()}
    assert residue(text, list(planted.values())).found == ()
    assert all(entry.command in ("open", "seen") for entry in review.entries())


def test_a_capture_that_does_not_load_leaks_nothing(captures, canaries: Mapping[str, str]) -> None:
    path = captures.add("anything")
    path.write_text('{"fake": 1, "steps": [' + json.dumps(list(canaries.values()))[1:])
    with Review.open(captures.folder, known=KNOWN) as review:
        item = review.item(only(review))
        assert item.refusal is not None
        text = {"item.txt": (repr(item) + item.sentence + str(item.refusal)).encode()}
        assert residue(text, list(canaries.values())).found == ()


def test_closing_forgets(captures, planted: Mapping[str, str]) -> None:
    review = captures.review(known=identities(planted))
    review.item(only(review))
    review.close()
    assert not review._shelf._held
    assert not review._shelf._known.given
