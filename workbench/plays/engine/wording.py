"""Submissions in words: what an action does and which parameters came, never a captured text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def spaced(name: str) -> str:
    """A member's name as words: ``buildingId`` → "building id"."""
    return "".join(f" {each.lower()}" if each.isupper() else each for each in name)


def with_params(does: str, declared: Sequence[str], given: Iterable[str]) -> str:
    """``does``, and the declared parameters that came; others are counted, never named."""
    sent = frozenset(given)
    named = [spaced(name) for name in declared if name in sent]
    others = len(sent.difference(declared))
    if others:
        named.append("1 undeclared param" if others == 1 else f"{others} undeclared params")
    return f"{does}, with {_listed(named)}" if named else does


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
