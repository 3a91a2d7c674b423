"""Builders of plain view dicts: everything the front end draws, with its words, ready to be sent.

Source: ``design/README.md`` §§2-4, 9. A view may hold captured text (as runs); it travels only in custom
messages and is never kept by a trait. Nothing here decides anything: the rules are in ``review``.
"""

from __future__ import annotations

from typing import Any, TypeAlias

#: A JSON object on its way to the front end.
View: TypeAlias = dict[str, Any]
