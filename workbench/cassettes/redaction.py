"""Hiding secrets in whatever is shown: by key name, and by shape in text.

Never applied to what is matched or served. Source: ``spec/http-cassettes.md`` §6, with the better
rules of its §6.3 (a number is no secret, ``sk-`` wants a border, schemes in any case …).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import unquote

from workbench.cassettes.bodies.sse import is_sse
from workbench.cassettes.canonical_body import canonical_value, json_value
from workbench.cassettes.redaction_profiles import PLACEHOLDER, SECRETS, Profile
from workbench.cassettes.words import words

__all__ = ["PLACEHOLDER", "is_redacted", "is_secret_key", "redact", "redact_bytes", "redact_text"]

_COUNTS = words(
    "budget_tokens max_completion_tokens max_output_tokens max_tokens input_tokens output_tokens",
    "total_tokens prompt_tokens completion_tokens cached_tokens reasoning_tokens input_token_details",
    "output_token_details token_usage token_ids token_type next_page_token page_token",
)
_COUNT_ENDS = ("_tokens", "_token_count", "_token_counts", "_token_limit", "_tokens_details")
_SECRET_KEYS = words(
    "authorization cookie set_cookie sig signature x_amz_signature x_goog_signature assertion auth",
    "session passwd pwd x_amz_security_token client_assertion",
)
_SECRET_PARTS = tuple(
    sorted(
        words(
            "api_key apikey private_key authorization token access_token refresh_token secret password",
            "credential",
        )
    )
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_REDACTED = re.compile(
    r"\*\*REDACTED\*\*|\[?<?REDACTED>?\]?|PLACEHOLDER|scrubbed|X-.*-XXX|[A-Z-]+-XXX|<[A-Z0-9_]+>"
    r"|test[_-]api[_-]key|DUMMY|",
    re.IGNORECASE,
)

_NAMES = r"api[_-]?key|access[_-]token|refresh[_-]token|token|secret|password|passwd|pwd|key|sig|signature"
_NAMES += r"|x-amz-signature|x-amz-credential|x-amz-security-token|x-goog-signature|code|assertion|auth|session"
_ENDS = r"[^\s\"'&<>\\]"
_SHAPES: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----.*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|\Z)", re.DOTALL),
        PLACEHOLDER,
    ),
    (re.compile(r"(https?://)[^/@\s]+@", re.IGNORECASE), rf"\1{PLACEHOLDER}@"),
    (re.compile(rf"([?&](?:{_NAMES})=){_ENDS}+", re.IGNORECASE), rf"\1{PLACEHOLDER}"),
    (
        re.compile(
            # Looked ahead and possessive: a hostile word must not be tried from each of its letters.
            r"(\b(?=\w*?(?:API_?KEY|TOKEN|SECRET|PASSWORD|PRIVATE_KEY|CREDENTIAL))\w++\s*+=\s*+)"
            rf"(?!\d+(?:\.\d+)?(?![\w-])){_ENDS}+",
            re.IGNORECASE,
        ),
        rf"\1{PLACEHOLDER}",
    ),
    (re.compile(r"\b(Bearer|Token)(\s+)[A-Za-z0-9._~+/=-]{8,}", re.IGNORECASE), rf"\1 {PLACEHOLDER}"),
    (re.compile(r"\b(Basic)\s+[A-Za-z0-9+/]{8,}={0,2}", re.IGNORECASE), rf"\1 {PLACEHOLDER}"),
    (re.compile(r"\b(Credential=|Signature=)[^\s,&\"']+"), rf"\1{PLACEHOLDER}"),
    (re.compile(r"(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{16,}"), PLACEHOLDER),
    (re.compile(r"(?<![A-Za-z0-9])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}"), PLACEHOLDER),
    (
        re.compile(
            r"(?<![A-Za-z0-9])(?:AIza[\w-]{35}|gsk_\w{16,}|xai-\w{16,}|hf_\w{16,}|gh[pousr]_\w{16,}"
            r"|github_pat_\w{16,}|A[KS]IA[A-Z0-9]{16}|xox[a-z]-[\w-]{10,}|pplx-\w{16,}|r8_\w{16,})"
        ),
        PLACEHOLDER,
    ),
)  # fmt: skip
_HINT = re.compile(
    r"PRIVATE KEY|[@=]|bearer|basic|token|sk-|eyJ|AIza|gsk_|xai-|hf_|gh[pousr]_|github_pat_|A[KS]IA"
    r"|xox|pplx-|r8_|%",
    re.IGNORECASE,
)


def is_secret_key(name: str) -> bool:
    """Whether a key's whole value is hidden, by its name (§6.1)."""
    key = _CAMEL.sub("_", name).lower().replace("-", "_")
    if key in _COUNTS or key.endswith(_COUNT_ENDS) or key.startswith("tokenizer"):
        return False
    squeezed = key.replace("_", "")
    return key in _SECRET_KEYS or any(
        part in key or part.replace("_", "") in squeezed for part in _SECRET_PARTS
    )


