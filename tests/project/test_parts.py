"""The lists of parts agree with each other, and the lock leads to the public index only."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[2]

#: conda-forge's names, where they differ from those of the Python package index.
CONDA_NAMES = {"brotli-python": "brotli", "matplotlib-base": "matplotlib"}
#: One conda spec: a name, and bounds as conda, mamba and rattler read them.
CONDA_SPEC = re.compile(
    r"(?P<name>[a-z0-9][a-z0-9._-]*)(?P<bounds>(?:>=|<|<=|>|==|!=)[0-9][0-9a-z.]*"
    r"(?:,(?:>=|<|<=|>|==|!=)[0-9][0-9a-z.]*)*)?"
)


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def conda() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))


def bounds(requirement: Requirement) -> tuple[str, frozenset[str]]:
    return (
        canonicalize_name(requirement.name),
        frozenset(str(each) for each in requirement.specifier),
    )


def conda_requirements() -> list[Requirement]:
    plain = [entry for entry in conda()["dependencies"] if isinstance(entry, str)]
    found = []
    for entry in plain:
        match = CONDA_SPEC.fullmatch(entry)
        assert match, f"not a conda spec: {entry}"
        name = CONDA_NAMES.get(match["name"], match["name"])
        found.append(Requirement(f"{name}{match['bounds'] or ''}"))
    return found


def pip_lines() -> list[str]:
    (entry,) = [entry for entry in conda()["dependencies"] if isinstance(entry, dict)]
    assert list(entry) == ["pip"]
    return list(entry["pip"])


def test_the_conda_environment_has_only_the_members_that_every_tool_reads() -> None:
    assert set(conda()) <= {"name", "channels", "dependencies", "variables"}
    assert conda()["channels"] == ["conda-forge", "nodefaults"]


def test_the_conda_environment_has_the_parts_of_pyproject_with_the_same_bounds() -> None:
    own = {bounds(Requirement(line)) for line in project()["dependencies"]}
    from_pip = [Requirement(line) for line in pip_lines() if not line.startswith("-e")]
    there = {bounds(requirement) for requirement in [*conda_requirements(), *from_pip]}
    python = bounds(Requirement(f"python{project()['requires-python']}"))
    assert there - {("pip", frozenset()), python} == own
    assert python in there


def test_the_conda_environment_installs_this_package_itself() -> None:
    assert pip_lines()[-1] == "-e ."
    assert "pip" in conda()["dependencies"]


@pytest.mark.parametrize("spec", ["pandas>>2", "pandas>=", "Pandas>=2 ", "pandas >=2", ">=2"])
def test_a_spec_that_no_solver_reads_is_noticed(spec: str) -> None:
    assert not CONDA_SPEC.fullmatch(spec)


def test_the_lock_names_the_public_index_only() -> None:
    lock = (ROOT / "uv.lock").read_text("utf-8")
    hosts = set(re.findall(r"[a-z+]+://([^/\"\s]+)", lock))
    assert hosts == {"pypi.org", "files.pythonhosted.org"}
    sources = set(re.findall(r"source = \{ (\w+) = ", lock))
    assert sources == {"registry", "editable"}


def test_the_lock_holds_every_part_within_its_bounds() -> None:
    lock = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))
    locked: dict[str, list[str]] = {}
    for package in lock["package"]:
        locked.setdefault(package["name"], []).append(package.get("version", ""))
    extras = [line for lines in project()["optional-dependencies"].values() for line in lines]
    for line in [*project()["dependencies"], *extras]:
        requirement = Requirement(line)
        versions = locked[canonicalize_name(requirement.name)]
        assert all(requirement.specifier.contains(Version(version)) for version in versions), line


def test_every_range_is_bounded_below() -> None:
    for line in project()["dependencies"]:
        assert any(each.operator == ">=" for each in Requirement(line).specifier), line
