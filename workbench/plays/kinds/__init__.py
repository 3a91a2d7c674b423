"""The kinds of game this build can play. Each is one folder here whose package exports ``KIND``.

Adding a kind is adding its folder: nothing else names it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import cast

from workbench.plays.engine.kind import Kind


@cache
def available_kinds() -> Mapping[str, Kind]:
    """Every kind by its id, in order of ids."""
    names = sorted(module.name for module in iter_modules(__path__) if module.ispkg)
    modules = [import_module(f"{__name__}.{name}") for name in names]
    kinds = [cast(Kind, module.KIND) for module in modules if hasattr(module, "KIND")]
    return MappingProxyType({kind.id: kind for kind in sorted(kinds, key=lambda kind: kind.id)})
