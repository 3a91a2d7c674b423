"""What every room's tests share: the test corpora beside the checkout, and planted canaries."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# How fast this machine is says nothing about the code; and CI tries the same examples each time.
settings.register_profile(
    "workbench",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("workbench")

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True, scope="session")
def no_settings_of_this_person(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The keys of whoever runs the tests are not theirs to try, and not to be changed by them."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("WORKBENCH_CONFIG", str(tmp_path_factory.mktemp("config")))
        yield


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the specifications and corpora; skips where it is not laid out."""
    folder = Path(os.environ.get("WORKBENCH_SHARED", ROOT.parent / "shared"))
    if not (folder / "corpora").is_dir():
        pytest.skip("the corpora are not here (set WORKBENCH_SHARED to their folder)")
    return folder


@pytest.fixture(scope="session")
def canaries() -> Mapping[str, str]:
    """Planted values, visibly artificial, that may never leave a capture, by what they stand for.

    They are not reserved example values, which the checks set aside. Secret shapes are put together
    here, so that no scanner of this repository finds one.
    """
    return {
        "person": "Zebedee Canary-Example",
        "username": "zcanary",
        "email": "zebedee.canary@mail.zq-canary.net",
        "host": "canary-laptop.corp.zq-canary.net",
        "ip": "192.0.2.77",
        "path": "/home/zcanary/notes",
        "secret": "sk-" + "canary" * 6,
        "text": "the canary sang at the harbour-example",
    }
