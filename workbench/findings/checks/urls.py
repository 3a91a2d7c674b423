"""Secrets in addresses: user-info, connection strings, signed URLs, secret query parameters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.core.places import Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.fields import Field, field_of
from workbench.findings.finding import Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.identity_fields import identity_hit
from workbench.findings.patterns import Match, Pattern
from workbench.findings.person_names import is_full_name
from workbench.findings.placeholders import harmless, placeholder
from workbench.findings.randomness import looks_random

_USER_INFO = Pattern(
    r"[a-zA-Z][a-zA-Z0-9+.-]{1,30}:(?:\\?/){2}([^\s:/@\"'<>?#]{0,100}):([^\s/@\"'<>?#]{1,300}(?:@[^\s/@\"'<>?#]{1,60})?)@[^\s@/]"
)
_TOKEN_INFO = Pattern(r"https?:(?:\\?/){2}([^\s:/@\"'<>?#]{12,300})@[^\s@/]")
_PARAMETER = Pattern(r"[?&;#]([A-Za-z0-9_.\[\]%-]{1,60})=([^&#;\n\"'<>\\]+)")
_PARTS = Pattern(
    r"(?i)\b(?:password|pwd|accountkey|sharedaccesskey|secret)\s?=\s?\"?([^;\"'\s&<>]{3,200})\"?(?:;|\"|'|\s|&|$)"
)
#: Without one of these a name and a value are no parameter of an address or connection.
_OF_ADDRESSES = ("://", ":\\/\\/", "?", "&", "pwd=", "password=", "accountkey=")
_SEARCHES = frozenset({"q", "query", "search", "name", "s", "term"})
_SIGNATURES = frozenset(
    [
        "sig",
        "signature",
        "x-amz-signature",
        "x-amz-security-token",
        "x-goog-signature",
        "x-amz-credential",
        "x-goog-credential",
        "awsaccesskeyid",
    ]
)


class UrlSecrets:
    """A password before the at sign, a signature or token among the parameters."""

    id = "url-secret"
    title = "a secret in an address"
    kind = Kind.SECRET
    stand_in = "secret"
    trigger = Trigger(patterns=(_USER_INFO, _TOKEN_INFO, _PARAMETER, _PARTS))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        value, lowered = text.value, text.value.lower()
        for match in held.matches(_USER_INFO, value):
            start, end = match.span(2)
            yield Hit(
                start,
                end,
                why=f"{end - start} characters between the user name and the host of an address.",
                benign=placeholder(match.group(2)) or _everybodys(match.group(1), match.group(2)),
            )
        for match in held.matches(_TOKEN_INFO, value):
            secret = match.group(1)
            reason = placeholder(secret) or ("" if looks_random(secret) else "a user name")
            start, end = match.span(1)
            yield Hit(start, end, why="Characters before the host of an address.", benign=reason)
        addressed = any(sign in lowered for sign in _OF_ADDRESSES)
        if addressed:
            for match in held.matches(_PARAMETER, value):
                yield from _parameter(match)
        if addressed and ";" in value:
            for match in held.matches(_PARTS, value):
                start, end = match.span(1)
                why = f"{end - start} characters in a connection string."
                yield Hit(start, end, why=why, benign=_part(match.group(1)))


def _everybodys(user: str, password: str) -> str:
    """Why a login in an address opens nothing: a vendor's default, or a fixed word beside a token."""
    if password == "x-oauth-basic" or (user == password and user.isalpha() and len(user) <= 6):
        return "a default that everybody knows"
    return ""


def _part(value: str) -> str:
    return harmless(value) or ("code" if value.startswith(("$", "\\$")) else "")


def _parameter(match: Match) -> Iterator[Hit]:
    name, value = match.group(1), match.group(2)
    start, end = match.span(2)
    if name.lower() in _SIGNATURES and len(value) >= 16:
        yield Hit(start, end, why=f"{end - start} characters that sign an address.")
        return
    field = field_of(name)
    if field is Field.SECRET or name.lower() == "key":
        random = looks_random(value, at_least=8) or (len(value) >= 16 and name.lower() != "key")
        reason = harmless(value) or ("" if random else "does not look generated")
        yield Hit(start, end, why=f"{end - start} characters in a secret parameter.", benign=reason)
        return
    if name.lower() in _SEARCHES and is_full_name(value):
        yield from identity_hit(Field.PERSON, value, start)
    if field not in (Field.NONE, Field.NAME, Field.PUBLIC, Field.PATH, Field.HOST):
        yield from identity_hit(field, value, start)
