"""A review folder of made-up captures, and a family that is there for these tests only."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from review_folder import Captures, decide

from workbench.core.fixture import families

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def fake_family(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Installs the fake family as a plug-in, for this process and those it starts."""
    place = tmp_path_factory.mktemp("plugin")
    shutil.copy(HERE / "fake_family.py", place / "review_fake_family.py")
    info = place / "review_fake_family-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: review-fake-family\nVersion: 1.0\n"
    )
    (info / "entry_points.txt").write_text(
        "[workbench.families]\nfake = review_fake_family:FAMILY\n"
    )
    sys.path.insert(0, str(place))
    families.cache_clear()
    yield
    sys.path.remove(str(place))
    families.cache_clear()


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user state folder of these tests."""
    folder = tmp_path / "state"
    monkeypatch.setenv("WORKBENCH_STATE", str(folder))
    return folder


@pytest.fixture
def captures(tmp_path: Path, fake_family: None) -> Iterator[Captures]:
    folder = Captures(tmp_path)
    yield folder
    folder.close()


@pytest.fixture
def decided() -> Callable[..., None]:
    return decide
