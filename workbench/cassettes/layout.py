"""What stands at which pointer of a cassette's document: the reading that roles come from."""

from __future__ import annotations

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
    known: dict[str, tuple[int | None, BodyPlace | None]] = field(default_factory=dict, repr=False)

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
                if part.stored.form is not Form.ABSENT and not part.stored.file:
                    layout.bodies[part.stored.at] = BodyPlace(interaction, side)
        return layout

    def step(self, pointer: str) -> int | None:
        """The step a pointer belongs to, or ``None`` outside every step."""
        return self._surroundings(pointer)[0]

    def structured(self, pointer: str) -> BodyPlace | None:
        """The structured body a pointer lies inside."""
        return self._surroundings(pointer)[1]

    def _surroundings(self, pointer: str) -> tuple[int | None, BodyPlace | None]:
        """Step and structured body; of the thousands of strings of one part looked up once."""
        above: list[str] = []
        while pointer and pointer not in self.known:
            above.append(pointer)
            pointer = pointer.rpartition("/")[0]
        step, body = self.known.get(pointer, (None, None))
        for inner in reversed(above):
            place = self.bodies.get(inner)
            if body is None and place is not None and place.stored.form is Form.STRUCTURED:
                body = place
            step = self.parts.get(inner) if step is None else step
            self.known[inner] = (step, body)
        return step, body
