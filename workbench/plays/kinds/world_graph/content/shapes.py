"""What the shapes of content are made of. Source: ``spec/kind-world-graph.md`` §1."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

#: The largest whole number a double holds exactly; no number of a game may pass it.
SAFE: Final = 2**53 - 1


def _whole(value: Any) -> Any:
    """JavaScript knows no difference between 2.0 and 2."""
    return int(value) if type(value) is float and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_whole), Field(strict=True, ge=-SAFE, le=SAFE)]
Count = Annotated[int, BeforeValidator(_whole), Field(strict=True, ge=0, le=SAFE)]
Positive = Annotated[int, BeforeValidator(_whole), Field(strict=True, ge=1, le=SAFE)]
Flag = Annotated[bool, Field(strict=True)]
#: An id of a catalogue. A dot would make paths of changes ambiguous.
Id = Annotated[str, Field(strict=True, pattern=r"^[^.]*$")]


class Shape(BaseModel):
    """An object of the content. Members that play never reads are allowed and dropped."""

    model_config = ConfigDict(
        alias_generator=to_camel, frozen=True, extra="ignore", hide_input_in_errors=True
    )


class Spot(Shape):
    """A cell of a map, or an offset to one."""

    x: Whole
    y: Whole


class Range(Shape):
    """A closed range a value is drawn from."""

    min: Whole
    max: Whole

    @model_validator(mode="after")
    def _ordered(self) -> Range:
        if self.max < self.min:
            raise ValueError("the range is empty")
        return self


class Size(Shape):
    """Width and height of a footprint that is not rotated."""

    width: Positive
    height: Positive


class Text(Shape):
    """The keys of a name and a description."""

    name_key: str
    description_key: str


class Entry(Shape):
    """An entry of a catalogue."""

    id: Id
    text: Text


class Meter(Entry):
    """A value of guests and the range it is kept in."""

    minimum: Whole
    maximum: Whole
