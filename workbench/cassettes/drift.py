"""A request that is still answered although its canonical body is no longer the recorded one.

That happens where history is cleaned on both sides (§5.1): the code changed, the match did not.
Source: ``spec/http-cassettes.md`` §3.4, §5.1.
"""

from __future__ import annotations

from dataclasses import dataclass

from workbench.cassettes.canonical_body import body_key, json_value
from workbench.cassettes.differences import Difference, differences
from workbench.cassettes.model import Body, Interaction


@dataclass(frozen=True, slots=True)
class Drift:
    """One answered request that drifted from exchange ``exchange`` (counted from 0)."""

    exchange: int
    differences: tuple[Difference, ...]

    def shown(self) -> dict[str, object]:
        """The report's entry; its values are redacted and cut."""
        return {
            "exchange": self.exchange,
            "differences": [difference.shown() for difference in self.differences],
        }


def drift(interaction: Interaction, bodies: tuple[Body, ...]) -> Drift | None:
    """How far a request is from the one that was recorded; ``None`` when they are the same."""
    recorded = interaction.request.body
    body = bodies[0]
    # Only cleaning lets bodies match that differ: without it nothing has to be compared.
    if not isinstance(recorded, bytes) or not isinstance(body, bytes) or b'"store"' not in body:
        return None
    if body_key(recorded) == body_key(body):
        return None
    was, now = json_value(recorded), json_value(body)
    found = differences(was[0], now[0]) if was is not None and now is not None else []
    return Drift(interaction.index, tuple(found))
