"""The captures of a store as the folder to review, where ``workbench lab --store`` named one."""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from workbench.review.custody import Custody, Lease
from workbench.review.forgetting import forget_captures

STORE_VARIABLE = "WORKBENCH_REVIEW_STORE"
PROMOTED_VARIABLE = "WORKBENCH_PROMOTED"


@dataclass(frozen=True, slots=True)
class Stored:
    """What a review of a store is opened with. ``close`` gives everything back."""

    folder: Path
    state: Path
    promoted: Path
    custody: Custody = field(repr=False)
    _held: ExitStack = field(repr=False)

    def close(self) -> None:
        """Close the store, and take away what was written out for the review."""
        self._held.close()


def stored_captures() -> Stored | None:
    """The store that the launcher named, open; ``None`` where it named none. Raises ``StoreError``."""
    named = os.environ.get(STORE_VARIABLE)
    if not named:
        return None
    # Only now: a review of a folder needs no database.
    from workbench.captures import Store

    held = ExitStack()
    try:
        store = held.enter_context(Store.open(named, traces=forget_captures))
        out = held.enter_context(store.checkout())
    except BaseException:
        held.close()
        raise
    custody = out.custody(Lease)
    held.callback(custody.forget)
    promoted = Path(os.environ.get(PROMOTED_VARIABLE) or "promoted")
    return Stored(out.folder, out.state, promoted, custody, held)
