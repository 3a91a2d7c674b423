"""An httpx transport, sync and async, that answers from a cassette and has no network.

LLM clients take it as ``http_client=httpx.Client(transport=ReplayTransport(cassette_path=…))``; those
that are built on httpx2 take the same transport in an ``httpx2.Client``.
Source: ``spec/http-cassettes.md`` §2.1, §3, §4.1.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TypeVar

import httpx

from workbench.cassettes.answering import Answers
from workbench.cassettes.clients import bare_response, response
from workbench.cassettes.matching import LiveRequest, Mode
from workbench.cassettes.model import Cassette

EXACT_URL = "cassette_url"
"""Request extension: the URL's text as the caller wrote it, before httpx normalised it."""

_Result = TypeVar("_Result")


class ReplayTransport(Answers, httpx.BaseTransport, httpx.AsyncBaseTransport):
    """Answers requests from a cassette, in memory.

    ``stream_chunk_size`` is in bytes, ``stream_delay`` in milliseconds before each chunk. Play
    counters belong to the transport. In ``strict`` mode leaving the ``with`` block, or closing, with
    exchanges left unplayed raises ``CassetteError`` (``cassette_unplayed``).
    """

    def __init__(
        self,
        cassette: Cassette | None = None,
        *,
        cassette_path: str | Path | None = None,
        mode: Mode | str = Mode.SEQUENCE,
        stream_chunk_size: int | None = None,
        stream_delay: float = 0,
    ) -> None:
        super().__init__(cassette, cassette_path=cassette_path, mode=mode)
        self._size = stream_chunk_size
        self._delay = stream_delay

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Answer one request. Raises ``CassetteError`` (``cassette_mismatch``)."""
        request.read()
        answer = self.answer(_live(request))
        return response(request, answer, size=self._size, delay=self._delay)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Answer one request. Raises ``CassetteError`` (``cassette_mismatch``)."""
        await request.aread()
        answer = self.answer(_live(request))
        return response(request, answer, size=self._size, delay=self._delay)

    def stream(self, request: httpx.Request, on_chunk: Callable[[bytes], object]) -> httpx.Response:
        """Hand the body to ``on_chunk`` in pieces and return a response without it (§4.1).

        A status outside 200–299, or an empty body: no piece, and the response keeps its body.
        """
        request.read()
        answer = self.answer(_live(request))
        for piece in answer.pieces(self._size) if answer.streams else ():
            if self._delay > 0:
                time.sleep(self._delay / 1000)
            on_chunk(piece)
        return bare_response(request, answer)

    def stream_reduce(
        self, request: httpx.Request, initial: _Result, step: Callable[[_Result, bytes], _Result]
    ) -> tuple[httpx.Response, _Result]:
        """Like :meth:`stream`, folding the pieces into a result."""
        result = initial

        def fold(piece: bytes) -> None:
            nonlocal result
            result = step(result, piece)

        return self.stream(request, fold), result

    def close(self) -> None:
        self.finish()

    async def aclose(self) -> None:
        self.finish()

    def __exit__(
        self,
        exc_type: type[BaseException] | None = None,
        exc_value: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        # What went wrong inside the block matters more than what was left over because of it.
        self.finish(failed=exc_type is not None)

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None = None,
        exc_value: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        self.finish(failed=exc_type is not None)


def _live(request: httpx.Request) -> LiveRequest:
    exact = request.extensions.get(EXACT_URL)
    url = exact if isinstance(exact, str) else str(request.url)
    body = request.content
    # httpx sends no difference between an absent body and an empty one.
    bodies = (body,) if body else (None, b"")
    sent = "" if isinstance(exact, str) else url.partition("#")[0]
    return LiveRequest(request.method, url, bodies, sent)
