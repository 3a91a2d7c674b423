"""Values under a name that says they are secret: JSON keys, headers, query parameters.

Source: ``spec/detection.md`` §1 ("the generic rule") and §2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.core.places import Role, Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.fields import Field, field_of, fold_name
from workbench.findings.finding import Certainty, Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.patterns import Pattern
from workbench.findings.placeholders import harmless
from workbench.findings.randomness import looks_random

_SCHEME = Pattern(
    r"(?i)^\s*(?:bearer|basic|token|apikey|api-key|key|digest|negotiate)[ :]+(\S+)\s*$"
)
_COOKIE = Pattern(r"([A-Za-z0-9_.!$%&'*+^`|~-]{1,80})=\"?([^;,\s\"]+)")
_COOKIE_ATTRIBUTES_TEXT = """
path expires max-age domain samesite secure httponly priority version comment theme lang locale tz
timezone consent partitioned
"""
_COOKIE_ATTRIBUTES = frozenset(_COOKIE_ATTRIBUTES_TEXT.split())
_COOKIE_NAMES = (
    "sess",
    "sid",
    "token",
    "auth",
    "csrf",
    "xsrf",
    "cf_bm",
    "cfuvid",
    "jwt",
    "login",
    "user",
)
_PASSWORDS = frozenset(
    ["password", "passwd", "pwd", "pass", "passphrase", "passcode", "userpassword", "dbpassword"]
)
_LONGEST = 8_192


class SecretFields:
    """A value whose key or header name says that it is a secret, and that is no placeholder."""

    id = "secret-field"
    title = "a secret"
    kind = Kind.SECRET
    stand_in = "secret"
    trigger = Trigger(fields=frozenset({Field.SECRET, Field.AUTHORIZATION, Field.COOKIE}))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        if text.role is Role.KEY or text.role is Role.LABEL or len(text.value) > _LONGEST:
            return ()
        field = field_of(text.key)
        if field is Field.COOKIE:
            return _cookies(text.value)
        if field is Field.AUTHORIZATION:
            return _authorization(text.value)
        return _secret(text)


def _authorization(value: str) -> Iterator[Hit]:
    match = _SCHEME.search(value)
    start, end = match.span(1) if match else (0, len(value))
    secret = value[start:end]
    why = f"{len(secret)} characters in an authorization header."
    yield Hit(start, end, why=why, benign=harmless(secret) or _too_short(secret))


def _cookies(value: str) -> Iterator[Hit]:
    for match in _COOKIE.finditer(value):
        name, content = match.group(1).lower(), match.group(2)
        if name in _COOKIE_ATTRIBUTES:
            continue
        named = any(part in name for part in _COOKIE_NAMES)
        reason = harmless(content) or ("" if named or looks_random(content) else "a plain setting")
        start, end = match.span(2)
        yield Hit(start, end, why=f"{end - start} characters in a cookie.", benign=reason)


def _secret(text: Text) -> Iterator[Hit]:
    value = text.value.strip()
    start = len(text.value) - len(text.value.lstrip())
    match = _SCHEME.search(text.value)
    if match:
        start, value = match.start(1), match.group(1)
    folded = fold_name(text.key)
    reason = harmless(value) or _too_short(value)
    if not reason and not _is_secret_value(value, folded):
        reason = "an ordinary word or sentence"
    yield Hit(
        start,
        start + len(value),
        why=f"{len(value)} characters under a name that says secret, and no placeholder.",
        certainty=Certainty.STRONG,
        benign=reason,
    )


def _is_secret_value(value: str, name: str) -> bool:
    if any(map(str.isspace, value)):
        return name in _PASSWORDS and len(value) < 80 and any(map(str.isdigit, value))
    if name in _PASSWORDS or name in ("pin", "otp", "passcode"):
        return len(value) >= 4
    return looks_random(value, at_least=8) or (len(value) >= 16 and not value.isalpha())


def _too_short(value: str) -> str:
    return "too short to be a secret" if len(value) < 4 else ""
