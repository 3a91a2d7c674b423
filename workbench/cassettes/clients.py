"""Answers in the classes of the HTTP library that asks: httpx, or httpx2 which newer LLM SDKs use.

Source: ``spec/http-cassettes.md`` §4.1.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

import anyio

from workbench.cassettes.serving import Served
from workbench.core.http_libraries import HttpLibrary, library_of

if TYPE_CHECKING:
    import httpx


def response(
    request: httpx.Request, answer: Served, *, size: int | None = None, delay: float = 0
) -> httpx.Response:
    """The answer as a response whose body is still to be read, in pieces of ``size`` bytes.

    ``delay`` is waited before each piece, in milliseconds.
    """
    pieces = answer.pieces(size) if answer.streams else iter([answer.body])
    library = library_of(request)
    found = library.response(
        answer.status,
        headers=answer.headers,
        stream=_stream_class(library)(pieces, delay if answer.streams else 0),
        extensions={"reason_phrase": answer.reason} if answer.reason else {},
    )
    return cast("httpx.Response", found)


def bare_response(request: httpx.Request, answer: Served) -> httpx.Response:
    """The answer after its body was handed over in pieces; with its body where none was."""
    made = library_of(request).response
    if answer.streams:
        return cast(
            "httpx.Response", made(answer.status, headers=answer.plain_headers, content=b"")
        )
    return cast("httpx.Response", made(answer.status, headers=answer.headers, content=answer.body))


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


@lru_cache(maxsize=8)
def _stream_class(library: HttpLibrary) -> Any:
    """A stream of the library's own classes."""
    return type("Pieces", (_Pieces, library.sync_stream, library.async_stream), {})
