"""The pytest fixture ``replay_cassette``: a test's own cassette, checked for what was left unplayed.

Without a path the cassette is looked for where recorders of pytest put it.
Source: ``spec/http-cassettes.md`` §3.3, §7.5.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from workbench.cassettes.transport import ReplayTransport

_FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note a failed test: what it left unplayed is then no news."""
    report = yield
    if call.when == "call":
        item.stash[_FAILED] = report.failed
    return report


@pytest.fixture
def replay_cassette(request: pytest.FixtureRequest) -> Iterator[Callable[..., ReplayTransport]]:
    """Make transports: ``replay_cassette("chat.yaml", mode=…, consumed=True)``.

    A relative path starts at the folder ``cassettes`` beside the test, or at the test's own folder.
    When the test has passed, every exchange must have been played, unless ``consumed=False``.
    """
    from workbench.cassettes.transport import ReplayTransport

    made: list[ReplayTransport] = []

    def replayed(
        path: str | Path | None = None, *, consumed: bool = True, **options: Any
    ) -> ReplayTransport:
        transport = ReplayTransport(cassette_path=_found(request, path), **options)
        if consumed:
            made.append(transport)
        return transport

    yield replayed
    if not request.node.stash.get(_FAILED, False):
        for transport in made:
            transport.assert_consumed()


def _found(request: pytest.FixtureRequest, path: str | Path | None) -> Path:
    """The first place where a cassette lies; the last one looked at, for the error, if none does."""
    from workbench.cassettes.recorded_tests import usual_places

    folder = request.path.parent
    if path is not None:
        places = [folder / "cassettes" / path, folder / path]
    else:
        places = list(usual_places(folder, request.path.stem, _name(request)))
    return next((place for place in places if place.is_file()), places[0])


def _name(request: pytest.FixtureRequest) -> str:
    owner = f"{request.cls.__name__}." if request.cls is not None else ""
    return f"{owner}{request.node.name}"
