"""A large capture is shown at once; until its checks are done nothing can be decided, and that is said."""

from __future__ import annotations

import threading

import pytest
from review_folder import only

from workbench.core.errors import BadCommand, GateClosed
from workbench.review import glancing, loading

WAIT = 30  # seconds until a test gives up


class Checks:
    """Checks that wait to be let through, so that what is shown meanwhile can be looked at."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.through = threading.Event(), threading.Event()
        scan = loading.scan

        def slow(*arguments, **keywords):
            self.begun.set()
            assert self.through.wait(WAIT)
            return scan(*arguments, **keywords)

        monkeypatch.setattr(loading, "scan", slow)
        monkeypatch.setattr(glancing, "AT_ONCE", 0)


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> Checks:
    return Checks(monkeypatch)


class Told:
    def __init__(self) -> None:
        self.keys: list[str] = []
        self.event = threading.Event()

    def __call__(self, key: str) -> None:
        self.keys.append(key)
        self.event.set()


def test_the_steps_are_there_before_the_checks_are(captures, checks: Checks) -> None:
    captures.add("anything", "write to zebedee@mail.zq-canary.net")
    review, told = captures.review(), Told()
    key = only(review)
    item = review.glance(key, then=told)
    assert item.pending
    assert item.fixture is not None
    assert len(item.fixture.steps()) == 1
    assert item.state == "in review"
    assert item.gates[0].status == "pass"
    assert {gate.word for gate in item.gates[1:]} == {"running"}
    assert item.sentence == (
        "The replay and the checks are still running. The steps can be read meanwhile."
    )
    (row,) = review.queue()
    assert row.open_findings is None
    checks.through.set()
    assert told.event.wait(WAIT)
    assert told.keys == [key]
    whole = review.item(key)
    assert not whole.pending
    assert len(whole.open_findings) == 1


def test_nothing_is_decided_while_the_checks_run(captures, checks: Checks) -> None:
    captures.add("anything", "hello")
    review, told = captures.review(), Told()
    key = only(review)
    review.glance(key, then=told)
    for command, payload in [
        ("rename", {"name": "reply-kept", "reason": "vocabulary"}),
        ("defer", {}),
        ("reject", {"reason": "other"}),
        ("approve_outcome", {"digest": "0" * 64}),
    ]:
        with pytest.raises(BadCommand, match="still running"):
            review.do(command, item=key, **payload)
    for command in ("stage", "export"):
        with pytest.raises((BadCommand, GateClosed)):
            review.do(command, item=key, held=True)
    with pytest.raises(BadCommand, match="still running"):
        review.outcome_card(key)
    assert review.do("seen", item=key, regions=["name", "outcome"]).sentence == ""
    checks.through.set()
    assert told.event.wait(WAIT)
    assert review.item(key).unseen == review.item(key).required


def test_reading_ahead_keeps_nobody_from_the_review(captures, checks: Checks) -> None:
    captures.add("anything", "hello")
    captures.add("something", "hello")
    review = captures.review()
    reading = threading.Thread(target=review.warm)
    reading.start()
    assert checks.begun.wait(WAIT)
    first, second = (row.key for row in review.queue())
    told = Told()
    # The capture being read ahead is shown like any other, and so is the one after it.
    assert review.glance(first, then=told).pending
    review.do("open", item=first)
    checks.through.set()
    assert told.event.wait(WAIT)
    reading.join(WAIT)
    assert not review.item(first).pending
    assert not review.item(second).pending


def test_a_small_capture_is_whole_at_once(captures) -> None:
    captures.add("anything", "hello")
    review, told = captures.review(), Told()
    item = review.glance(only(review), then=told)
    assert not item.pending
    assert item.replay is not None
    assert not told.keys


def test_a_capture_that_does_not_load_is_refused_at_once(captures, checks: Checks) -> None:
    captures.add("anything").write_text("{")
    review = captures.review()
    item = review.glance(only(review), then=Told())
    assert item.refusal is not None
    assert not item.pending


def test_a_file_that_changes_while_it_is_checked_is_read_again(captures, checks: Checks) -> None:
    path = captures.add("anything", "hello")
    review, told = captures.review(), Told()
    key = only(review)
    review.glance(key, then=told)
    path.write_text(path.read_text().replace("hello", "good evening"))
    checks.through.set()
    assert told.event.wait(WAIT)
    item = review.item(key)
    assert not item.pending
    assert item.fixture is not None
    assert item.fixture.steps()[0].detail == "good evening"


def test_a_review_that_was_closed_meanwhile_is_left_alone(captures, checks: Checks) -> None:
    captures.add("anything", "hello")
    review, told = captures.review(), Told()
    review.glance(only(review), then=told)
    assert checks.begun.wait(WAIT)
    review.close()
    checks.through.set()
    assert not told.event.wait(0.2)
