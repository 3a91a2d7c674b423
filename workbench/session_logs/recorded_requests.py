"""The requests that a log itself recorded, so that a replay can be driven without a live agent.

Every message that came to the surface before a call was part of its request. Source:
``spec/session-logs.md`` §§5, 16.
"""

from __future__ import annotations

from typing import Any

from workbench.session_logs.placeholders import has_markers
from workbench.session_logs.scenario import RecordedScript

_SURFACE = {
    "system/message": "message",
    "developer/message": "message",
    "user/message": "",
    "steering/message": "",
    "assistant/message": "message",
    "tool/result": "message",
}


class RecordedRequests:
    """The messages before each call of one script; empty for a log that holds none.

    Calls are asked for in order, and the log is walked once.
    """

    def __init__(self, script: RecordedScript) -> None:
        self._script = script
        log = script.log
        self._live = [has_markers(call.entry) for call in script.calls]
        self._announces = log is not None and b"started subagent " in log.data
        self._messages: list[Any] = []
        self._row = 0

    def before(self, call: int) -> list[Any]:
        """The recorded messages of the request of ``call``, as far as the stand-in looks at them.

        A call without placeholders gets only what is new since the last call: all it can teach is
        the id of a sub-agent that has just started.
        """
        if not (self._announces or any(self._live)):
            return []
        new = self._new_messages(call)
        self._messages += new
        return self._messages if self._live[call] else new

    def _new_messages(self, call: int) -> list[Any]:
        log, first = self._script.log, self._script.calls[call].first_row
        if log is None:
            return []
        stop = len(log.rows) if first < 0 else first
        found: list[Any] = []
        for row in range(self._row, stop):
            kind = log.kinds[row]
            if kind in _SURFACE:
                data = log.value(row).get("data")
                member = _SURFACE[kind]
                found.append(data.get(member) if member and isinstance(data, dict) else data)
        self._row = max(self._row, stop)
        return found
