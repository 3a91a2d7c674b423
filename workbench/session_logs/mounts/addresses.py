"""Which endpoint a path means, and the session and route that stand in it.

``/v1/chat/completions``, ``/v1/responses``, ``/v1/messages``, ``/v1/models`` and ``/v1/models/<id>``,
below whatever base a client has. A base may hold ``/sessions/<id>`` and ``/providers/<id>``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import unquote

MODELS = "models"
_SESSION = re.compile(r"/sessions/([^/]+)")
_PROVIDER = re.compile(r"/providers/([^/]+)")


@dataclass(frozen=True, slots=True)
class Address:
    """``endpoint`` is that of a wire, or ``models``."""

    endpoint: str
    session: str | None = field(default=None, repr=False)
    provider: str | None = field(default=None, repr=False)
    model: str | None = field(default=None, repr=False)

    @property
    def method(self) -> str:
        """The only method that the endpoint has."""
        return "GET" if self.endpoint == MODELS else "POST"


def address(path: str, endpoints: Iterable[str]) -> Address | None:
    """The address of a path that is still percent-encoded; ``None`` for a path replay has not."""
    match = _pattern(tuple(endpoints)).fullmatch(path)
    if match is None:
        return None
    return Address(
        match["call"] or MODELS,
        _named(_SESSION, match["base"]),
        _named(_PROVIDER, match["base"]),
        None if match["model"] is None else unquote(match["model"]),
    )


@lru_cache(maxsize=4)
def _pattern(endpoints: tuple[str, ...]) -> re.Pattern[str]:
    calls = "|".join(map(re.escape, endpoints))
    return re.compile(
        rf"(?P<base>(?:/[^/]+)*?)/(?:(?P<call>{calls})|{MODELS}(?:/(?P<model>.+))?)/?"
    )


def _named(pattern: re.Pattern[str], base: str) -> str | None:
    found = pattern.search(base)
    return None if found is None else unquote(found[1])
