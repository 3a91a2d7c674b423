"""Credentials with their scheme in running text: curl lines, logs, pasted headers.

Source: ``spec/detection.md`` §1 *Secrets*, ``spec/http-cassettes.md`` §6.2. A header's own value is read
by the check of secret fields.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable

from workbench.core.places import Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.finding import Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.patterns import Match, Pattern
from workbench.findings.placeholders import harmless
from workbench.findings.randomness import looks_random

_CREDENTIAL = r"([A-Za-z0-9._~+/=-]{8,})"
_HEADER = Pattern(
    r"(?i)\b(?:proxy-)?authorization[\"']?\s{0,3}[:=]\s{0,3}[\\]{0,4}[\"']?"
    rf"(?:basic|bearer|token|apikey|digest|negotiate|aws4-hmac-sha256)\s{{1,3}}{_CREDENTIAL}"
)
_BARE = Pattern(rf"(?i)\b(?:bearer|basic)\s{{1,3}}{_CREDENTIAL}")
_COOKIE = Pattern(
    r"(?i)\b(?:set-cookie|cookie)\s{0,3}:\s{0,3}[A-Za-z0-9_.$-]{1,60}=([^\s;,\"'\\]{8,})"
)


class Authorizations:
    """A scheme and its credential, with or without the header's name."""

    id = "authorization-text"
    title = "a credential"
    kind = Kind.SECRET
    stand_in = "secret"
    trigger = Trigger(patterns=(_HEADER, _BARE, _COOKIE))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        for match in held.matches(_HEADER, text.value):
            yield _hit(match, "It stands after an authorization header and its scheme.")
        for match in held.matches(_BARE, text.value):
            value = match.group(1).rstrip(".")
            if looks_random(value, at_least=16) or _is_login(value):
                yield _hit(match, "It stands after the name of an authorization scheme.")
        for match in held.matches(_COOKIE, text.value):
            if looks_random(match.group(1), at_least=10):
                yield _hit(match, "It is the value of a cookie.")


def _hit(match: Match, why: str) -> Hit:
    start = match.start(1)
    value = match.group(1).rstrip(".")
    return Hit(start, start + len(value), why=why, benign=harmless(value))


def _is_login(value: str) -> bool:
    """Whether it is the base64 of a user name and a password."""
    try:
        decoded = base64.b64decode(value, validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return False
    user, colon, password = decoded.partition(":")
    return bool(user and colon and password) and decoded.isprintable()
