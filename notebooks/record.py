"""Run the notebooks and keep what their golden cells print: ``python notebooks/record.py [name …]``.

For a change that was meant: look at the difference in version control before it is committed. Nothing but
golden text outputs is kept, as when JupyterLab saves.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from workbench.jupyter_config.hooks import strip_notebook

HERE = Path(__file__).parent


def record(path: Path) -> None:
    """Execute one notebook in its own folder and write it back."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        store_widget_state=False,
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(HERE)}},
    )
    client.execute()
    strip_notebook(notebook)
    nbformat.write(notebook, path)


if __name__ == "__main__":
    chosen = sys.argv[1:]
    for path in sorted(HERE.glob("*.ipynb")):
        if not chosen or path.stem in chosen:
            record(path)
            print(f"recorded {path.stem}")
