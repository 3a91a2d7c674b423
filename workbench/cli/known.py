"""Known identities from a file of the user's; every face reads it in one way."""

from __future__ import annotations

from workbench.findings.known_file import KINDS, read_known

__all__ = ["KINDS", "read_known"]
