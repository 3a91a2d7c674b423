"""Where an entry of the sidecar stands in its bytes."""

from __future__ import annotations

from typing import Any

from workbench.core.json_places import string_tokens
from workbench.core.places import Span
from workbench.session_logs.names import OVERRIDE_NAME


def entry_spans(data: bytes, document: Any, index: int) -> list[Span]:
    """The bytes from the first to the last string of entry (or patch) ``index``."""
    base = f"/patches/{index}/" if isinstance(document, dict) else f"/{index}/"
    found = [token for token in string_tokens(data) if token.pointer.startswith(base)]
    if not found:
        return []
    return [Span(OVERRIDE_NAME, found[0].start - 1, found[-1].end + 1)]
