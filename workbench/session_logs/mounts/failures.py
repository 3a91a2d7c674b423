"""What a failed call looks like to an HTTP client: a status, a code, a message, and when to retry.

A log gives a ``message`` and a ``code``, at times a ``status``. Where there is none, the code's own
words decide, and an unknown code is a fault of the server. Source: ``spec/session-logs.md`` §§8, 14.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from workbench.session_logs.errors import ReplayError
from workbench.session_logs.json_numbers import is_number, is_safe_integer

_NUMBER = re.compile(r"(?<![0-9])([45][0-9]{2})(?![0-9])")
#: Words in a code, lower case, first match wins.
_STATUS_OF_WORDS = (
    (("rate", "quota", "throttl", "too_many"), 429),
    (("overload", "capacity", "unavailable"), 503),
    (("timeout", "timed_out"), 504),
    (("auth", "api_key", "credential"), 401),
    (("permission", "forbidden", "denied"), 403),
    (("not_found", "unknown_model"), 404),
    (("too_large",), 413),
    (("context", "invalid", "bad_request", "unsupported"), 400),
)


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure as any wire can put it. ``retry_after_ms`` is what the provider asked to wait.

    ``final`` tells a client that asking again is no use: nothing recorded answers it. ``overloaded``
    is a failure whose code says so in words: providers have different statuses for it.
    """

    status: int
    message: str = field(repr=False)
    code: str = field(default="", repr=False)
    retry_after_ms: float | None = None
    request_id: str = field(default="", repr=False)
    final: bool = False
    overloaded: bool = False

    @property
    def headers(self) -> dict[str, str]:
        """The headers that come with the status, beside the content type."""
        found: dict[str, str] = {}
        if self.retry_after_ms is not None:
            found["retry-after-ms"] = f"{self.retry_after_ms:g}"
            found["retry-after"] = f"{self.retry_after_ms / 1000:g}"
        if self.final:
            found["x-should-retry"] = "false"
        return found


def refusal(status: int, message: str, *, code: str) -> Failure:
    """A failure of the replay itself, which no retry can mend."""
    return Failure(status, message, code, final=True)


def of_replay(error: ReplayError) -> Failure:
    """A call that nothing recorded answers: status 400, which clients do not repeat."""
    return refusal(400, error.what, code=error.code)


def recorded_failure(reason: Mapping[str, Any]) -> Failure:
    """The failure of an ``error`` or ``aborted`` finish, or of a ``throw``."""
    code = _text(reason.get("code"))
    given = reason.get("status")
    named = is_safe_integer(given) and 400 <= given <= 599
    status = int(given) if is_safe_integer(given) and named else status_of(code)
    wait = reason.get("providerRetryAfterMs")
    return Failure(
        status,
        _text(reason.get("message")) or "the recorded call failed",
        code,
        float(wait) if is_number(wait) and wait > 0 else None,
        _header_text(reason.get("requestId")),
        overloaded=not named and status == 503 and "overload" in code.lower(),
    )


def status_of(code: str) -> int:
    """The HTTP status that a code names by number or by its words; 500 for any other."""
    number = _NUMBER.search(code)
    if number:
        return int(number.group(1))
    words = code.lower().replace("-", "_").replace(" ", "_")
    for group, status in _STATUS_OF_WORDS:
        if any(word in words for word in group):
            return status
    return 500


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _header_text(value: object) -> str:
    """A recorded request id, if it can stand in a header."""
    text = _text(value)
    return text if text.isascii() and text.isprintable() and len(text) <= 256 else ""
