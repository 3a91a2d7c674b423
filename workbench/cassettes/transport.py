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

from workbench.cassettes.clients import bare_response, response
from workbench.cassettes.errors import NO_CASSETTE, CassetteError
from workbench.cassettes.matching import LiveRequest, Match, Matcher, Mode, Played, Player
from workbench.cassettes.mismatch import mismatch
from workbench.cassettes.model import Cassette
from workbench.cassettes.reading import load_cassette
from workbench.cassettes.serving import Served, served

EXACT_URL = "cassette_url"
"""Request extension: the URL's text as the caller wrote it, before httpx normalised it."""

_Result = TypeVar("_Result")


class ReplayTransport(httpx.BaseTransport, httpx.AsyncBaseTransport):
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
        if cassette is None and cassette_path is None:
            raise CassetteError(NO_CASSETTE, code="missing_cassette")
        self.cassette = cassette or load_cassette(cassette_path or "")
        self._player = Player(Matcher(self.cassette), mode=Mode(mode))
        self._size = stream_chunk_size
        self._delay = stream_delay
        self._closed = False
        self.last_match: Match | None = None

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Answer one request. Raises ``CassetteError`` (``cassette_mismatch``)."""
        request.read()
        answer = self._answer(_live(request))
        return response(request, answer, size=self._size, delay=self._delay)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Answer one request. Raises ``CassetteError`` (``cassette_mismatch``)."""
        await request.aread()
        answer = self._answer(_live(request))
        return response(request, answer, size=self._size, delay=self._delay)

    def stream(self, request: httpx.Request, on_chunk: Callable[[bytes], object]) -> httpx.Response:
        """Hand the body to ``on_chunk`` in pieces and return a response without it (§4.1).

        A status outside 200–299, or an empty body: no piece, and the response keeps its body.
        """
        request.read()
        answer = self._answer(_live(request))
        for piece in answer.pieces(self._size) if answer.streams else ():
            self._wait()
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

    @property
    def played(self) -> Played:
        """What has been used so far."""
        return self._player.played

    def assert_consumed(self) -> None:
        """Raise ``CassetteError`` (``cassette_unplayed``) unless every exchange was played."""
        left = self.played.unplayed
        if left:
            raise CassetteError(
                f"{len(left)} recorded exchanges were never asked for",
                where="exchange " + ", ".join(str(index + 1) for index in left[:20]),
                means="The code no longer makes every request that was recorded",
                cure="Make them, or record the cassette again",
                code="cassette_unplayed",
                details={"unplayed": list(left)},
            )

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            if self._player.mode is Mode.STRICT:
                self.assert_consumed()

    async def aclose(self) -> None:
        self.close()

    def __exit__(
        self,
        exc_type: type[BaseException] | None = None,
        exc_value: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        # What went wrong inside the block matters more than what was left over because of it.
        self._closed = self._closed or exc_type is not None
        self.close()

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None = None,
        exc_value: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        self.__exit__(exc_type, exc_value, traceback)

    def __repr__(self) -> str:
        return f"<ReplayTransport {self._player.mode}, {len(self.cassette.interactions)} exchanges>"

    def _answer(self, live: LiveRequest) -> Served:
        match = self._player.choose(live)
        if match is None:
            raise mismatch(
                self._player.matcher, live, already_played=self._player.already_played(live)
            )
        self.last_match = match
        return served(match.interaction)

    def _wait(self) -> None:
        if self._delay > 0:
            time.sleep(self._delay / 1000)


def _live(request: httpx.Request) -> LiveRequest:
    exact = request.extensions.get(EXACT_URL)
    url = exact if isinstance(exact, str) else str(request.url)
    body = request.content
    # httpx sends no difference between an absent body and an empty one.
    bodies = (body,) if body else (None, b"")
    sent = "" if isinstance(exact, str) else url.partition("#")[0]
    return LiveRequest(request.method, url, bodies, sent)
