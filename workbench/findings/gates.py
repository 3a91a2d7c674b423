r"""What must be there wherever a pattern matches: for passes that read many texts for many patterns.

Answers that are true of every match: literals one of which it holds, the longest it can be, and a
*gate*, a shorter pattern that ends early and once. A gate that is absent proves that there is
no match; one that is present proves nothing, and the pattern itself decides (``spec/detection.md`` §5,
"ends by the multi-pattern engine, verified in bounded windows").
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from workbench.findings.expressions import Edge, Group, Node, One, Repeat, Sequence_, parsed

_MOST_LITERALS = 64  # alternatives beyond which literals filter nothing
_LONGEST_LITERAL = 24
_MOST_REPEATS = 12  # counted repeats beyond which the engine's automaton grows out of bounds
_MOST_STATES = 24  # characters of a run after which it is long enough
_SPACE = r"\t\n\f\r "  # RE2's white space; other engines count the vertical tab as well


@dataclass(frozen=True, slots=True)
class Gate:
    """``source`` in the syntax that RE2 and Hyperscan share; a NUL stands between texts.

    ``literals`` are in lower case; empty: none is sure.
    """

    source: str
    literals: tuple[str, ...]


def gate_of(source: str) -> Gate:
    """The gate of a pattern. Raises ``ValueError`` for syntax that is not read."""
    tree = parsed(source)
    shortened, _ = _shortened_group(tree)
    return Gate(_written_group(shortened), _literals(tree))


def longest_of(source: str) -> int | None:
    """The most characters that a match has; ``None``: there is no bound."""
    return _longest(parsed(source))


# --- literals -------------------------------------------------------------------------------------


def _literals(tree: Group) -> tuple[str, ...]:
    found = _required_of_group(tree)
    return tuple(sorted(found)) if found else ()


def _required_of_group(group: Group) -> frozenset[str]:
    parts = [_required_of_sequence(choice) for choice in group.choices]
    if not all(parts):
        return frozenset()
    joined = frozenset().union(*parts)
    return joined if len(joined) <= _MOST_LITERALS else frozenset()


def _required_of_sequence(nodes: Sequence_) -> frozenset[str]:
    """The best set: one whose shortest literal is longest, and of those the smallest set."""
    candidates: list[frozenset[str]] = []
    run: frozenset[str] = frozenset({""})
    for node in nodes:
        exact = _exact(node)
        if exact is not None and len(exact) * len(run) <= _MOST_LITERALS:
            run = frozenset(before + after for before in run for after in exact)
            continue
        candidates += (run, exact if exact is not None else _required_of_node(node))
        run = frozenset({""})
    candidates.append(run)
    return max(candidates, key=_worth)


def _worth(literals: frozenset[str]) -> tuple[int, int]:
    return (min(map(len, literals), default=0), -len(literals))


def _required_of_node(node: Node) -> frozenset[str]:
    if isinstance(node, Group):
        return _required_of_group(node)
    if isinstance(node, Repeat) and node.least > 0:
        return _required_of_node(node.what)
    return frozenset()


def _exact(node: Node) -> frozenset[str] | None:
    """Every text that ``node`` can match, in lower case, if those are few."""
    if isinstance(node, Edge):
        return frozenset({""})
    if isinstance(node, One):
        sure = node.letter and (node.letter.isascii() or node.letter.lower() == node.letter.upper())
        return frozenset({node.letter.lower()}) if sure else None  # "É" is lowered by no byte pass
    if isinstance(node, Repeat):
        inside = _exact(node.what)
        if inside is None or node.most is None or node.most > 2 or node.least == node.most == 0:
            return None
        powers = [_power(inside, count) for count in range(node.least, node.most + 1)]
        return _few(frozenset().union(*powers))
    found: set[str] = set()
    for choice in node.choices:
        texts = frozenset({""})
        for part in choice:
            exact = _exact(part)
            if exact is None or len(texts) * len(exact) > _MOST_LITERALS:
                return None
            texts = frozenset(before + after for before in texts for after in exact)
        found |= texts
    return _few(frozenset(found))


def _power(texts: frozenset[str], count: int) -> frozenset[str]:
    found = frozenset({""})
    for _ in range(count):
        found = frozenset(before + after for before in found for after in texts)
    return found


def _few(texts: frozenset[str]) -> frozenset[str] | None:
    short = all(len(text) <= _LONGEST_LITERAL for text in texts)
    return texts if short and len(texts) <= _MOST_LITERALS else None


# --- length ---------------------------------------------------------------------------------------


def _longest(node: Node) -> int | None:
    if isinstance(node, Edge):
        return 0
    if isinstance(node, One):
        return 1
    if isinstance(node, Repeat):
        inside = _longest(node.what)
        return None if inside is None or node.most is None else inside * node.most
    sizes = [_sum(map(_longest, choice)) for choice in node.choices]
    known = [size for size in sizes if size is not None]
    return max(known) if len(known) == len(sizes) else None


def _sum(sizes: Iterable[int | None]) -> int | None:
    total = 0
    for size in sizes:
        if size is None:
            return None
        total += size
    return total


# --- shortening -----------------------------------------------------------------------------------


def _shortened_group(group: Group) -> tuple[Group, bool]:
    parts = [_shortened(choice) for choice in group.choices]
    return replace(group, choices=tuple(nodes for nodes, _ in parts)), any(cut for _, cut in parts)


def _shortened(nodes: Sequence_) -> tuple[Sequence_, bool]:
    """``nodes`` with as little at their end as every match must have, and whether that cut anything."""
    kept = list(nodes)
    edges: list[Node] = []
    while kept:
        last = kept.pop()
        if isinstance(last, Edge):
            edges.insert(0, last)
            continue
        end, cut = _shortened_node(last)
        if end is None:
            edges = []
            continue
        return (*kept, end, *(() if cut else edges)), cut or len(kept) + 1 + len(edges) < len(nodes)
    return tuple(edges), len(edges) < len(nodes)


def _shortened_node(node: Node) -> tuple[Node | None, bool]:
    """The least of ``node``; ``None`` when that is nothing."""
    if isinstance(node, Repeat):
        if node.least == 0:
            return None, True
        if node.least == 1:
            inside, cut = _shortened_node(node.what)
            return inside, cut or node.most != 1
        least = min(node.least, _MOST_STATES)
        return replace(node, least=least, most=least), node.most != least
    if isinstance(node, Group):
        group, cut = _shortened_group(node)
        return (group, cut) if all(map(_is_something, group.choices)) else (None, True)
    return node, False


def _is_something(nodes: Sequence_) -> bool:
    return any(not isinstance(node, Edge) for node in nodes)


# --- writing --------------------------------------------------------------------------------------


def _written_group(group: Group) -> str:
    return (
        f"(?{group.flags}:{'|'.join(''.join(map(_written, choice)) for choice in group.choices)})"
    )


def _written(node: Node) -> str:
    if isinstance(node, Edge):
        return _EDGES.get(node.text, node.text)
    if isinstance(node, One):
        return _character(node.text)
    if isinstance(node, Group):
        return _written_group(node)
    return _written(node.what) + _count(node.least, node.most)


# Texts stand in one buffer with a NUL between them, which no match crosses: texts that hold one are
# kept from engines. An engine may read an end loosely, never strictly.
_EDGES = {"^": r"(?:^|\x00)", r"\A": r"(?:^|\x00)", "$": "", r"\z": "", r"\B": ""}
_CLASSES = {
    r"\s": f"[{_SPACE}]", r"\S": rf"[^\x00{_SPACE}]", ".": r"[^\x00\n]",
    r"\W": r"[^\x00A-Za-z0-9_]", r"\D": r"[^\x000-9]",
}  # fmt: skip


def _character(text: str) -> str:
    if text.startswith("[^"):
        return r"[^\x00" + text[2:].replace(r"\s", _SPACE)
    if text.startswith("["):
        return text.replace(r"\s", _SPACE)
    return _CLASSES.get(text, text)


def _count(least: int, most: int | None) -> str:
    """A count that allows at least as much and needs no long chain of states."""
    if most is not None and most <= _MOST_REPEATS:
        return f"{{{least},{most}}}"
    least = min(least, _MOST_STATES)
    if most is not None and least == most:
        return f"{{{least}}}"
    return "*" if least == 0 else "+" if least == 1 else f"{{{least},}}"
