"""Which recorded exchange answers each recorded request, found once and kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from workbench.cassettes.canonical_body import body_key
from workbench.cassettes.issued_ids import UsedId, used_ids
from workbench.cassettes.matching import LiveRequest, Matcher, Mode, Player
from workbench.cassettes.model import ANY, Cassette, Interaction

#: Bytes of request and response bodies up to which every exchange is looked at for its ids.
MOST_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True)
class Played:
    """A cassette replayed against itself, as its panels look at it."""

    cassette: Cassette = field(repr=False)

    @cached_property
    def matcher(self) -> Matcher:
        """The exchanges by what they match."""
        return Matcher(self.cassette)

    @cached_property
    def answers(self) -> Sequence[int | None]:
        """For each exchange the one that answers its request; ``None`` where none does."""
        player = Player(self.matcher, mode=Mode.SEQUENCE)
        matches = (player.choose(live_request(each)) for each in self.cassette.interactions)
        return [None if match is None else match.interaction.index for match in matches]

    def has_drifted(self, index: int) -> bool:
        """Whether an exchange is answered although its request is not the one recorded there."""
        answer = self.answers[index]
        if answer is None or answer == index:
            return False
        recorded, made = (self.cassette.interactions[at].request.body for at in (answer, index))
        return body_key(recorded) != body_key(made)

    @cached_property
    def is_small(self) -> bool:
        """Whether all bodies may be looked at for one panel."""
        stored = (
            len(each.request.stored.data) + len(each.response.stored.data)
            for each in self.cassette.interactions
        )
        return sum(stored) <= MOST_BYTES

    @cached_property
    def ids(self) -> Sequence[UsedId]:
        """Every id that a request uses; none looked for in a cassette that is too large."""
        return tuple(used_ids(self.cassette)) if self.is_small else ()


def live_request(interaction: Interaction) -> LiveRequest:
    """A recorded request as replay makes it."""
    request = interaction.request
    body = request.body if isinstance(request.body, bytes) else None
    url = "" if request.url is ANY else str(request.url)
    # HTTP libraries do not tell an absent body from an empty one; neither does replay.
    return LiveRequest(request.method or "NONE", url, (body,) if body else (None, b""))
