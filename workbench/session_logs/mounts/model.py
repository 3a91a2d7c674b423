"""A recorded log in place of the model, for Python: chunks, a context manager, and its faces.

Source: ``spec/session-logs.md`` §§13, 15, 18, 19.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from workbench.session_logs.answering import Answer, Chunk, check_pace
from workbench.session_logs.catalogue import UNRESTRICTED, Catalogue, Model, read_providers
from workbench.session_logs.errors import ReplayError
from workbench.session_logs.fixture import SessionLogFixture
from workbench.session_logs.mounts.conversations import Conversations
from workbench.session_logs.mounts.loading import (
    Recorded,
    check_formats,
    scenario_from,
    scenario_in,
)
from workbench.session_logs.mounts.routes import Dispose, ModelCall, ModelRoutes, no_route
from workbench.session_logs.replayer import Progress, Replayer
from workbench.session_logs.scenario import Scenario
from workbench.session_logs.settings import DEFAULT_SETTINGS, Settings, sources

_REMEMBERED = 1000  # a client may repeat a refused call for ever

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from workbench.session_logs.mounts.transport import LogTransport


class ReplayedModel:
    """Answers model calls from a scenario, on whichever mount they come.

    Made by :func:`replay_log`. As a context manager, plain or asynchronous, it removes its route at
    the end and then requires that everything recorded was asked for, unless the block failed already
    or ``consumed`` is false.
    """

    def __init__(
        self,
        replayer: Replayer,
        *,
        catalogue: Catalogue = UNRESTRICTED,
        routes: ModelRoutes | None = None,
        settings: Settings = DEFAULT_SETTINGS,
        consumed: bool = True,
    ) -> None:
        self.replayer = replayer
        self.catalogue = catalogue
        self.settings = settings
        self.routes = routes if routes is not None else ModelRoutes()
        self.conversations = Conversations()
        self._consumed = consumed
        self._refused: deque[ReplayError] = deque(maxlen=_REMEMBERED)
        self.refusals = 0
        self._lock = threading.Lock()
        self._registrations = self._register()

    def _register(self) -> list[Dispose]:
        if not self.catalogue.restricts:
            return [self.routes.intercept(self)]
        made: list[Dispose] = []
        try:
            for provider in self.catalogue.providers:
                provider.retry_policy(prefix=self.settings.prefix)
                made.append(self.routes.register(provider.id, self))
        except ReplayError:
            for dispose in made:  # all of its routes or none
                dispose()
            raise
        return made

    def call(
        self,
        session: str | None = None,
        messages: Any = (),
        *,
        provider: str | None = None,
        cancel: asyncio.Event | None = None,
    ) -> AsyncIterator[Chunk]:
        """The chunks that answer this call. The call counts now; its errors come at the first read.

        ``provider`` names the route, where routes are told apart. Cancelling the task, or setting
        ``cancel``, ends any wait at once. Raises ``ReplayError`` (``no_route``) for a route that
        replay does not serve.
        """
        return self.replayer.stream(
            self.answer(session, messages, provider=provider), cancel=cancel
        )

    def iter_call(
        self,
        session: str | None = None,
        messages: Any = (),
        *,
        provider: str | None = None,
        cancel: threading.Event | None = None,
    ) -> Iterator[Chunk]:
        """Like :meth:`call`, without asyncio. A ``hang`` waits for ``cancel``; without it, it aborts."""
        return self.replayer.iterate(
            self.answer(session, messages, provider=provider), cancel=cancel
        )

    def answer_call(self, call: ModelCall) -> AsyncIterator[Chunk]:
        """Answer a call that came over :attr:`routes`."""
        return self.replayer.stream(self.answer_any(call.session, call.messages))

    def answer(
        self, session: str | None = None, messages: Any = (), *, provider: str | None = None
    ) -> Answer:
        """What a call is answered with, before anything is streamed."""
        if not self.serves(provider):
            raise no_route(provider or "", prefix=self.settings.prefix)
        return self.answer_any(session, messages)

    def answer_any(self, session: str | None, messages: Any) -> Answer:
        """What a call is answered with whose route was looked at already."""
        answer = self.replayer.answer(session, messages)
        if answer.error is not None:
            with self._lock:
                self._refused.append(answer.error)
                self.refusals += 1
        return answer

    def serves(self, provider: str | None = None) -> bool:
        """Whether replay answers calls of this route now; without a name, of any."""
        if provider is None and self.catalogue.restricts:
            return any(self.routes.adapter(name) is self for name in self._names())
        return self.routes.adapter(provider or "") is self

    def _names(self) -> tuple[str, ...]:
        return tuple(provider.id for provider in self.catalogue.providers)

    def listing(self) -> tuple[Model, ...]:
        """The models that a catalogue shows while replay is mounted."""
        return tuple(model for model in self.catalogue.models() if self.serves(model.provider))

    def dispose(self) -> None:
        """Remove the routes, or the interception, and nothing else; a second time does nothing."""
        while self._registrations:
            self._registrations.pop()()

    def assert_consumed(self) -> None:
        """Raise ``ReplayError`` (``not_consumed``) unless every recorded call was asked for (§15)."""
        self.replayer.assert_consumed()

    @property
    def progress(self) -> tuple[Progress, ...]:
        """How far each script has come, in binding order."""
        return self.replayer.progress()

    @property
    def refused(self) -> tuple[ReplayError, ...]:
        """Why calls had no recorded answer: exhausted, unrecorded, a placeholder; the latest of them.

        ``refusals`` counts them all.
        """
        with self._lock:
            return tuple(self._refused)

    def transport(self, *, session: str | None = None) -> LogTransport:
        """A transport for ``httpx`` and ``httpx2`` clients; see :class:`LogTransport`."""
        from workbench.session_logs.mounts.transport import LogTransport

        return LogTransport(self, session=session)

    def served(self, *, port: int = 0) -> AbstractContextManager[str]:
        """The same over HTTP on the loopback address, in a thread, while a ``with`` block runs.

        The block gets the address, such as ``http://127.0.0.1:40961``. Port 0 is a free one.
        """
        from workbench.session_logs.mounts.serving import served

        return served(self, port=port)

    def application(self) -> Starlette:
        """The same as an ASGI application, for a server of your own."""
        from workbench.session_logs.mounts.application import application

        return application(self)

    def __enter__(self) -> ReplayedModel:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.dispose()
        # What went wrong inside the block matters more than what was left over because of it.
        if self._consumed and exc_type is None:
            self.assert_consumed()

    async def __aenter__(self) -> ReplayedModel:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.__exit__(exc_type, exc_value, traceback)

    def __repr__(self) -> str:
        done = sum(script.complete for script in self.progress)
        return f"<ReplayedModel {done} of {len(self.progress)} scripts consumed>"


def replay_log(
    recorded: Recorded | None = None,
    *,
    children: Sequence[str | Path] | None = None,
    override: str | Path | None = None,
    providers: object = None,
    pace_ms: object = None,
    ready_folder: Path | None = None,
    routes: ModelRoutes | None = None,
    settings: Settings = DEFAULT_SETTINGS,
    environment: Mapping[str, str] | None = None,
    consumed: bool = True,
) -> ReplayedModel:
    """A recorded log, or a scenario, in place of the model.

    ``recorded`` is a scenario's folder, the parent's log, or a capture that is open already; without
    it, and where ``children`` or ``override`` are not given, the environment names the files.
    ``providers`` is a catalogue (§19), ``pace_ms`` waits before each chunk, ``ready_folder`` is where
    a ``hang`` may create its ``readyFile``. Raises ``ReplayError`` for a setting, ``Refused`` for a
    file; checks come in the order of §19.
    """
    check_formats(settings)
    named = None
    if not isinstance(recorded, (SessionLogFixture, Scenario)):
        named = sources(
            recorded,
            children=children,
            override=override,
            settings=settings,
            environment=environment,
        )
    catalogue = read_providers(providers, prefix=settings.prefix)
    check_pace(pace_ms, prefix=settings.prefix)
    brings_all = named is None or named.file.is_dir()
    if brings_all and (children, override) != (None, None):
        raise ReplayError(
            f"{settings.prefix}a scenario brings its own children and sidecar",
            code="bad_setting",
        )
    scenario = _scenario(recorded, named, settings)
    replayer = Replayer(
        [script.entries for script in scenario.scripts],
        pace_ms=pace_ms,
        prefix=settings.prefix,
        ready_folder=ready_folder,
    )
    return ReplayedModel(
        replayer, catalogue=catalogue, routes=routes, settings=settings, consumed=consumed
    )


def _scenario(recorded: Recorded | None, named: Any, settings: Settings) -> Scenario:
    if isinstance(recorded, SessionLogFixture):
        return recorded.scenario
    if isinstance(recorded, Scenario):
        return recorded
    if named.file.is_dir():
        return scenario_in(named.file, settings=settings)
    return scenario_from(named, settings=settings)
