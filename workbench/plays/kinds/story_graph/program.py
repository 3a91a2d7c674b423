"""A campaign's content made ready for play: looked up once, compiled once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from workbench.core.canonical import utf16_key
from workbench.plays.kinds.story_graph.conditions import Test, compile_condition
from workbench.plays.kinds.story_graph.effects import (
    NO_EFFECTS,
    Batch,
    Variable,
    compile_effects,
)


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing the player may pick. Without a test it is always shown, always allowed."""

    id: str
    label_key: str
    shown: Test | None
    allowed: Test | None
    fail_key: str
    effects: Batch
    goto: str


@dataclass(frozen=True, slots=True)
class Transition:
    """One way out of a random node."""

    effects: Batch
    goto: str


@dataclass(frozen=True, slots=True)
class Node:
    """One scene. Which members matter depends on ``kind``."""

    id: str
    kind: str
    text_key: str
    choices: tuple[Choice, ...] = ()
    by_id: Mapping[str, Choice] = field(default_factory=dict)
    effects: Batch = NO_EFFECTS
    goto: str = ""
    weights: tuple[float, ...] = ()
    transitions: tuple[Transition, ...] = ()
    ending_id: str = ""
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Achievement:
    """What is unlocked once its test holds after an action."""

    id: str
    earned: Test


@dataclass(frozen=True, slots=True)
class Program:
    """A story, compiled. ``offers`` maps a choice id to the nodes that offer it."""

    start: str
    variables: Mapping[str, Variable]
    statistics: tuple[Variable, ...]
    nodes: Mapping[str, Node]
    achievements: tuple[Achievement, ...]
    strings: Mapping[str, str] | None
    offers: Mapping[str, tuple[str, ...]]


def compile_program(content: Any, strings: Mapping[str, str] | None) -> Program:
    """The program of content whose shape was checked."""
    variables = declared_variables(content)
    nodes = {key: _node(key, node, variables) for key, node in content["nodes"].items()}
    statistics = sorted(
        (variable for variable in variables.values() if variable.visible),
        key=lambda variable: utf16_key(variable.name),
    )
    return Program(
        start=content["startNodeId"],
        variables=variables,
        statistics=tuple(statistics),
        nodes=nodes,
        achievements=tuple(
            Achievement(each["id"], compile_condition(each["condition"]))
            for each in content["achievements"]
        ),
        strings=strings,
        offers=_offers(nodes.values()),
    )


def declared_variables(content: Any) -> dict[str, Variable]:
    """The variables a story declares, by name."""
    return {
        name: Variable(
            name=name,
            type=each["type"],
            initial=each["initial"],
            values=tuple(each.get("values", ())),
            minimum=each.get("min"),
            maximum=each.get("max"),
            visible=each.get("visible", False),
            label_key=each.get("labelKey", ""),
        )
        for name, each in content["variables"].items()
    }


def _node(key: str, node: Any, variables: Mapping[str, Variable]) -> Node:
    kind, text_key = node["kind"], node["textKey"]
    if kind == "choice":
        choices = tuple(_choice(choice, variables) for choice in node["choices"])
        # Reversed, so that of equal ids the first wins.
        by_id = {choice.id: choice for choice in reversed(choices)}
        return Node(key, kind, text_key, choices=choices, by_id=by_id)
    if kind == "auto":
        effects = compile_effects(node.get("effects"), variables)
        return Node(key, kind, text_key, effects=effects, goto=node["goto"])
    if kind == "random":
        ways = node["transitions"]
        transitions = tuple(
            Transition(compile_effects(way.get("effects"), variables), way["goto"]) for way in ways
        )
        weights = tuple(way["weight"] for way in ways)
        return Node(key, kind, text_key, weights=weights, transitions=transitions)
    outcome = node.get("outcome", "neutral")
    return Node(key, kind, text_key, ending_id=node["endingId"], outcome=outcome)


def _choice(choice: Any, variables: Mapping[str, Variable]) -> Choice:
    return Choice(
        id=choice["id"],
        label_key=choice["labelKey"],
        shown=compile_condition(choice["showWhen"]) if "showWhen" in choice else None,
        allowed=compile_condition(choice["requirements"]) if "requirements" in choice else None,
        fail_key=choice.get("requirementFailKey", "core.reason.requirement_unmet"),
        effects=compile_effects(choice.get("effects"), variables),
        goto=choice["goto"],
    )


def _offers(nodes: Iterable[Node]) -> dict[str, tuple[str, ...]]:
    offers: dict[str, list[str]] = {}
    for node in nodes:
        for choice_id in node.by_id:
            offers.setdefault(choice_id, []).append(node.id)
    return {choice_id: tuple(places) for choice_id, places in offers.items()}
