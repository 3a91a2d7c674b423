"""Answering from a cassette, whatever the HTTP library: choose, count, and check what is left.

Source: ``spec/http-cassettes.md`` §2.1, §3.3, §3.4.
"""

from __future__ import annotations

from pathlib import Path

from workbench.cassettes.drift import Drift, drift
from workbench.cassettes.errors import NO_CASSETTE, CassetteError
from workbench.cassettes.matching import LiveRequest, Match, Matcher, Mode, Played, Player
from workbench.cassettes.mismatch import mismatch
from workbench.cassettes.model import Cassette
from workbench.cassettes.reading import load_cassette
from workbench.cassettes.serving import Served, served


class Answers:
    """What a transport or adapter answers from. Play counters are its own; safe to use from threads."""

    def __init__(
        self,
        cassette: Cassette | None = None,
        *,
        cassette_path: str | Path | None = None,
        mode: Mode | str = Mode.SEQUENCE,
    ) -> None:
        if cassette is None and cassette_path is None:
            raise CassetteError(NO_CASSETTE, code="missing_cassette")
        self.cassette = cassette or load_cassette(cassette_path or "")
        self.last_match: Match | None = None
        self._player = Player(Matcher(self.cassette), mode=Mode(mode))
        self._closed = False
        self._drift: list[Drift] = []

    @property
    def drift(self) -> tuple[Drift, ...]:
        """Requests that were answered although their canonical body is not the recorded one."""
        return tuple(self._drift)

    @property
    def played(self) -> Played:
        """What has been used so far."""
        return self._player.played

    def answer(self, live: LiveRequest) -> Served:
        """The recorded answer, counted as played. Raises ``CassetteError`` (``cassette_mismatch``)."""
        match = self._player.choose(live)
        if match is None:
            raise mismatch(
                self._player.matcher, live, already_played=self._player.already_played(live)
            )
        self.last_match = match
        drifted = drift(match.interaction, live.bodies)
        if drifted is not None:
            self._drift.append(drifted)
        return served(match.interaction)

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

    def finish(self, *, failed: bool = False) -> None:
        """End the use once: in ``strict`` mode nothing may be left over, unless something failed."""
        if self._closed:
            return
        self._closed = True
        if self._player.mode is Mode.STRICT and not failed:
            self.assert_consumed()

    def __repr__(self) -> str:
        name, count = type(self).__name__, len(self.cassette.interactions)
        return f"<{name} {self._player.mode}, {count} exchanges>"
