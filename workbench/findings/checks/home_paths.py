"""User names in paths: home directories, remote editors, project folders spelt with dashes.

Only the identifying part is the finding (``spec/detection.md`` §1, PATH).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from workbench.core.places import Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.finding import Kind
from workbench.findings.folding import fold
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.known import COMMON_ACCOUNTS
from workbench.findings.patterns import Pattern
from workbench.findings.placeholders import impersonal

_NAME = r"([^\s/\\:\"'`<>|?*,;()\[\]{}$%@#!=&+~-][^\s/\\:\"'`<>|?*,;()\[\]{}$#!=&]{0,63})"
_SPLIT = r"(?:\\{1,8}|/)"
_PATHS = (
    Pattern(
        rf"(?i)(?:/home/|/users/|/mnt/[a-z]/users/|/usr/home/|/var/home/|/export/home/){_NAME}"
    ),
    Pattern(rf"(?i)\b[a-z]:{_SPLIT}(?:users|documents and settings){_SPLIT}{_NAME}"),
    Pattern(r"(?:^|[\s\"'=(:,])~([a-zA-Z_][a-zA-Z0-9_.-]{1,31})(?:/|\b)"),
    Pattern(r"(?:^|[\s\"'/=(])-(?:Users|home)-([A-Za-z0-9_.]{2,32})(?:-|\b)"),
    Pattern(r"(?i)/var/(?:mail|spool/mail|spool/cron)/([a-z_][a-z0-9_.-]{1,31})"),
)


class HomePaths:
    """The name of a home directory in any of the ways in which paths are written."""

    id = "home-path"
    title = "a path with a user name"
    kind = Kind.PATH
    stand_in = "user"
    trigger = Trigger(patterns=_PATHS)

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        for pattern in _PATHS:
            for match in held.matches(pattern, text.value):
                start, end = match.span(1)
                if _is_web_path(text.value, match.start()):
                    continue
                name = match.group(1).rstrip(".")
                end = start + len(name)
                yield Hit(
                    start,
                    end,
                    what="Looks like a user name in a path",
                    why="It is the name of a home directory.",
                    benign=_benign(name),
                    spreads=len(name) >= 4,
                )


def _is_web_path(value: str, start: int) -> bool:
    """``https://host/users/…`` and ``/api/users/…`` name a resource, not a home directory."""
    if not value[start : start + 7].startswith("/users/"):
        return False
    before = re.split(r"[\s\"'<>(=,]", value[max(0, start - 300) : start])[-1]
    return bool(before) and not before.lower().endswith(("file://", "file:", ":"))


def _benign(name: str) -> str:
    if fold(name) in COMMON_ACCOUNTS:
        return "an account that many machines have"
    if impersonal(name):
        return "a placeholder"
    return "" if any(map(str.isalpha, name)) and len(name) > 1 else "no name"
