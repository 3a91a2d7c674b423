"""Login names and host names in what tools print: prompts, ssh, id, ls, passwd, environments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from workbench.core.places import Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.finding import Certainty, Kind
from workbench.findings.folding import fold
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.known import COMMON_ACCOUNTS
from workbench.findings.patterns import Match, Pattern
from workbench.findings.person_names import FULL
from workbench.findings.placeholders import impersonal
from workbench.findings.reserved import public_host, reserved_address
from workbench.findings.vocabulary import is_common_word

_USER = r"([a-zA-Z_][a-zA-Z0-9_.-]{1,40})"
_HOST = r"([a-zA-Z0-9][a-zA-Z0-9.-]{1,80}[a-zA-Z0-9])"
_ASSIGNED = Pattern(
    rf"(?i)\b(?:user|username|login|logname|sudo_user|user name|user_name)\s{{0,2}}[:=]\s{{0,2}}[\"']?{_USER}"
)
_PASSWORD_NEAR = Pattern(r"(?i)(?:pass(?:word|wd|phrase)?|pwd|pw)[\"']?\s{0,3}[:=]")
_NEAR = 100  # characters after a login in which its password stands
_LOGINS = (
    Pattern(rf"(?:uid|gid|euid)=[0-9]{{1,10}}\({_USER}\)"),
    Pattern(rf"(?m)^{_USER}:[x*!]:[0-9]{{1,7}}:[0-9]{{1,7}}:"),
    Pattern(rf"(?m)^[bcdlps-][rwxsStT-]{{9}}[.+@]?\s+[0-9]{{1,6}}\s+{_USER}\s+"),
    _ASSIGNED,
    Pattern(rf"(?i)\b(?:password|passphrase|account|login|home) (?:for|of) (?:user )?{_USER}\b"),
    Pattern(rf"\[sudo\] password for {_USER}"),
    Pattern(rf"\bsudo: {{1,8}}{_USER} : "),
    Pattern(rf"(?i)\b(?:logged|signed) (?:in|on) (?:as|by)(?: user)?:? [\"']?{_USER}"),
    Pattern(rf"(?i)accepted (?:password|publickey) for {_USER} from"),
    Pattern(
        r"(?:^|[\s(])(?:cc|CC|Cc|ask|Ask|ping|Ping|by|By|thanks|Thanks|hi|Hi|FYI|via),? @([A-Za-z0-9_][A-Za-z0-9_-]{1,38})"
    ),
    Pattern(
        rf"(?:{FULL}|(?:[Ss]igned|[Tt]hanks|[Rr]egards|[Cc]heers|[Aa]uthor),?:? \S{{3,200}})[ \t]\({_USER}\)"
    ),
)
_AT = Pattern(rf"(?:^|[\s\"'=(\[/]){_USER}@{_HOST}(?::|[\s\"'\])]|$|\\n)")
_PROMPT = Pattern(rf"(?:^|[\s\"(\[]|\\n){_USER}@{_HOST}:[~/][^\s$#]{{0,200}}[$#]")
_SSH = Pattern(rf"(?i)\b(?:ssh|scp|sftp|rsync|mosh)\b[^\n]{{0,200}}?[\s:]{_USER}@{_HOST}")
_FIRST_HOST = Pattern(
    rf"(?i)\b(?:hostname|host|node|machine|computer name|nodename|uname -n)\s{{0,2}}[:=]\s{{0,2}}[\"']?{_HOST}"
)
_NOT_HOSTS = frozenset(
    {"npm", "sha256", "sha512", "latest", "workspace", "patch", "main", "master"}
)
_NOT_LOGINS_TEXT = """
the a an is not all new my your this that it and or for with to in on mon tue wed thu fri sat sun
jan feb mar apr jun jul aug sep oct nov dec never failed successful from at as was name password passwd pass pw
secret token id key null none true false
"""
_NOT_LOGINS = frozenset(_NOT_LOGINS_TEXT.split())


class Logins:
    """Who is logged in, and where."""

    id = "login"
    title = "a login name"
    kind = Kind.USERNAME
    stand_in = "user"
    trigger = Trigger(patterns=(*_LOGINS, _PROMPT, _SSH, _AT, _FIRST_HOST))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        value = text.value
        for pattern in _LOGINS:
            for match in held.matches(pattern, value):
                hit = _login(match, pattern is _LOGINS[-1])
                if pattern is _ASSIGNED and _PASSWORD_NEAR.search(_around(value, match)):
                    # Beside a password it is a service's account more often than a person's login.
                    hit = replace(hit, certainty=Certainty.WEAK, spreads=False)
                yield hit
        for pattern in (_PROMPT, _SSH, _AT):
            for match in held.matches(pattern, value):
                if pattern is _AT and "." in match.group(2) and not _is_remote(value, match):
                    continue  # an address: the e-mail check reads it
                if match.group(2).lower() in _NOT_HOSTS:
                    continue  # a package and its version
                yield _login(match, False)
                yield host_hit(match, 2)
        for match in held.matches(_FIRST_HOST, value):
            yield host_hit(match, 1)


def _is_remote(value: str, match: Match) -> bool:
    """``user@host.domain:/path`` is a place on a machine, not a mailbox."""
    return value[match.end(2) : match.end(2) + 2] in (":/", ":~", ":.")


def _around(value: str, match: Match) -> str:
    return value[match.end(1) : match.end(1) + _NEAR]


def _login(match: Match, careful: bool) -> Hit:
    name = match.group(1)
    start, end = match.span(1)
    name = name.rstrip(".-")
    folded = fold(name)
    reason = impersonal(name)
    if folded in COMMON_ACCOUNTS or folded in _NOT_LOGINS or is_common_word(folded):
        reason = "an account or word that many have"
    if not reason and len(name) < 3:
        reason = "too short for a login"
    if careful and not reason and not any(map(str.isdigit, name)) and len(name) < 4:
        reason = "too short for a login"
    return Hit(
        start,
        start + len(name) if len(name) < end - start else end,
        why="It stands where a tool prints or a person writes a login name.",
        benign=reason,
        spreads=len(name) >= 4,
    )


def host_hit(match: Match, group: int) -> Hit:
    """The host of a match, unless it is everybody's."""
    start, end = match.span(group)
    name = match.group(group)
    reason = public_host(name) or impersonal(name)
    if name.lower() in _NOT_HOSTS or not any(map(str.isalpha, name)):
        reason = "no host"
    if not reason and reserved_address(name) is not None:
        reason = "an address: the address check reads it"
    if not reason and not any(sign in name for sign in ".-0123456789"):
        reason = "a single ordinary word"
    return Hit(
        start,
        end,
        what="Looks like a host name",
        why="It stands where a tool prints or a person writes a machine's name.",
        kind=Kind.HOST,
        stand_in="host",
        benign=reason,
        spreads=len(name) >= 6,
    )
