"""What an action declares of its parameters, and reading them. Source: ``spec/kind-world-graph.md`` §4.

An action takes no free text: every declared string is an id, and ``Issuer`` says who must have
issued it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from workbench.plays.javascript import is_integer
from workbench.plays.kinds.world_graph.world import World


class Issuer(StrEnum):
    """Who issues the ids a parameter may hold."""

    BUILDING_DEFINITION = "building definitions"
    STAFF_ROLE = "staff roles"
    PRODUCT = "products the building offers"
    BUILDING = "buildings"
    STAFF = "staff"
    ALERT = "alerts"
    ZONE = "zones of the map"


@dataclass(frozen=True, slots=True)
class Param:
    """A declared parameter: an id with its issuer, or a whole number, perhaps of a few."""

    name: str
    issuer: Issuer | None = None
    required: bool = True
    among: frozenset[int] | None = None

    def suits(self, value: Any) -> bool:
        """Whether the value has the parameter's type."""
        if self.issuer is not None:
            return isinstance(value, str)
        return is_integer(value) and (self.among is None or value in self.among)


class Given:
    """The parameters of a submission after their types were checked."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def id(self, name: str) -> str:
        """A required id."""
        value: str = self._values[name]
        return value

    def optional_id(self, name: str) -> str | None:
        """An id that may be absent."""
        value: str | None = self._values.get(name)
        return value

    def whole(self, name: str) -> int:
        """A whole number; JavaScript's 2.0 is one."""
        return int(self._values[name])


#: Applies the action to the world, or gives the reason code it is refused for. The world of a
#: refused action is thrown away.
Rule: TypeAlias = Callable[[World, Given], str | None]


@dataclass(frozen=True, slots=True)
class Action:
    """An action: its id, what it does in words, what it declares, and its rule."""

    id: str
    does: str
    params: tuple[Param, ...]
    rule: Rule

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its parameters, in order."""
        return tuple(param.name for param in self.params)

    def read(self, params: Mapping[str, Any]) -> Given | None:
        """The parameters, or ``None`` where a required one is missing or one has a wrong type."""
        for param in self.params:
            if param.name in params:
                if not param.suits(params[param.name]):
                    return None
            elif param.required:
                return None
        return Given(params)
