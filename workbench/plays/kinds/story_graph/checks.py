"""What makes a story unplayable: errors in the engine's order (``spec/play-sessions.md`` §12.10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from workbench.plays.engine.reasons import Problem, core_problem
from workbench.plays.javascript import is_integer, own_keys
from workbench.plays.kinds.story_graph.effects import Variable, effect_suits
from workbench.plays.kinds.story_graph.program import declared_variables
from workbench.plays.kinds.story_graph.reasons import kind_problem
from workbench.plays.kinds.story_graph.surfaces import PLACEHOLDER


def errors_of(content: Any, strings: Mapping[str, str] | None) -> list[Problem]:
    """Every error, each check over the whole story before the next begins.

    Without ``strings`` (compiled content alone) nothing is asked about them.
    """
    nodes = {key: content["nodes"][key] for key in own_keys(content["nodes"])}
    variables = declared_variables(content)
    return [
        *_dangling(content, nodes),
        *_duplicates(content, nodes),
        *(() if strings is None else _missing_strings(content, nodes, strings)),
        *_missing_labels(content),
        *(() if strings is None else _placeholders(nodes, variables, strings)),
        *_weights(nodes),
        *_effects(nodes, variables),
        *_conditions(content, nodes, variables),
    ]


def exits_of(node: Mapping[str, Any]) -> list[str]:
    """The node ids a node leads to, in authored order."""
    if node["kind"] == "choice":
        return [choice["goto"] for choice in node["choices"]]
    if node["kind"] == "random":
        return [way["goto"] for way in node["transitions"]]
    return [node["goto"]] if node["kind"] == "auto" else []


def _dangling(content: Any, nodes: Mapping[str, Any]) -> Iterator[Problem]:
    targets = [content["startNodeId"]]
    for node in nodes.values():
        targets += exits_of(node)
    return (kind_problem("dangling_reference", each) for each in targets if each not in nodes)


def _duplicates(content: Any, nodes: Mapping[str, Any]) -> Iterator[Problem]:
    lists = [[choice["id"] for choice in node.get("choices", ())] for node in nodes.values()]
    lists.append([achievement["id"] for achievement in content["achievements"]])
    for ids in lists:
        seen: set[str] = set()
        for each in ids:
            if each in seen:
                yield kind_problem("duplicate_id", each)
            seen.add(each)


def _missing_strings(
    content: Any, nodes: Mapping[str, Any], strings: Mapping[str, str]
) -> Iterator[Problem]:
    return (
        core_problem("missing_string_key", key)
        for key in _keys(content, nodes)
        if key not in strings
    )


def _keys(content: Any, nodes: Mapping[str, Any]) -> Iterator[str]:
    yield content["descriptionKey"]
    for node in nodes.values():
        yield node["textKey"]
        for choice in node.get("choices", ()):
            yield choice["labelKey"]
            if "requirementFailKey" in choice:
                yield choice["requirementFailKey"]
    for achievement in content["achievements"]:
        yield achievement["nameKey"]
        yield achievement["descriptionKey"]
    for variable in _visible(content).values():
        if "labelKey" in variable:
            yield variable["labelKey"]


def _visible(content: Any) -> dict[str, Any]:
    variables = content["variables"]
    return {name: variables[name] for name in own_keys(variables) if variables[name].get("visible")}


def _missing_labels(content: Any) -> Iterator[Problem]:
    for name, variable in _visible(content).items():
        if "labelKey" not in variable:
            yield kind_problem("missing_label_key", name)


def _placeholders(
    nodes: Mapping[str, Any], variables: Mapping[str, Variable], strings: Mapping[str, str]
) -> Iterator[Problem]:
    visible = {name for name, variable in variables.items() if variable.visible}
    for node in nodes.values():
        for name in PLACEHOLDER.findall(strings.get(node["textKey"], "")):
            if name not in visible:
                yield kind_problem("non_visible_variable_in_text", name)


def _weights(nodes: Mapping[str, Any]) -> Iterator[Problem]:
    for key, node in nodes.items():
        if node["kind"] != "random":
            continue
        if not node["transitions"]:
            yield kind_problem("invalid_transition_weight", key)
        for way in node["transitions"]:
            if not is_integer(way["weight"]) or way["weight"] <= 0:
                yield kind_problem("invalid_transition_weight", key)


def _effects(nodes: Mapping[str, Any], variables: Mapping[str, Variable]) -> Iterator[Problem]:
    for node in nodes.values():
        for owner in (*node.get("choices", ()), node, *node.get("transitions", ())):
            for effect in owner.get("effects", ()):
                if effect["var"] not in variables:
                    yield kind_problem("undeclared_variable", effect["var"])
                elif not effect_suits(effect, variables):
                    yield kind_problem("invalid_consequence_value", effect["var"])


def _conditions(
    content: Any, nodes: Mapping[str, Any], variables: Mapping[str, Variable]
) -> Iterator[Problem]:
    conditions = [
        choice[member]
        for node in nodes.values()
        for choice in node.get("choices", ())
        for member in ("showWhen", "requirements")
        if member in choice
    ]
    conditions += [achievement["condition"] for achievement in content["achievements"]]
    for condition in conditions:
        for field, known in _fields(condition, nodes, variables):
            if not known:
                yield kind_problem("unknown_condition_field", field)


def _fields(
    condition: Any, nodes: Mapping[str, Any], variables: Mapping[str, Variable]
) -> Iterator[tuple[str, bool]]:
    for member in ("all", "any"):
        if member in condition:
            for part in condition[member]:
                yield from _fields(part, nodes, variables)
            return
    if "not" in condition:
        yield from _fields(condition["not"], nodes, variables)
        return
    for member in ("exists", "count"):
        if member in condition:
            yield condition[member]["collection"], False
            return
    yield condition["field"], _known_field(condition["field"], nodes, variables)


def _known_field(field: str, nodes: Mapping[str, Any], variables: Mapping[str, Variable]) -> bool:
    family, dot, name = field.partition(".")
    if not dot:
        return field in ("turn", "ending")
    return (
        (family == "var" and name in variables)
        or (family == "visited" and name in nodes)
        or (family == "achieved" and name != "")
    )
