"""Floor 4: the review in JupyterLab. ``ReviewApp(folder)`` is the one thing to display."""

from __future__ import annotations

from workbench.notebook.app import ReviewApp
from workbench.notebook.summary import summary_text

__all__ = ["ReviewApp", "summary_text"]
