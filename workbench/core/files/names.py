"""File names that every file system takes, and that lead nowhere else."""

from __future__ import annotations

import re
import unicodedata

from workbench.core.errors import UnsafeName

_RESERVED = re.compile(r"(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?$")


def safe_name(name: str) -> str:
    """``name`` if it is a plain relative path every file system takes; else ``UnsafeName``."""
    parts = name.split("/")
    for part in parts:
        if (
            not part
            or part in {".", ".."}
            or part != part.strip()
            or part.endswith(".")
            or len(part.encode("utf-8", "surrogatepass")) > 200
            or _RESERVED.match(part)
            or any(character in '<>:"\\|?*' or _is_control(character) for character in part)
        ):
            raise UnsafeName(
                "This file name is not safe to write",
                means="It would leave its folder, or some file system cannot hold it",
                cure="Use lower-case words joined by hyphens",
            )
    return name


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
