"""The classes of the HTTP library that asks: httpx, or httpx2 which newer LLM clients are built on.

A client takes a transport of any class, but only responses and streams of its own library. Neither
library is imported for the other's sake: a request says by its class where it comes from.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import lru_cache
from typing import Any


@dataclass(frozen=True, slots=True)
class HttpLibrary:
    """What a transport needs of one library."""

    response: Any
    sync_stream: Any
    async_stream: Any
    read_timeout: Any
    read_error: Any


def library_of(request: object) -> HttpLibrary:
    """The library whose ``Request`` this is."""
    return _library(type(request).__module__.partition(".")[0])


@lru_cache(maxsize=8)
def _library(name: str) -> HttpLibrary:
    found: Any = sys.modules[name]
    return HttpLibrary(
        found.Response,
        found.SyncByteStream,
        found.AsyncByteStream,
        found.ReadTimeout,
        found.ReadError,
    )
