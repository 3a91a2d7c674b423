"""Floor 3: the capture store, where a capture lives from its trigger to its promotion or its end.

Each name is loaded when it is first used: a process that keeps no captures loads no database.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.captures.checkout import Checkout
    from workbench.captures.clock import Reading
    from workbench.captures.listing import Filter
    from workbench.captures.roles import Role
    from workbench.captures.shapes import (
        Access,
        Added,
        Capture,
        Fault,
        Reason,
        Receipt,
        Remark,
        Report,
        Tombstone,
        Window,
    )
    from workbench.captures.store import Store, forget_everywhere

__all__ = [
    "Access",
    "Added",
    "Capture",
    "Checkout",
    "Fault",
    "Filter",
    "Reading",
    "Reason",
    "Receipt",
    "Remark",
    "Report",
    "Role",
    "Store",
    "Tombstone",
    "Window",
    "forget_everywhere",
]

_HOMES = {
    "Checkout": "checkout",
    "Filter": "listing",
    "Reading": "clock",
    "Role": "roles",
    "Store": "store",
    "forget_everywhere": "store",
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'shapes')}"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
