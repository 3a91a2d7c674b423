"""Which recorded exchange answers a request, and what has been played.

Source: ``spec/http-cassettes.md`` §3.1, §3.3.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from threading import Lock

from workbench.cassettes.canonical_body import Key, body_key, compact
from workbench.cassettes.model import ANY, Body, Cassette, Interaction
from workbench.cassettes.sanitising import sanitised


def request_key(body: Body) -> Key:
    """A body as it is matched: history sent with ``store: false`` is cleaned on both sides (§5.1)."""
    key = body_key(body)
    if isinstance(key[1], str) and '"store":false' in key[1]:
        value = json.loads(key[1])
        cleaned = sanitised(value)
        if cleaned is not value:
            return ("json", compact(cleaned))
    return key


class Mode(StrEnum):
    """What becomes of an exchange that has answered."""

    FIRST = "first"  # nothing is consumed (the reference)
    SEQUENCE = "sequence"  # the first unplayed one; the last is repeated
    STRICT = "strict"  # a repeat, or something left over, is an error


@dataclass(frozen=True, slots=True)
class LiveRequest:
    """A request as matching sees it. ``bodies``: what the caller may have meant by it.

    HTTP libraries do not tell an absent body from an empty one; their transport offers both.
    ``sent_url``: the address without its fragment, which some SDKs add and no request carries.
    """

    method: str
    url: str = field(repr=False)
    bodies: tuple[Body, ...] = field(default=(None,), repr=False)
    sent_url: str = field(default="", repr=False)

    @property
    def body(self) -> Body:
        return self.bodies[0]


@dataclass(frozen=True, slots=True)
class Match:
    """The exchange that answers. ``repeated``: it had been played before."""

    interaction: Interaction
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """What a player has used: how often each exchange answered."""

    counts: tuple[int, ...]
    repeats: int = 0

    @property
    def unplayed(self) -> tuple[int, ...]:
        return tuple(index for index, count in enumerate(self.counts) if not count)


class Matcher:
    """The exchanges of a cassette by what they match; built once, shared by any number of players."""

    def __init__(self, cassette: Cassette) -> None:
        self.cassette = cassette
        self.keys: tuple[Key, ...] = tuple(
            request_key(interaction.request.body) for interaction in cassette.interactions
        )
        self._exact: dict[tuple[str, str | None, Key], list[int]] = {}
        for interaction, key in zip(cassette.interactions, self.keys, strict=True):
            request = interaction.request
            url = None if request.is_wildcard or request.url is ANY else str(request.url)
            self._exact.setdefault((request.method, url, key), []).append(interaction.index)

    def matching(self, live: LiveRequest) -> list[int]:
        """Every exchange that may answer, in file order."""
        return sorted(set().union(*self.alike(live)))

    def alike(self, live: LiveRequest) -> list[list[int]]:
        """The exchanges that may answer, in a list for each way to match, in file order there."""
        found = (
            self._exact.get((method, url, key))
            for key in self._live_keys(live.bodies)
            for method in (live.method.upper(), "ANY")
            for url in (live.url, live.sent_url or live.url, None)
        )
        return [indexes for indexes in found if indexes]

    def _live_keys(self, bodies: Iterable[Body]) -> list[Key]:
        return [*(request_key(body) for body in bodies), ("any", "")]


class Player:
    """Play counters over a matcher. Safe to use from several threads."""

    def __init__(self, matcher: Matcher, *, mode: Mode = Mode.SEQUENCE) -> None:
        self.matcher = matcher
        self.mode = mode
        self._counts = [0] * len(matcher.cassette.interactions)
        self._repeats = 0
        # Of exchanges that match alike, by the first: how many lie behind. Polling records thousands.
        self._passed: dict[int, int] = {}
        self._lock = Lock()

    def choose(self, live: LiveRequest) -> Match | None:
        """The exchange that answers ``live``, counted as played; ``None`` when none may."""
        alike = self.matcher.alike(live)
        if not alike:
            return None
        with self._lock:
            unplayed = self._first_unplayed(alike)
            if self.mode is Mode.FIRST:
                index = min(indexes[0] for indexes in alike)
            elif unplayed is not None:
                index = unplayed
            elif self.mode is Mode.STRICT:
                return None
            else:
                index = max(indexes[-1] for indexes in alike)
            repeated = self._counts[index] > 0
            self._counts[index] += 1
            self._repeats += repeated
        return Match(self.matcher.cassette.interactions[index], repeated)

    def _first_unplayed(self, alike: list[list[int]]) -> int | None:
        """The first exchange in file order that has not answered."""
        found: list[int] = []
        for indexes in alike:
            passed = self._passed.get(indexes[0], 0)
            while passed < len(indexes) and self._counts[indexes[passed]]:
                passed += 1
            self._passed[indexes[0]] = passed
            found.extend(indexes[passed : passed + 1])
        return min(found, default=None)

    def already_played(self, live: LiveRequest) -> tuple[int, ...]:
        """The exchanges that match and have all been played."""
        return tuple(index for index in self.matcher.matching(live) if self._counts[index])

    @property
    def played(self) -> Played:
        with self._lock:
            return Played(tuple(self._counts), self._repeats)
