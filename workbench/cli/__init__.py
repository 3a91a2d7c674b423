"""Floor 4: the same review in a terminal, and what scripts call.

``workbench`` is :func:`main`. Every command is one module, loaded when it is asked for.
"""

from __future__ import annotations

from workbench.cli.app import main

__all__ = ["main"]
