"""The same answers for code that uses ``requests`` (extra ``requests``)::

    session.mount("https://", ReplayAdapter(cassette_path="chat.yaml"))

Source: ``spec/http-cassettes.md`` §3, §4.1.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import requests
from requests.adapters import HTTPAdapter
from urllib3 import HTTPHeaderDict, HTTPResponse

from workbench.cassettes.answering import Answers
from workbench.cassettes.matching import LiveRequest, Mode
from workbench.cassettes.model import Body, Cassette
from workbench.cassettes.serving import Served


class ReplayAdapter(Answers, HTTPAdapter):
    """Answers a ``requests.Session`` from a cassette; it opens no connection.

    In ``strict`` mode closing the session, or leaving the ``with`` block, with exchanges left
    unplayed raises ``CassetteError`` (``cassette_unplayed``).
    """

    def __init__(
        self,
        cassette: Cassette | None = None,
        *,
        cassette_path: str | Path | None = None,
        mode: Mode | str = Mode.SEQUENCE,
    ) -> None:
        HTTPAdapter.__init__(self)
        Answers.__init__(self, cassette, cassette_path=cassette_path, mode=mode)

    def send(
        self,
        request: requests.PreparedRequest,
        stream: bool = False,
        timeout: object = None,
        verify: object = True,
        cert: object = None,
        proxies: Mapping[str, str] | None = None,
    ) -> requests.Response:
        """Answer one request. Raises ``CassetteError`` (``cassette_mismatch``)."""
        answer = self.answer(_live(request))
        response: requests.Response = self.build_response(request, _raw(answer))
        if not stream:
            _ = response.content
        return response

    def close(self) -> None:
        self.finish()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.finish(failed=exc_type is not None)


def _live(request: requests.PreparedRequest) -> LiveRequest:
    url = request.url or ""
    body = _sent(request.body)
    # An empty body is prepared as none.
    return LiveRequest(
        request.method or "", url, (body,) if body else (None, b""), url.partition("#")[0]
    )


def _sent(body: object) -> Body:
    """A prepared body as bytes: text, bytes, a file, or pieces."""
    if body is None:
        return None
    if isinstance(body, str):
        return body.encode("utf-8")
    if isinstance(body, (bytes, bytearray)):
        return bytes(body)
    read = getattr(body, "read", None)
    if read is not None:
        return _sent(read())
    return b"".join(_pieces(body)) if isinstance(body, Iterable) else None


def _pieces(parts: Iterable[object]) -> Iterator[bytes]:
    for part in parts:
        piece = _sent(part)
        if isinstance(piece, bytes):
            yield piece


def _raw(answer: Served) -> HTTPResponse:
    headers = HTTPHeaderDict()
    for name, value in answer.headers:
        if name.lower() != b"transfer-encoding":  # the body is here as a whole
            headers.add(name.decode("latin-1"), value.decode("latin-1"))
    return HTTPResponse(
        io.BytesIO(answer.body),
        headers=headers,
        status=answer.status,
        reason=answer.reason.decode("ascii", "replace"),
        preload_content=False,
        decode_content=False,
    )
