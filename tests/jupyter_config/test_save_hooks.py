"""What a saved notebook keeps: sources and golden text, and nothing that was shown."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tornado.web import HTTPError

from workbench.jupyter_config.hooks import NoCheckpoints, strip_before_save, strip_notebook

SETTINGS = Path(__file__).parents[2] / "workbench" / "jupyter_config"
CANARY = "zebedee-canary"

MIME_TYPES = st.sampled_from(
    ["text/plain", "text/html", "application/vnd.jupyter.widget-view+json", "image/png"]
)
OUTPUTS = st.one_of(
    st.just({"output_type": "stream", "name": "stdout", "text": CANARY}),
    st.builds(
        lambda data: {"output_type": "execute_result", "data": data, "metadata": {}},
        st.dictionaries(MIME_TYPES, st.just(CANARY)),
    ),
    st.just({"output_type": "error", "ename": "E", "evalue": CANARY, "traceback": [CANARY]}),
)
CELLS = st.builds(
    lambda outputs, tags, kind: {
        "cell_type": kind,
        "source": "review",
        "metadata": {"tags": tags, "execution": {"iopub.status.busy": "now"}},
        **({"outputs": outputs, "execution_count": 7} if kind == "code" else {}),
    },
    st.lists(OUTPUTS, max_size=3),
    st.lists(st.sampled_from(["golden", "intro"]), max_size=2),
    st.sampled_from(["code", "markdown"]),
)


def saved(cells: list[dict[str, Any]], **metadata: Any) -> dict[str, Any]:
    model = {"type": "notebook", "content": {"cells": cells, "metadata": metadata}}
    strip_before_save(model, path="review.ipynb", contents_manager=None)
    return model["content"]


@given(st.lists(CELLS, max_size=4))
def test_nothing_that_was_shown_is_saved_but_golden_text(cells: list[dict[str, Any]]) -> None:
    notebook = saved(json.loads(json.dumps(cells)), widgets={"state": CANARY})
    assert "widgets" not in notebook["metadata"]
    assert len(notebook["cells"]) == len(cells)
    for cell in notebook["cells"]:
        golden = "golden" in cell["metadata"]["tags"]
        if cell["cell_type"] == "code" and not golden:
            assert (cell["outputs"], cell["execution_count"]) == ([], None)
        for output in cell.get("outputs", []):
            assert output["output_type"] != "error"
            assert set(output.get("data", {})) <= {"text/plain"}
        if not golden:
            assert CANARY not in json.dumps(cell)


def test_a_golden_cell_keeps_its_count_and_its_text() -> None:
    """Without both, a check of the notebook would compare nothing."""
    stream = {"output_type": "stream", "name": "stdout", "text": "steps: 12\n"}
    cell = {
        "cell_type": "code",
        "source": "",
        "metadata": {"tags": ["golden"]},
        "outputs": [stream],
        "execution_count": 3,
    }
    (kept,) = saved([cell])["cells"]
    assert (kept["outputs"], kept["execution_count"]) == ([stream], 3)


@given(CELLS)
def test_stripping_twice_is_stripping_once(cell: dict[str, Any]) -> None:
    once = saved([cell])
    before = json.dumps(once)
    strip_notebook(once)
    assert json.dumps(once) == before


def test_other_files_are_saved_as_they_are() -> None:
    model = {"type": "file", "content": "text"}
    strip_before_save(model, path="notes.txt", contents_manager=None)
    assert model["content"] == "text"


@pytest.mark.parametrize("cells", [7, [7], [{"cell_type": "code", "metadata": 7}]])
def test_a_notebook_that_cannot_be_stripped_is_not_saved(cells: Any) -> None:
    """The server saves on after any other error, so this one has to be its own kind."""
    with pytest.raises(HTTPError) as caught:
        saved(cells)
    assert caught.value.status_code == 500


def test_checkpoints_are_answered_and_never_kept(tmp_path: Path) -> None:
    store = NoCheckpoints()

    async def ask() -> list[Mapping[str, Any]]:
        made = await store.create_notebook_checkpoint({"cells": [CANARY]}, "review.ipynb")
        await store.create_file_checkpoint(CANARY, "text", "a.txt")
        await store.rename_checkpoint("none", "a", "b")
        await store.delete_checkpoint("none", "b")
        assert set(made) == {"id", "last_modified"}
        with pytest.raises(HTTPError):
            await store.get_notebook_checkpoint("none", "review.ipynb")
        return list(await store.list_checkpoints("review.ipynb"))

    # In a thread of its own: a browser driver may have left a running loop in this one.
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, ask()).result() == []


def test_the_settings_name_hooks_that_exist() -> None:
    text = (SETTINGS / "jupyter_server_config.py").read_text("utf-8")
    for name in ("strip_before_save", "NoCheckpoints"):
        assert f"workbench.jupyter_config.hooks.{name}" in text


def test_jupyterlab_is_told_to_fetch_and_keep_nothing() -> None:
    overrides = json.loads((SETTINGS / "labconfig" / "default_setting_overrides.json").read_bytes())
    assert overrides["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"
    assert overrides["@jupyter-widgets/jupyterlab-manager:plugin"] == {"saveState": False}
    assert overrides["@jupyterlab/docmanager-extension:plugin"] == {"autosave": False}
    page = json.loads((SETTINGS / "labconfig" / "page_config.json").read_bytes())
    assert page == {"buildCheck": False, "buildAvailable": False}
