"""The retry policy that a provider of the catalogue may declare.

Replay never retries by itself: the policy is what an agent is told. Source:
``spec/session-logs.md`` §19.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workbench.session_logs.errors import ReplayError
from workbench.session_logs.json_numbers import is_count, is_number

_MODES = ("normal", "always")
_KEYS = frozenset({"mode", "maxRetries", "retryableCodes", "backoff"})
_BACKOFF_KEYS = frozenset({"initialDelayMs", "maxDelayMs", "jitterRatio"})
_LONGEST_DELAY = 2**31 - 1  # the longest a JavaScript timer waits, in milliseconds


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """When an agent repeats a failed call. Delays are in milliseconds.

    ``retryable_codes`` is ``None`` where the policy names none, so that the agent's own list holds.
    """

    mode: str = "normal"
    max_retries: int = 5
    retryable_codes: tuple[str, ...] | None = None
    initial_delay_ms: float = 500
    max_delay_ms: float = 10_000
    jitter_ratio: float = 0.1


def read_retry_policy(value: object, *, provider: str, prefix: str) -> RetryPolicy:
    """The policy, its defaults filled in. Raises ``ReplayError`` for the first thing wrong (§19)."""
    path = f'{prefix}provider "{provider}" retryPolicy'
    if not isinstance(value, Mapping):
        raise _wrong(f"{path} must be an object")
    mode = value.get("mode", "normal")
    if mode not in _MODES:
        raise _wrong(f'{path}.mode must be "normal" or "always"')
    _only(value, _KEYS, path)
    retries = value.get("maxRetries", 5)
    if not is_count(retries):
        raise _wrong(f"{path}.maxRetries must be a non-negative safe integer")
    codes = _codes(value["retryableCodes"], path) if "retryableCodes" in value else None
    first, longest, jitter = _backoff(value.get("backoff", {}), f"{path}.backoff")
    return RetryPolicy(mode, int(retries), codes, first, longest, jitter)


def _only(value: Mapping[str, Any], known: frozenset[str], path: str) -> None:
    for key in value:
        if key not in known:
            raise _wrong(f'{path}: unknown key "{key}"')


def _codes(value: object, path: str) -> tuple[str, ...]:
    where = f"{path}.retryableCodes"
    if not isinstance(value, (list, tuple)) or not value:
        raise _wrong(f"{where} must not be empty")
    if not all(isinstance(code, str) and code for code in value):
        raise _wrong(f"{where} must contain only non-empty strings")
    if len(set(value)) != len(value):
        raise _wrong(f"{where} must not contain duplicates")
    return tuple(value)


def _backoff(value: object, path: str) -> tuple[float, float, float]:
    if not isinstance(value, Mapping):
        raise _wrong(f"{path} must be an object")
    _only(value, _BACKOFF_KEYS, path)
    first = _delay(value.get("initialDelayMs", 500), f"{path}.initialDelayMs")
    longest = _delay(value.get("maxDelayMs", 10_000), f"{path}.maxDelayMs")
    if first > longest:
        raise _wrong(f"{path}.initialDelayMs must be less than or equal to maxDelayMs")
    jitter = value.get("jitterRatio", 0.1)
    if not (is_number(jitter) and 0 <= jitter <= 1):
        raise _wrong(f"{path}.jitterRatio must be between 0 and 1")
    return first, longest, jitter


def _delay(value: object, path: str) -> float:
    if not (is_number(value) and math.isfinite(value) and 0 < value <= _LONGEST_DELAY):
        raise _wrong(f"{path} must be a positive finite number no greater than {_LONGEST_DELAY}")
    return value


def _wrong(text: str) -> ReplayError:
    return ReplayError(text, code="retry_policy")
