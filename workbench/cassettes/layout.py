"""What stands at which pointer of a cassette's document: the reading that roles come from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from workbench.cassettes.model import Cassette, Form, Header, Interaction, Stored


@dataclass(frozen=True, slots=True)
class BodyPlace:
    """A body's interaction and side (``"request"`` or ``"response"``)."""

    interaction: Interaction
    side: str

    @property
    def stored(self) -> Stored:
        side = self.interaction.request if self.side == "request" else self.interaction.response
        return side.stored

    @property
    def headers(self) -> tuple[Header, ...]:
        side = self.interaction.request if self.side == "request" else self.interaction.response
        return side.headers


@dataclass(frozen=True)
class Layout:
    """Pointers of headers, URLs and bodies, and of the parts that make up each step."""

    headers: dict[str, tuple[str, Header]] = field(default_factory=dict, repr=False)
    urls: set[str] = field(default_factory=set, repr=False)
    bodies: dict[str, BodyPlace] = field(default_factory=dict, repr=False)
    parts: dict[str, int] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, cassette: Cassette) -> Layout:
        """The layout of a whole cassette."""
        layout = cls()
        for interaction in cassette.interactions:
            layout.parts.update(dict.fromkeys(interaction.at, interaction.index))
            layout.urls.add(interaction.request.url_at)
            for side, part in (
                ("request", interaction.request),
                ("response", interaction.response),
            ):
                layout.headers.update({item.at: (side, item) for item in part.headers})
                if part.stored.form is not Form.ABSENT:
                    layout.bodies[part.stored.at] = BodyPlace(interaction, side)
        return layout

    def step(self, pointer: str) -> int | None:
        """The step a pointer belongs to, or ``None`` outside every step."""
        for prefix in prefixes(pointer):
            found = self.parts.get(prefix)
            if found is not None:
                return found
        return None

    def structured(self, pointer: str) -> BodyPlace | None:
        """The structured body a pointer lies inside."""
        for prefix in prefixes(pointer):
            place = self.bodies.get(prefix)
            if place is not None and place.stored.form is Form.STRUCTURED:
                return place
        return None


def prefixes(pointer: str) -> Iterator[str]:
    """A pointer's ancestors that can matter, outermost first, itself included."""
    position = 0
    for _ in range(8):
        position = pointer.find("/", position + 1)
        if position < 0:
            break
        yield pointer[:position]
    yield pointer
