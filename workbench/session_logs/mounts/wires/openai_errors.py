"""The body of a failure as OpenAI gives it, on both of its wires."""

from __future__ import annotations

from typing import Any

from workbench.session_logs.mounts.failures import Failure

_TYPES = {429: "rate_limit_error", 503: "service_unavailable_error"}


def error_type(status: int) -> str:
    """The ``type`` of an error with this status."""
    if status in _TYPES:
        return _TYPES[status]
    return "server_error" if status >= 500 else "invalid_request_error"


def error_body(failure: Failure) -> dict[str, Any]:
    """``{"error": {message, type, param, code}}``."""
    error = {
        "message": failure.message,
        "type": error_type(failure.status),
        "param": None,
        "code": failure.code or None,
    }
    return {"error": error}
