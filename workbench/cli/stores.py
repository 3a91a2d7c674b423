"""Which capture stores a command works on, and as whom."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import make_url

from workbench.captures import Store
from workbench.captures.parts import default_store
from workbench.captures.roles import parse_roles
from workbench.core.errors import BadCommand
from workbench.review.custody import Lease
from workbench.review.forgetting import forget_captures

STORE_VARIABLE = "WORKBENCH_STORE"
ROLE_VARIABLE = "WORKBENCH_ROLE"


@dataclass(frozen=True, slots=True)
class Named:
    """An open store, and the words it is called by: never with a password."""

    name: str
    store: Store = field(repr=False)


def places(given: Sequence[str] | None) -> tuple[str, ...]:
    """The stores of ``--store``, else of the environment, else this user's own."""
    if given:
        return tuple(given)
    named = os.environ.get(STORE_VARIABLE, "").split()
    return tuple(named) or (str(default_store()),)


@contextmanager
def opened(given: Sequence[str] | None, **options: Any) -> Iterator[tuple[Named, ...]]:
    """Every store, open; closed at the end. Raises ``StoreError``."""
    roles = parse_roles(os.environ.get(ROLE_VARIABLE, ""))
    with ExitStack() as held:
        yield tuple(
            Named(
                _public(where),
                held.enter_context(
                    Store.open(where, roles=roles, traces=forget_captures, **options)
                ),
            )
            for where in places(given)
        )


@contextmanager
def one(given: Sequence[str] | None, **options: Any) -> Iterator[Named]:
    """The one store that is named. Raises ``BadCommand`` where there are several."""
    if len(places(given)) > 1:
        raise BadCommand(
            "Several stores are configured, and this works on one",
            cure=f"Name it with --store, or in {STORE_VARIABLE}",
        )
    with opened(given, **options) as stores:
        yield stores[0]


def _public(where: str) -> str:
    if "://" not in where:
        return Path(where).as_posix()
    return make_url(where).set(password=None).render_as_string()


@contextmanager
def review_of(given: str) -> Iterator[dict[str, Any]]:
    """What ``Review.open`` takes to review the captures of a store, until the end of the block."""
    with one([given]) as named, named.store.checkout() as out:
        custody = out.custody(Lease)
        try:
            yield {"folder": out.folder, "state": out.state, "custody": custody}
        finally:
            custody.forget()
