"""Floor 4: the review in JupyterLab. ``ReviewApp(folder)`` is the one thing to display."""

from __future__ import annotations

from workbench.notebook.app import ReviewApp

__all__ = ["ReviewApp"]
