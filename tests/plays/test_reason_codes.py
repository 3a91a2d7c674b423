"""Every reason code is defined once, and found by one search where its rule is."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

import workbench.plays
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.reasons import BASE_REASONS, FOREIGN_REASONS
from workbench.plays.kinds import available_kinds

PLAYS = Path(workbench.plays.__file__).parent
#: Codes of the replay itself, which no engine records.
OF_THE_ORACLE = {"campaign_withdrawn", "campaign_version_missing"}


@cache
def sources() -> tuple[tuple[Path, ast.Module], ...]:
    return tuple((path, ast.parse(path.read_text())) for path in sorted(PLAYS.rglob("*.py")))


def texts(tree: ast.AST) -> set[str]:
    return {
        each.value
        for each in ast.walk(tree)
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    }


def rules_below(folder: Path) -> set[str]:
    """Every text of the modules in a folder that are no table of codes."""
    return {
        each
        for path, tree in sources()
        if path.is_relative_to(folder) and path.name != "reasons.py"
        for each in texts(tree)
    }


@pytest.mark.parametrize("kind_id", sorted(available_kinds()))
def test_every_code_of_a_kind_stands_as_text_where_a_rule_gives_it(
    kind_id: str, kinds: Mapping[str, Kind]
) -> None:
    kind = kinds[kind_id]
    given = rules_below(PLAYS / "kinds" / kind_id.replace("-", "_"))
    shared = texts(ast.parse((PLAYS / "engine" / "admission.py").read_text()))
    assert [code for code in kind.reasons if code not in given | shared] == []
    assert all(kind.reasons[code] for code in kind.reasons)


def test_every_base_code_stands_as_text_where_a_rule_gives_it() -> None:
    given = rules_below(PLAYS)
    assert [code for code in BASE_REASONS if code not in given] == []


def test_no_code_stands_in_two_tables_of_one_owner(kinds: Mapping[str, Kind]) -> None:
    assert BASE_REASONS.keys() & FOREIGN_REASONS.keys() == set()
    for kind in kinds.values():
        assert set(kind.reasons) & {*BASE_REASONS, *FOREIGN_REASONS} == set()
    for path, tree in sources():
        if path.name != "reasons.py":
            continue
        for each in ast.walk(tree):
            if isinstance(each, ast.Dict):
                keys = Counter(key.value for key in each.keys if isinstance(key, ast.Constant))
                assert max(keys.values(), default=1) == 1, path


GIVERS = {"kind_problem", "core_problem", "Refusal"}


def test_every_code_a_rule_gives_is_in_a_table(kinds: Mapping[str, Kind]) -> None:
    known = {*BASE_REASONS, *(code for kind in kinds.values() for code in kind.reasons)}
    given = [
        (path.name, each.args[0].value)
        for path, tree in sources()
        for each in ast.walk(tree)
        if isinstance(each, ast.Call)
        and isinstance(each.func, ast.Name)
        and each.func.id in GIVERS
        and each.args
        and isinstance(each.args[0], ast.Constant)
    ]
    assert len(given) > 50
    assert [found for found in given if found[1] not in known] == []


def codes_of(cell: str) -> list[str]:
    return re.findall(r"`([a-z][a-z_]+)`", cell)


def test_the_published_table_is_defined_whole_and_nothing_beside_it(
    shared: Path, kinds: Mapping[str, Kind]
) -> None:
    specification = (shared / "spec" / "play-sessions.md").read_text()
    section = specification.split("## 13. Reason codes")[1].split("\n---")[0]
    rows = [line.split("|")[1:3] for line in section.splitlines() if line.startswith("| `")]
    assert len(rows) > 20
    base: list[str] = []
    story: list[str] = []
    for cell, owner in rows:
        if owner.strip().startswith("base"):
            base += codes_of(cell)
        elif owner.strip().startswith("story-graph"):
            story += codes_of(cell)
    assert sorted(set(base)) == sorted([*BASE_REASONS, *FOREIGN_REASONS])
    assert sorted(story) == sorted(kinds["story-graph"].reasons)
    assert set(codes_of(section)) >= OF_THE_ORACLE


@pytest.mark.parametrize(
    ("page", "words", "kind_id"),
    [
        ("kind-world-graph.md", "Reason codes seen by fixtures:", "world-graph"),
        ("kind-simulation.md", "Reasons in fixtures:", "simulation"),
    ],
)
def test_the_published_codes_of_a_kind_are_its_own_or_base_codes(
    page: str, words: str, kind_id: str, shared: Path, kinds: Mapping[str, Kind]
) -> None:
    line = next(each for each in (shared / "spec" / page).read_text().splitlines() if words in each)
    published = set(re.findall(r"[a-z]+_[a-z_]+", line))
    kind = kinds[kind_id]
    # "failureCode" is no code: the content names it.
    assert len(published) > 9
    assert [
        code for code in published if code not in kind.reasons and code not in BASE_REASONS
    ] == []
