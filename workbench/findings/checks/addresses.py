"""E-mail addresses, also written with ``at`` and ``dot`` (``spec/detection.md`` §1)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workbench.core.places import Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.finding import Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.known import COMMON_ACCOUNTS
from workbench.findings.patterns import Match, Pattern
from workbench.findings.reserved import no_reply, public_host

# Letters of other scripts are any character beyond ASCII: their exact classes make patterns huge.
_WORD = r"[a-zA-Z0-9\x{c0}-\x{2fff}\x{3040}-\x{ffef}]"
_ADDRESS = Pattern(
    rf"(?:{_WORD}|[_!#$&*+/=?^{{|}}~-])(?:{_WORD}|[._!#$&*+/=?^{{|}}~'-])*@"
    rf"(?:{_WORD}(?:{_WORD}|-)*\.)+(?:[a-zA-Z]{{2,24}}|[^\x00-\x7f]{{2,10}})"
)
_LONGEST_LOGIN = 64
_OPEN, _CLOSE = r"\s?[\[({<]\s?", r"\s?[\])}>]\s?"
_AT = rf"(?:{_OPEN}at{_CLOSE}|{_OPEN}@{_CLOSE}|\s+at\s+|-at-|_at_)"
_DOT = rf"(?:{_OPEN}dot{_CLOSE}|{_OPEN}\.{_CLOSE}|\s+dot\s+|-dot-|_dot_|\.|-)"
_DOMAINS = (
    "com|org|net|edu|gov|io|ai|dev|app|co|uk|de|fr|jp|cn|in|br|au|ca|se|no|fi|dk|nl|be|ch|at|"
    "es|it|pt|pl|cz|sk|hu|ro|bg|gr|ru|ua|kr|tw|mx|ar|cl|za|nz|ie|me|us|info|biz|eu|xyz|cloud"
)
_SPELLED = Pattern(
    rf"(?i)\b[a-z0-9_+]{{1,40}}(?:(?:\.|-|{_DOT})[a-z0-9_+]{{1,40}}){{0,3}}{_AT}"
    rf"[a-z0-9]{{2,40}}(?:{_DOT}[a-z0-9]{{2,40}}){{0,4}}{_DOT}(?:{_DOMAINS})\b"
)
_CODE_ENDS = (".py", ".js", ".ts", ".md", ".png", ".jpg", ".svg", ".json", ".yaml", ".whl", ".lock")
# A file that is named after a mailbox: what stands before its ending is one.
_FILE = re.compile(
    rf"(.+@[^@]*[a-z-]{{2}}[^@]*\.(?:{_DOMAINS}))(?:{'|'.join(map(re.escape, _CODE_ENDS))}|\.yml|\.txt|\.har|\.jsonl)+",
    re.IGNORECASE,
)
_SPELLED_SIGNS = ("[", "(", "{", "<", " dot ", "-dot-", "_dot_", "-at-", "_at_")


class EmailAddresses:
    """Addresses as they are sent to, and as people spell them to hide them."""

    id = "email-address"
    title = "an e-mail address"
    kind = Kind.EMAIL
    stand_in = "email"
    trigger = Trigger(patterns=(_ADDRESS, _SPELLED))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        if "@" in text.value:
            for match in held.matches(_ADDRESS, text.value):
                start, end = _trimmed(match)
                if end > start and not _is_part_of_url(text.value, start, end):
                    yield _hit(text.value, start, end)
        if "at" in text.value.lower():
            for match in held.matches(_SPELLED, text.value):
                spelled = match.group().lower()
                if "@" in spelled and "[" not in spelled and "(" not in spelled:
                    continue
                if any(sign in spelled for sign in _SPELLED_SIGNS):
                    yield Hit(*match.span(), why="An address spelled with words.", spreads=False)


def _is_part_of_url(value: str, start: int, end: int) -> bool:
    """Whether it is the user-info of a web address or a place on a machine: other checks read those."""
    _, scheme, rest = value[max(0, start - 400) : start].rpartition("://")
    if scheme and not any(sign.isspace() or sign in "/?#\"'" for sign in rest):
        return True
    return value[end : end + 2] in (":/", ":~")


def _trimmed(match: Match) -> tuple[int, int]:
    """The address alone: signs that belong to a path, query or pattern before it are cut off."""
    start, end = match.span()
    login = match.group().partition("@")[0]
    kept = re.split(r"[=/|?&#*{!]", login)[-1][-_LONGEST_LOGIN:]
    return (start + len(login) - len(kept), end) if kept else (end, end)


def _hit(value: str, start: int, end: int) -> Hit:
    address = value[start:end]
    named = _FILE.fullmatch(address)
    if named is not None:
        address, end = named.group(1), start + named.end(1)
    reason = no_reply(address)
    login, _, domain = address.lower().partition("@")
    if not reason and login in COMMON_ACCOUNTS and public_host(domain):
        reason = "a common account at a public service"
    if not reason and address.lower().endswith(_CODE_ENDS):
        reason = "a file name or package version"
    why = "A mailbox name, an at sign and a domain."
    return Hit(start, end, why=why, benign=reason, spreads=True)
