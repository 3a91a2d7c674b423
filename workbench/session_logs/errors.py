"""Refusals of session logs: the exact text of the format, without anyone's words in it.

The format's messages sometimes quote the file (an unknown key, a pattern). A refusal travels into
terminals, CI logs and audit records, so :attr:`LogRefused.what` repeats only the format's own words
and says the length of anything else; the complete text stays in memory as :attr:`LogRefused.exact`.
"""

from __future__ import annotations

import json

from workbench.core.errors import Refused, WorkbenchError
from workbench.session_logs.vocabulary import HARMLESS

#: What upstream prints before every message of the replay module (``spec/session-logs.md`` §1).
DEFAULT_PREFIX = "llm-replay: "


class LogRefused(Refused):
    """A log or sidecar that does not load. ``exact`` is the format's message, with captured words."""

    code = "refused"

    def __init__(
        self,
        what: str,
        *,
        exact: str | None = None,
        where: str = "",
        means: str = "",
        cure: str = "",
        code: str | None = None,
    ) -> None:
        super().__init__(what, where=where, means=means, cure=cure, code=code)
        self.exact = what if exact is None else exact

    def at_line(self, line: int) -> LogRefused:
        """The same refusal with the parser's ``session snapshot line <n>: `` before it."""
        prefix = f"session snapshot line {line}: "
        return LogRefused(
            prefix + self.what,
            exact=prefix + self.exact,
            where=self.where or f"line {line}",
            means=self.means,
            cure=self.cure,
            code=self.code,
        )

    def in_file(self, name: str) -> LogRefused:
        """The same refusal with the file's name before its place."""
        place = f"{name}, {self.where}" if self.where else name
        return LogRefused(
            self.what,
            exact=self.exact,
            where=place,
            means=self.means,
            cure=self.cure,
            code=self.code,
        )


class ReplayError(WorkbenchError):
    """What the stand-in for the model fails with: exhausted, unrecorded, a placeholder, a token.

    ``str(error)`` is the exact text of ``spec/session-logs.md`` §§15-18, because the test author who
    drives the model has to act on it; the review never prints it.
    """

    code = "replay_error"


class Aborted(ReplayError):
    """The call was cancelled (§18)."""

    code = "aborted"

    def __init__(self) -> None:
        super().__init__("aborted")


class ModelFailure(Exception):
    """The failure that a ``throw`` entry scripts: ``message`` and ``code`` as in the sidecar (§14)."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.message = message
        self.code = code

    def __repr__(self) -> str:
        return "<ModelFailure>"


def refuse(
    template: str,
    *values: object,
    where: str = "",
    means: str = "",
    cure: str = "",
    code: str = "invalid_log",
) -> LogRefused:
    """A refusal from a text with ``%s`` for each word of the file that the format quotes."""
    return LogRefused(
        template % tuple(map(_safe, values)) if values else template,
        exact=template % tuple(map(str, values)) if values else template,
        where=where,
        means=means,
        cure=cure,
        code=code,
    )


def _safe(value: object) -> str:
    text = str(value)
    bare = text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
    if isinstance(value, int) or bare in HARMLESS or text in {"undefined", "null"}:
        return text
    return f"({len(bare)} characters)"


def json_word(value: object, *, missing: bool = False) -> str:
    """``<json x>`` of the messages: compact JSON, or ``undefined`` for what is not there (§22)."""
    if missing:
        return "undefined"
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
