"""Which of the format's tokens a scenario uses, and which of them replay fills.

Source: ``spec/session-logs.md`` §§16-18. Only ``{{session:N}}`` and ``{{fromRequest:…}}`` are live; a
value in their place would be that of a person or a machine.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from workbench.core.panels import Table, cell, row

_KINDS = {
    "session": "a recorded session, in binding order",
    "fromRequest": "text of the live request",
    "message": "a message",
    "approval": "an approval",
    "workflow": "a workflow",
    "command": "a command",
    "rpc": "a request of a client",
    "retry": "a retry",
    "id": "another id",
    "cwd": "the working directory",
    "system": "the system prompt",
    "tools": "the tools' schemas",
    "sessionId": "a session, untyped",
    "messageId": "a message, untyped",
    "rpcId": "a request, untyped",
    "parent": "the parent, untyped",
    "messagePrefix": "a prefix of messages",
    "usedTokens": "a count of tokens",
    "eventTime": "the time of an event",
    "eventOmittedBytes": "a count of bytes",
    "spillLocator": "the place of spilled output",
    "sourceSessionFormatVersion": "a format version",
}
_LIVE = frozenset({"session", "fromRequest"})
_TOKEN = re.compile(
    rf"\{{\{{({'|'.join(sorted(_KINDS, key=len, reverse=True))})(:[^{{}}]{{1,80}}|:)?\}}?"
)


def tokens(rows: Iterable[tuple[str, dict[str, Any], int | None]]) -> Table | None:
    """One row a kind of token: how often it stands and how many different ones; ``None`` for none."""
    found = Counter(match.groups() for text in _texts(rows) for match in _TOKEN.finditer(text))
    if not found:
        return None
    names = [name for name in _KINDS if any(name == kind for kind, _ in found)]
    return Table(
        "Tokens of the format",
        f"{len(names)} kinds in place of values that change; only live ones are filled in replay.",
        columns=("Token", "Stands for", "Times", "Different", "In replay"),
        rows=tuple(
            row(
                f"{{{{{name}{':…' if any(kind == name and more for kind, more in found) else ''}}}}}",
                _KINDS[name],
                f"{sum(many for (kind, _), many in found.items() if kind == name):,}",
                f"{sum(kind == name for kind, _ in found):,}",
                cell("live", tone="pass") if name in _LIVE else "plain text",
            )
            for name in names
        ),
    )


def _texts(rows: Iterable[tuple[str, dict[str, Any], int | None]]) -> Iterable[str]:
    """Every string below the rows, keys left out."""
    stack: list[Any] = [value for _, value, _ in rows]
    while stack:
        value = stack.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            stack += value.values()
        elif isinstance(value, list):
            stack += value
