"""What a format reader is: one small module that knows one shape.

Adding a format is adding a module and naming it in the registry; nothing else changes.
"""

from __future__ import annotations

from typing import Protocol

from workbench.cassettes.documents.occurrences import Document
from workbench.cassettes.model import Cassette


class Format(Protocol):
    """One cassette format."""

    name: str
    """The word for programs: ``"parallel-lists"``."""

    def knows(self, document: Document) -> bool:
        """Whether the document has this format's outer shape. Never raises."""
        ...

    def read(self, document: Document) -> Cassette:
        """The cassette. Raises ``CassetteError`` where the shape is not kept inside."""
        ...
