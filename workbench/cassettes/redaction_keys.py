"""Which names hold secrets, and which values are placeholders already.

Source: ``spec/http-cassettes.md`` §6.1, §6.3.
"""

from __future__ import annotations

import re

from workbench.cassettes.words import words

_COUNTS = words(
    "budget_tokens max_completion_tokens max_output_tokens max_tokens input_tokens output_tokens",
    "total_tokens prompt_tokens completion_tokens cached_tokens reasoning_tokens input_token_details",
    "output_token_details token_usage tokens token_ids token_type next_page_token page_token",
)
_COUNT_ENDS = ("_tokens", "_token_count", "_token_counts", "_token_limit", "_tokens_details")
_SECRET_KEYS = words(
    "authorization cookie set_cookie sig signature x_amz_signature x_goog_signature assertion auth",
    "session passwd pwd x_amz_security_token client_assertion passphrase jwt",
)
_SECRET_PARTS = tuple(
    sorted(
        words(
            "api_key apikey private_key authorization token access_token refresh_token secret password",
            "credential access_key signing_key encryption_key ssh_key",
        )
    )
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_REDACTED = re.compile(
    r"\*\*REDACTED\*\*|\[?<?REDACTED>?\]?|PLACEHOLDER|scrubbed|X-.*-XXX|[A-Z-]+-XXX|<[A-Z0-9_]+>"
    r"|test[_-]api[_-]key|DUMMY|",
    re.IGNORECASE,
)


def is_secret_key(name: str) -> bool:
    """Whether a key's whole value is hidden, by its name (§6.1)."""
    key = _CAMEL.sub("_", name).lower().replace("-", "_").replace(" ", "_")
    if key in _COUNTS or key.endswith(_COUNT_ENDS) or key.startswith("tokenizer"):
        return False
    squeezed = key.replace("_", "")
    return key in _SECRET_KEYS or any(
        part in key or part.replace("_", "") in squeezed for part in _SECRET_PARTS
    )


def is_redacted(value: str) -> bool:
    """Whether a value is one of the placeholders tools leave behind."""
    return bool(_REDACTED.fullmatch(value))
