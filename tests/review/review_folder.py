"""A review folder of made-up captures, and what a person decides about one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from workbench.findings import KnownIdentities
from workbench.review import Review

#: Someone who is in no capture: so that the derived-from checks run.
KNOWN = KnownIdentities(users=("quillon-nobody",))


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
