"""A review folder of made-up captures, and a family that is there for these tests only."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from workbench.core.fixture import families
from workbench.findings import KnownIdentities
from workbench.review import Review

HERE = Path(__file__).parent

#: Someone who is in no capture: so that the derived-from checks run.
KNOWN = KnownIdentities(users=("quillon-nobody",))


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


class Captures:
    """A folder of fake captures, and the reviews opened on it."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "captures"
        self.promoted = root / "promoted"
        self.folder.mkdir()
        self._open: list[Review] = []

    def add(self, name: str, *say: str, **members: Any) -> Path:
        path = self.folder / f"{name}.fake.json"
        steps = members.pop("steps", None) or [{"say": words} for words in say or ("hello",)]
        body = {"fake": 1, "seed": "copper-stone", "steps": steps, **members}
        path.write_text(json.dumps(body, ensure_ascii=False))
        return path

    def review(self, **options: Any) -> Review:
        review = Review.open(self.folder, **{"known": KNOWN, **options})
        self._open.append(review)
        return review

    def close(self) -> None:
        for review in self._open:
            review.close()


@pytest.fixture
def captures(tmp_path: Path, fake_family: None) -> Iterator[Captures]:
    folder = Captures(tmp_path)
    yield folder
    folder.close()


def only(review: Review) -> str:
    """The key of the only capture."""
    (row,) = review.queue()
    return row.key


def decide(review: Review, key: str, name: str = "reply-kept-after-reload") -> None:
    """Everything a person decides about a capture without findings, up to ready."""
    review.do("open", item=key)
    review.do("rename", item=key, name=name, reason="vocabulary")
    card = review.outcome_card(key)
    review.do("approve_outcome", item=key, digest=card.digest)
    review.do("seen", item=key, regions=list(review.item(key).required))


@pytest.fixture
def decided() -> Callable[..., None]:
    return decide
