"""The front end as one ES module and one style sheet, joined from plain files when it is asked for.

anywidget hands the browser one text as a blob, where relative imports do not resolve
(``design/README.md`` §9). Each file therefore becomes a function scope of its own: its imports become
constants taken from earlier modules, its exports the members of an object. Nothing is minified or
rewritten beyond those two kinds of line, and a module that would not load alone does not join.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"

#: Every module, each after those it imports.
MODULES = (
    "dom",
    "sprite",
    "captured",
    "words",
    "keys",
    "focus",
    "frame",
    "complete",
    "queue",
    "picture",
    "steps",
    "structure",
    "charts",
    "maps",
    "panels",
    "reading",
    "judge",
    "item",
    "timeline",
    "name",
    "outcome",
    "door",
    "message",
    "line",
    "app",
)
#: Every style sheet, in the order of the cascade.
STYLES = (
    "tokens",
    "base",
    "frame",
    "panes",
    "lists",
    "cards",
    "app",
    "panels",
    "narrow",
    "narrow-app",
    "forced",
)

_IMPORT = re.compile(r'^import \{ ([\w$, ]+) \} from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?=(?:async )?function\*? (\w+)|const (\w+)|class (\w+))", re.MULTILINE
)
_DEFAULT = re.compile(r"^export default (\w+);$", re.MULTILINE)
_UNKNOWN = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)


@cache
def esm() -> str:
    """The modules as one ES module text. Raises ``ValueError`` if one imports what is not there."""
    known: dict[str, frozenset[str]] = {}
    return "\n".join(_joined(name, known) for name in MODULES)


@cache
def css() -> str:
    """The style sheets as one text."""
    return "\n".join(source(f"{name}.css") for name in STYLES)


def source(name: str) -> str:
    """The text of one file of the front end."""
    return (STATIC / name).read_text(encoding="utf-8")


def _joined(name: str, known: dict[str, frozenset[str]]) -> str:
    text = source(f"{name}.js")
    for names, origin in _IMPORT.findall(text):
        missing = {part.strip() for part in names.split(",")} - known.get(origin, frozenset())
        if missing:
            raise ValueError(
                f"{name}.js imports {sorted(missing)} that {origin}.js does not export"
            )
    exports = frozenset(next(filter(None, found)) for found in _EXPORT.findall(text))
    default = _DEFAULT.search(text)
    text = _IMPORT.sub(lambda found: f"const {{ {found[1]} }} = ${found[2]};", text)
    text = _DEFAULT.sub("", _EXPORT.sub("", text))
    if strange := _UNKNOWN.search(text):
        raise ValueError(f"{name}.js has a line that cannot be joined: {strange[0]}")
    known[name] = exports
    given = ", ".join(sorted(exports | ({default[1]} if default else set())))
    tail = f"\nexport default ${name}.{default[1]};" if default else ""
    return f"const ${name} = (() => {{\n{text}\nreturn {{ {given} }};\n}})();{tail}"
