"""What the server does when a notebook is saved: it keeps sources and golden outputs, nothing else.

Source: ``spec/notebook-ui-recipes.md`` §§2, 7 and ``spec/review-ux.md`` §15.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from jupyter_server.services.contents.checkpoints import (
    AsyncCheckpoints,
    AsyncGenericCheckpointsMixin,
)
from tornado.web import HTTPError

#: Outputs of cells with this tag stay: they print codes and counts, and nbval compares them.
KEEP_TAG = "golden"
KEPT_MIME_TYPE = "text/plain"


def strip_before_save(
    model: dict[str, Any], path: str, contents_manager: object, **unused: object
) -> None:
    """Take everything out of a notebook that is about to be saved, except sources and goldens.

    Raises ``HTTPError`` for a notebook it cannot strip: the server saves on after any other error.
    """
    if model.get("type") != "notebook" or model.get("content") is None:
        return
    try:
        strip_notebook(model["content"])
    except Exception:
        raise HTTPError(
            500, reason="Not saved: the outputs of this notebook could not be removed"
        ) from None


def strip_notebook(notebook: dict[str, Any]) -> None:
    """Strip ``notebook`` in place: widget state, execution times, outputs without ``KEEP_TAG``."""
    notebook.get("metadata", {}).pop("widgets", None)
    for cell in notebook.get("cells", []):
        if cell.get("cell_type") != "code":
            continue
        metadata = cell.get("metadata", {})
        metadata.pop("execution", None)
        if KEEP_TAG in metadata.get("tags", []):
            cell["outputs"] = [
                kept for output in cell.get("outputs", []) if (kept := _kept(output))
            ]
        else:
            cell["outputs"] = []
            cell["execution_count"] = None


def _kept(output: dict[str, Any]) -> dict[str, Any] | None:
    """A golden output as it may be saved: text only. A traceback is never kept."""
    if output.get("output_type") == "stream":
        return output
    data = output.get("data", {})
    if KEPT_MIME_TYPE not in data:
        return None
    return {**output, "data": {KEPT_MIME_TYPE: data[KEPT_MIME_TYPE]}}


class NoCheckpoints(AsyncGenericCheckpointsMixin, AsyncCheckpoints):
    """Answers what JupyterLab asks of checkpoints, and stores nothing."""

    def _nothing(self) -> dict[str, Any]:
        return {"id": "none", "last_modified": datetime.now(UTC)}

    async def create_file_checkpoint(self, content: Any, format: Any, path: Any) -> dict[str, Any]:
        return self._nothing()

    async def create_notebook_checkpoint(self, nb: Any, path: Any) -> dict[str, Any]:
        return self._nothing()

    async def get_file_checkpoint(self, checkpoint_id: Any, path: Any) -> dict[str, Any]:
        raise HTTPError(404, reason="No checkpoints are kept")

    async def get_notebook_checkpoint(self, checkpoint_id: Any, path: Any) -> dict[str, Any]:
        raise HTTPError(404, reason="No checkpoints are kept")

    async def rename_checkpoint(self, checkpoint_id: Any, old_path: Any, new_path: Any) -> None:
        return None

    async def delete_checkpoint(self, checkpoint_id: Any, path: Any) -> None:
        return None

    async def list_checkpoints(self, path: Any) -> list[dict[str, Any]]:
        return []
