"""The front end joins into one module, and every module also loads alone."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from workbench.notebook import assets

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="no node on this machine")


def test_every_file_of_the_front_end_is_joined() -> None:
    """No module or style sheet lies beside the list that joins them; the loader is what asks for them."""
    modules = {path.stem for path in assets.STATIC.glob("*.js")} - {"loader"}
    styles = {path.stem for path in assets.STATIC.glob("*.css")}
    assert modules == set(assets.MODULES)
    assert styles == set(assets.STYLES)


def test_a_module_imports_only_from_earlier_ones() -> None:
    """The order of the list is an order of imports."""
    seen: set[str] = set()
    for name in assets.MODULES:
        origins = set(re.findall(r'from "\./(\w+)\.js"', assets.source(f"{name}.js")))
        assert origins <= seen, f"{name}.js imports {sorted(origins - seen)} too early"
        seen.add(name)


def test_only_one_module_touches_markup() -> None:
    """Nothing sets markup from a string; the sprite parses one constant of our own."""
    for name in assets.MODULES:
        text = assets.source(f"{name}.js")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text
        ), name
        assert ("DOMParser" in text) == (name == "sprite")


def test_nothing_is_fetched_or_kept_by_the_browser() -> None:
    """No module asks a network or writes to the browser's storage or clipboard."""
    for name in (*assets.MODULES, "loader"):
        text = assets.source(f"{name}.js")
        found = re.search(
            r"fetch\(|XMLHttpRequest|localStorage|sessionStorage|indexedDB|clipboard|https?://(?!www\.w3\.org)",
            text,
        )
        assert found is None, f"{name}.js: {found}"


def test_a_missing_export_does_not_join(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that would not load alone is refused when it is joined, not in the browser."""
    texts = {"dom.js": "export const a = 1;\n", "app.js": 'import { b } from "./dom.js";\n'}
    monkeypatch.setattr(assets, "MODULES", ("dom", "app"))
    monkeypatch.setattr(assets, "source", texts.__getitem__)
    with pytest.raises(ValueError, match="does not export"):
        assets.esm.__wrapped__()


@needs_node
def test_every_module_loads_alone_and_joined(tmp_path: Path) -> None:
    """Node imports the graph of plain files and the joined text, and both give a render function."""
    for path in assets.STATIC.glob("*.js"):
        shutil.copyfile(path, tmp_path / path.name)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "joined.js").write_text(assets.esm())
    script = (
        "".join(f"await import('./{name}.js');" for name in (*assets.MODULES, "loader"))
        + "const m = await import('./joined.js'); if (typeof m.default.render !== 'function') process.exit(3);"
    )
    (tmp_path / "check.js").write_text(script)
    done = subprocess.run(
        ["node", "check.js"], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
