"""The pytest fixture ``replay_log``: a recorded log in place of the model, checked for what was left.

Source: ``spec/session-logs.md`` §15.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from workbench.session_logs.mounts import ReplayedModel

_FAILED = pytest.StashKey[bool]()
_FOLDER = "session_logs"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note a failed test: what it left unasked is then no news."""
    report = yield
    if call.when == "call":
        item.stash[_FAILED] = report.failed
    return report


@pytest.fixture
def replay_log(request: pytest.FixtureRequest) -> Iterator[Callable[..., ReplayedModel]]:
    """Make models: ``replay_log("parent.jsonl", consumed=True, …)``.

    A relative path, also of a child or a sidecar, starts at the folder ``session_logs`` beside the
    test, or at the test's own folder. Options are those of ``workbench.session_logs.replay_log``.
    Each model is disposed of after the test; when the test has passed, everything recorded must have
    been asked for, unless ``consumed=False``.
    """
    from workbench.session_logs import mounts

    made: list[tuple[ReplayedModel, bool]] = []

    def replayed(path: Any = None, *, consumed: bool = True, **options: Any) -> ReplayedModel:
        if options.get("children") is not None:
            options["children"] = [_found(request, child) for child in options["children"]]
        if options.get("override") is not None:
            options["override"] = _found(request, options["override"])
        model = mounts.replay_log(_found(request, path), consumed=consumed, **options)
        made.append((model, consumed))
        return model

    yield replayed
    for model, _ in made:
        model.dispose()
    if not request.node.stash.get(_FAILED, False):
        for model, consumed in made:
            if consumed:
                model.assert_consumed()


def _found(request: pytest.FixtureRequest, path: Any) -> Any:
    """The first place where a log lies; the last one looked at, for the error, if none does."""
    if not isinstance(path, (str, Path)) or not str(path):
        return path
    folder = request.path.parent
    places = [folder / _FOLDER / path, folder / path]
    return next((place for place in places if place.exists()), places[-1])
