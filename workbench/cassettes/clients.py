"""Answers in the classes of the HTTP library that asks: httpx, or httpx2 which newer LLM SDKs use.

Neither is imported for the other's sake: a request says by its class where it comes from.
Source: ``spec/http-cassettes.md`` §4.1.
"""

from __future__ import annotations

import sys
import time
from collections.abc import AsyncIterator, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

import anyio

from workbench.cassettes.serving import Served

if TYPE_CHECKING:
    import httpx


def response(
    request: httpx.Request, answer: Served, *, size: int | None = None, delay: float = 0
) -> httpx.Response:
    """The answer as a response whose body is still to be read, in pieces of ``size`` bytes.

    ``delay`` is waited before each piece, in milliseconds.
    """
    pieces = answer.pieces(size) if answer.streams else iter([answer.body])
    classes = _classes(_library(request))
    found = classes.response(
        answer.status,
        headers=answer.headers,
        stream=classes.stream(pieces, delay if answer.streams else 0),
        extensions={"reason_phrase": answer.reason} if answer.reason else {},
    )
    return cast("httpx.Response", found)


def bare_response(request: httpx.Request, answer: Served) -> httpx.Response:
    """The answer after its body was handed over in pieces; with its body where none was."""
    made = _classes(_library(request)).response
    if answer.streams:
        return cast(
            "httpx.Response", made(answer.status, headers=answer.plain_headers, content=b"")
        )
    return cast("httpx.Response", made(answer.status, headers=answer.headers, content=answer.body))


def _library(request: object) -> str:
    return type(request).__module__.partition(".")[0]


class _Pieces:
    """A body in pieces, each after its delay."""

    def __init__(self, pieces: Iterator[bytes], delay: float) -> None:
        self._pieces = pieces
        self._delay = delay

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._pieces:
            if self._delay > 0:
                time.sleep(self._delay / 1000)
            yield piece

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            if self._delay > 0:
                await anyio.sleep(self._delay / 1000)
            yield piece


class _Classes:
    """The classes of one library. A client accepts no stream that is not of its own."""

    def __init__(self, library: Any) -> None:
        self.response: Any = library.Response
        self.stream: Any = type(
            "Pieces", (_Pieces, library.SyncByteStream, library.AsyncByteStream), {}
        )


@lru_cache(maxsize=8)
def _classes(library: str) -> _Classes:
    return _Classes(sys.modules[library])
