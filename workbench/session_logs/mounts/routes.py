"""Where an agent asks for a model: adapters by the name of their provider, and interceptions above.

Replay registers here and is removed again; whatever was there before answers from then on.
Source: ``spec/session-logs.md`` §§15, 19.
"""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from workbench.session_logs.answering import Chunk
from workbench.session_logs.errors import ReplayError

Dispose = Callable[[], None]


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One request for a streamed answer. ``session`` is ``None`` for a call without an id."""

    session: str | None = field(default=None, repr=False)
    messages: Any = field(default=(), repr=False)
    provider: str = field(default="", repr=False)
    model: str = field(default="", repr=False)


class Adapter(Protocol):
    """What answers model calls: a provider's adapter, or the replay that stands in for it."""

    def answer_call(self, call: ModelCall) -> AsyncIterator[Chunk]:
        """The chunks that answer ``call``."""
        ...


class ModelRoutes:
    """The model routes of one agent. Safe to use from threads."""

    def __init__(self) -> None:
        self._adapters: dict[str, Adapter] = {}
        self._interceptions: list[Adapter] = []
        self._lock = threading.Lock()

    def register(self, provider: str, adapter: Adapter) -> Dispose:
        """Serve the route ``provider``; what is returned removes it. Raises ``ReplayError`` (§19)."""
        if not provider:
            raise ReplayError("adapter provider names must be non-empty", code="bad_route")
        with self._lock:
            if provider in self._adapters:
                raise ReplayError(
                    f'an adapter for provider "{provider}" is already registered',
                    code="bad_route",
                )
            self._adapters[provider] = adapter

        def dispose() -> None:
            with self._lock:
                if self._adapters.get(provider) is adapter:
                    del self._adapters[provider]

        return dispose

    def intercept(self, adapter: Adapter) -> Dispose:
        """Answer every call, whatever its route; what is returned removes the interception."""
        with self._lock:
            self._interceptions.append(adapter)

        def dispose() -> None:
            with self._lock:
                if adapter in self._interceptions:
                    self._interceptions.remove(adapter)

        return dispose

    def adapter(self, provider: str) -> Adapter | None:
        """What answers calls of this route now: the latest interception, else its own adapter."""
        with self._lock:
            if self._interceptions:
                return self._interceptions[-1]
            return self._adapters.get(provider)

    def names(self) -> tuple[str, ...]:
        """The routes with an adapter of their own, in the order they were registered."""
        with self._lock:
            return tuple(self._adapters)

    def call(self, call: ModelCall) -> AsyncIterator[Chunk]:
        """The answer of whoever serves the call's route. Raises ``ReplayError`` (``no_route``)."""
        adapter = self.adapter(call.provider)
        if adapter is None:
            raise no_route(call.provider)
        return adapter.answer_call(call)


def no_route(provider: str, *, prefix: str = "") -> ReplayError:
    """The error of a call that nothing answers."""
    return ReplayError(f'{prefix}no route for provider "{provider}"', code="no_route")
