"""Reading content: its shape is checked here and nowhere else."""

from __future__ import annotations

from typing import Any, Final

from pydantic import ValidationError

from workbench.plays.kinds.world_graph.content.catalogues import Content

#: Content nested deeper than this was not written by hand, and play would follow it.
MAX_DEPTH: Final = 100


def content_problem(value: Any) -> str | None:
    """The first place that does not have the shape of a world, and what is wrong there."""
    if _too_deep(value):
        return f"the content is nested more than {MAX_DEPTH} levels deep"
    try:
        Content.model_validate(value)
    except ValidationError as refused:
        first = refused.errors(include_url=False, include_input=False, include_context=False)[0]
        place = "".join(f"/{member}" for member in first["loc"]) or "the content"
        return f"{place}: {first['type']}"
    return None


def read_content(value: Any) -> Content:
    """The content as typed objects. Call it on content without a :func:`content_problem`."""
    return Content.model_validate(value)


def _too_deep(value: Any) -> bool:
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH):
        level = [
            child
            for each in level
            if isinstance(each, (dict, list))
            for child in (each.values() if isinstance(each, dict) else each)
        ]
        if not level:
            return False
    return True
