"""Effects: one batch changes variables, clamps each once, and says what changed.

Source: ``spec/play-sessions.md`` §12.4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.core.canonical import JSON, utf16_key
from workbench.plays.engine.faults import EngineFault
from workbench.plays.javascript import add, is_integer, is_number
from workbench.plays.kinds.story_graph.state import StoryState, Value


@dataclass(frozen=True, slots=True)
class Variable:
    """A declared variable."""

    name: str
    type: str
    initial: Any
    values: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    visible: bool = False
    label_key: str = ""

    def has_type(self, value: object) -> bool:
        """Whether ``value`` is of the variable's type; enum membership is not asked."""
        if self.type == "bool":
            return isinstance(value, bool)
        return is_integer(value) if self.type == "int" else isinstance(value, str)

    def takes(self, value: object) -> bool:
        """Whether ``value`` may be set: the type, and a listed member of an enum."""
        return self.has_type(value) and (self.type != "enum" or value in self.values)

    def clamped(self, value: Value) -> Value:
        """A number inside the declared bounds; anything else as it is."""
        if self.type == "int":
            if self.minimum is not None and value < self.minimum:  # type: ignore[operator]
                value = self.minimum
            if self.maximum is not None and value > self.maximum:  # type: ignore[operator]
                value = self.maximum
        return value


@dataclass(frozen=True, slots=True)
class Batch:
    """The effects of one choice, pass-through or transition, with the variables they touch."""

    steps: tuple[tuple[str, bool, Any], ...]  # variable, whether it is set, operand
    touched: tuple[Variable, ...]  # in the order their changes are reported
    broken: bool = False

    def apply(self, state: StoryState, changes: list[dict[str, JSON]]) -> None:
        """Change ``state``'s variables in place and append one change a touched variable."""
        variables = state["variables"]
        if self.broken or not all(variable.name in variables for variable in self.touched):
            raise EngineFault(
                "An effect does not suit its variable",
                code="effect_type_error",
                place=state["currentNodeId"],
            )
        previous = [variables[variable.name] for variable in self.touched]
        for name, is_set, operand in self.steps:
            variables[name] = operand if is_set else add(variables[name], operand)  # type: ignore[arg-type]
        for variable, before in zip(self.touched, previous, strict=True):
            after = variables[variable.name] = variable.clamped(variables[variable.name])
            changes.append(
                {
                    "path": f"var.{variable.name}",
                    "op": "set",
                    "value": after,
                    "previous": before,
                    "reason": "consequence_applied",
                    "visible": variable.visible,
                }
            )


NO_EFFECTS = Batch((), ())


def compile_effects(
    effects: Sequence[Mapping[str, Any]] | None, variables: Mapping[str, Variable]
) -> Batch:
    """The batch that ``effects`` describe. An effect that suits no variable breaks the batch."""
    if not effects:
        return NO_EFFECTS
    names = sorted({effect["var"] for effect in effects}, key=utf16_key)
    broken = not all(effect_suits(effect, variables) for effect in effects)
    touched = tuple(variables[name] for name in names if name in variables)
    return Batch(tuple(_step(effect) for effect in effects), touched, broken)


def effect_suits(effect: Mapping[str, Any], variables: Mapping[str, Variable]) -> bool:
    """Whether the variable is declared and the operation and value suit its type."""
    variable = variables.get(effect["var"])
    if variable is None:
        return False
    if effect["op"] == "set":
        return variable.takes(effect["value"])
    return variable.type == "int" and is_integer(effect["by"])


def _step(effect: Mapping[str, Any]) -> tuple[str, bool, Any]:
    if effect["op"] == "set":
        return effect["var"], True, effect["value"]
    amount = effect["by"]
    if effect["op"] == "decrement" and is_number(amount):
        amount = -amount
    return effect["var"], False, amount