def is_redacted(value: str) -> bool:
    """Whether a value is one of the placeholders tools leave behind."""
    return bool(_REDACTED.fullmatch(value))


def redact(value: Any, *, profile: Profile = SECRETS) -> Any:
    """A JSON-like value with its secrets replaced; keys and shape are kept."""
    if isinstance(value, Mapping):
        return {key: _member(str(key), inner, profile) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_pair(item, profile) for item in value]
    return redact_text(value, profile=profile) if isinstance(value, str) else value


def _member(key: str, value: Any, profile: Profile) -> Any:
    if profile.hides_key(key):
        return None if value is None else PLACEHOLDER
    if not is_secret_key(key):
        return redact(value, profile=profile)
    # A number is never a secret: it is a count or a limit.
    return value if isinstance(value, (int, float)) or value is None else PLACEHOLDER


def _pair(item: Any, profile: Profile) -> Any:
    """A header pair is judged by its first half, like a mapping's entry."""
    if isinstance(item, (list, tuple)) and len(item) == 2 and isinstance(item[0], str):
        return [item[0], _member(item[0], item[1], profile)]
    return redact(item, profile=profile)


def redact_text(text: str, *, profile: Profile = SECRETS) -> str:
    """A text with its secrets replaced: JSON by keys, event streams line by line, else by shape."""
    if text.lstrip()[:1] in ("{", "["):
        found = json_value(text.encode("utf-8", "surrogatepass"))
        if found is not None and isinstance(found[0], (dict, list)):
            return canonical_value(redact(found[0], profile=profile))
    if is_sse("", text[:64].encode("utf-8", "replace")):
        return "".join(_event_line(line, profile) for line in text.splitlines(keepends=True))
    return profile.without_ids(_shapes(text))


def _event_line(line: str, profile: Profile) -> str:
    name, colon, value = line.partition(":")
    stripped = value.strip()
    found = json_value(stripped.encode("utf-8", "surrogatepass")) if name == "data" else None
    if found is None:
        return profile.without_ids(_shapes(line))
    hidden = json.dumps(
        redact(found[0], profile=profile), ensure_ascii=False, separators=(",", ":")
    )
    return f"{name}{colon}{value.replace(stripped, hidden, 1)}"


def _shapes(text: str) -> str:
    if not _HINT.search(text):
        return text
    shown = _apply(text)
    # A secret that is percent-encoded is hidden with its whole text: its borders are not known.
    plain = unquote(shown) if "%" in shown else shown
    return shown if _apply(plain) == plain else PLACEHOLDER


def _apply(text: str) -> str:
    for pattern, replacement in _SHAPES:
        text = pattern.sub(_unless_redacted(replacement), text)
    return text


def _unless_redacted(replacement: str) -> Callable[[re.Match[str]], str]:
    def replace(match: re.Match[str]) -> str:
        return match.expand(replacement)

    return replace


def redact_bytes(body: bytes) -> str:
    """A body as text to be shown; bytes that are not text become their length and digest."""
    import hashlib

    try:
        return redact_text(body.decode("utf-8"))
    except UnicodeDecodeError:
        digest = hashlib.sha256(body).hexdigest()[:16]
        return f"<{len(body):,} bytes of binary data, sha256 {digest}…>"
