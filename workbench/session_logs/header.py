"""The first line of a log: its lenient reading, and what the strict rules say of it.

Source: ``spec/session-logs.md`` §§2.3, 4.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from workbench.session_logs.errors import LogRefused, refuse
from workbench.session_logs.json_numbers import is_count, is_number, is_safe_integer

NEWEST_GENERATION = 4

_OLD_REQUIRED = ("type", "version", "id", "createdAt", "delegationDepth")
_NEW_REQUIRED = ("type", "version", "id", "createdAt", "isSeeded", "delegationDepth")
_OPTIONAL = ("cwd", "parentSession", "origin", "agentPreset")
_ABSOLUTE = re.compile(r"(?:/|[A-Za-z]:[\\/]|\\\\)")


@dataclass(frozen=True, slots=True)
class Header:
    """What replay needs of a header, as the lenient reader sees it (§4, end).

    ``generation`` is 0 where the header names none.
    """

    recorded_id: str = field(default="", repr=False)
    created_at: int | float = 0
    seed_length: int | float = 0
    generation: int = 0
    is_seeded: bool = False
    parent: str | None = field(default=None, repr=False)
    line: int = 0


def lenient_header(value: object, *, line: int = 0) -> Header:
    """The header as generation-0 readers take it: wrong or missing becomes empty or zero."""
    if type(value) is not dict:
        return Header(line=line)
    recorded, parent = value.get("id"), value.get("parentSession")
    created, seed = value.get("createdAt"), value.get("seedLength")
    version = value.get("version")
    return Header(
        recorded_id=recorded if isinstance(recorded, str) else "",
        created_at=created if is_number(created) else 0,
        seed_length=seed if is_number(seed) else 0,
        generation=int(version) if is_count(version) else 0,
        is_seeded=value.get("isSeeded") is True,
        parent=parent if isinstance(parent, str) else None,
        line=line,
    )


def check_header(value: dict[str, Any]) -> LogRefused | None:
    """What the strict rules refuse in a header, without the line prefix (§4)."""
    version = value.get("version")
    if not is_count(version):
        return refuse(
            "Session format version must be a non-negative safe integer", code="no_version"
        )
    if version > NEWEST_GENERATION:
        return refuse(
            f"stored Session uses newer format v{int(version)}; "
            f"this build writes v{NEWEST_GENERATION}",
            cure="Update the workbench",
            code="newer_format",
        )
    generation = int(version)
    return _check_members(value, generation) or _check_values(value, generation)


def _check_members(value: dict[str, Any], generation: int) -> LogRefused | None:
    old = generation < 2
    required = _OLD_REQUIRED if old else _NEW_REQUIRED
    known = {*required, *_OPTIONAL, *(("seedLength",) if old else ())}
    word = 'member "%s"' if old else "field %s"
    start = f"released v{generation} physical header "
    for key in value:
        if key not in known:
            return refuse(f"{start}has unexpected {word}", key)
    for key in required:
        if key not in value and not (key == "delegationDepth" and generation == 0):
            return refuse(f"{start}lacks {f'required {word}' if old else '%s'}", key)
    return None


def _check_values(value: dict[str, Any], generation: int) -> LogRefused | None:
    start = f"released v{generation} header "
    if value.get("type") != "session":
        return refuse(f"expected released v{generation} physical Session header")
    if generation >= 2 and not isinstance(value["isSeeded"], bool):
        return refuse(f"{start}isSeeded must be boolean")
    if not isinstance(value["id"], str):
        return refuse(f"{start}id must be a string")
    for key in ("createdAt", "delegationDepth", "seedLength"):
        if key in value and not is_count(value[key]):
            return refuse(f"{start}{key} must be a non-negative safe integer")
    for key in ("cwd", "parentSession", "agentPreset"):
        if key in value and not isinstance(value[key], str):
            return refuse(f"{start}{key} must be a string")
    if "origin" in value and value["origin"] != "subagent":
        return refuse(f'{start}origin must be "subagent"')
    if "cwd" in value and not _is_absolute(value["cwd"]):
        return refuse(f"format v{generation} header cwd must be absolute")
    return None


def _is_absolute(path: str) -> bool:
    return path == "{{cwd}}" or path.startswith("{{cwd}}/") or bool(_ABSOLUTE.match(path))


def check_name_agrees(value: object, *, label: str, generation: int) -> LogRefused | None:
    """Whether a header agrees with the generation in its file's name (§2.3).

    ``label`` is the file name as it may be printed; ``value`` the parsed header line.
    """
    if type(value) is not dict or value.get("type") != "session":
        return refuse(f"{label}: first record must be a Session header")
    if "version" not in value:
        if generation == 0:
            return None
        return refuse(f"{label}: a versionless projected Session header is format v0")
    version = value["version"]
    if not (is_safe_integer(version) and version >= 0):
        return refuse(f"{label}: Session header version must be a non-negative safe integer")
    if version != generation:
        return refuse(
            f"{label}: filename declares Session format v{generation}, "
            f"header declares v{int(version)}"
        )
    return None
