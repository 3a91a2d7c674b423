"""What stands at which pointer of a cassette's document: the reading that roles come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

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
    def headers(self) -> Sequence[Header]:
        side = self.interaction.request if self.side == "request" else self.interaction.response
        return side.headers


class Surroundings(NamedTuple):
    """What lies around a pointer: step, structured body, the nearest name, and a ``headers`` above it."""

    step: int | None = None
    body: BodyPlace | None = None
    name: str = ""
    in_headers: bool = False

    def __repr__(self) -> str:
        return f"<Surroundings of step {self.step}>"


NOWHERE = Surroundings()


@dataclass(frozen=True)
class Layout:
    """Pointers of headers, URLs and bodies, and of the parts that make up each step."""

    headers: dict[str, tuple[str, Header]] = field(default_factory=dict, repr=False)
    urls: set[str] = field(default_factory=set, repr=False)
    bodies: dict[str, BodyPlace] = field(default_factory=dict, repr=False)
    parts: dict[str, int] = field(default_factory=dict, repr=False)
    known: dict[str, Surroundings] = field(default_factory=dict, repr=False)

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
        return self.around(pointer).step

    def structured(self, pointer: str) -> BodyPlace | None:
        """The structured body a pointer lies inside."""
        return self.around(pointer).body

    def around(self, pointer: str) -> Surroundings:
        """Where a pointer lies; of the thousands of strings of one part looked up once."""
        found = self.known.get(pointer)
        if found is not None:
            return found
        above: list[str] = []
        while pointer and pointer not in self.known:
            above.append(pointer)
            pointer = pointer.rpartition("/")[0]
        found = self.known.get(pointer, NOWHERE)
        for inner in reversed(above):
            found = self.known[inner] = self._below(found, inner)
        return found

    def _below(self, around: Surroundings, pointer: str) -> Surroundings:
        step, body, name, in_headers = around
        place = self.bodies.get(pointer)
        if body is None and place is not None and place.stored.form is Form.STRUCTURED:
            body = place
        if step is None:
            step = self.parts.get(pointer)
        member = pointer[pointer.rindex("/") + 1 :]
        if member.isdecimal():
            if step is around.step and body is around.body:
                return around
        else:
            name, in_headers = unescaped(member), in_headers or name == "headers"
        return Surroundings(step, body, name, in_headers)


def unescaped(member: str) -> str:
    """A member of a pointer as the key it stands for."""
    return member.replace("~1", "/").replace("~0", "~") if "~" in member else member
