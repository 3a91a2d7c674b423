"""E-mail addresses, also written with ``at`` and ``dot`` (``spec/detection.md`` §1)."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.core.places import Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.finding import Kind
from workbench.findings.patterns import Match, Pattern
from workbench.findings.reserved import no_reply

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
_SPELLED = Pattern(
    rf"(?i)\b[a-z0-9_+]{{1,40}}(?:(?:\.|-|{_DOT})[a-z0-9_+]{{1,40}}){{0,3}}{_AT}"
    rf"[a-z0-9]{{2,40}}(?:{_DOT}[a-z0-9]{{2,40}}){{0,4}}{_DOT}(?:{{tld}})\b".replace(
        "{tld}",
        "com|org|net|edu|gov|io|ai|dev|app|co|uk|de|fr|jp|cn|in|br|au|ca|se|no|fi|dk|nl|be|ch|at|"
        "es|it|pt|pl|cz|sk|hu|ro|bg|gr|ru|ua|kr|tw|mx|ar|cl|za|nz|ie|me|us|info|biz|eu|xyz|cloud",
    )
)
_CODE_ENDS = (".py", ".js", ".ts", ".md", ".png", ".jpg", ".svg", ".json", ".yaml", ".whl", ".lock")
_SPELLED_SIGNS = ("[", "(", "{", "<", " dot ", "-dot-", "_dot_", "-at-", "_at_")


class EmailAddresses:
    """Addresses as they are sent to, and as people spell them to hide them."""

    id = "email-address"
    title = "an e-mail address"
    kind = Kind.EMAIL
    stand_in = "email"
    trigger = Trigger(
        cues=("@", " at ", "(at)", "[at]", "-at-", "_at_", "<at>", "{at}", "( at", "[ at"),
        shape="\\sat\\s",
    )

    def find(self, text: Text) -> Iterable[Hit]:
        if "@" in text.value:
            for match in _ADDRESS.finditer(text.value):
                if not _is_part_of_url(text.value, match):
                    yield _hit(match)
        if "at" in text.value.lower():
            for match in _SPELLED.finditer(text.value):
                spelled = match.group().lower()
                if "@" in spelled and "[" not in spelled and "(" not in spelled:
                    continue
                if any(sign in spelled for sign in _SPELLED_SIGNS):
                    yield Hit(*match.span(), why="An address spelled with words.", spreads=False)


def _is_part_of_url(value: str, match: Match) -> bool:
    """Whether it is the user-info of a web address or a place on a machine: other checks read those."""
    before = value[max(0, match.start() - 400) : match.start()]
    _, scheme, rest = before.rpartition("://")
    if scheme and not any(sign.isspace() or sign in "/?#\"'" for sign in rest):
        return True
    return value[match.end() : match.end() + 2] in (":/", ":~")


def _hit(match: Match) -> Hit:
    start, end = match.span()
    value = match.group()
    over = value.index("@") - _LONGEST_LOGIN
    if over > 0:
        start, value = start + over, value[over:]
    # A leading quote of a regular expression, path or query belongs to its surroundings.
    for separator in ("=", "/", "|", "?", "&", "#", "*", "{", "!"):
        login = value.partition("@")[0]
        if separator in login:
            cut = login.rindex(separator) + 1
            if cut == len(login):
                return Hit(start, end, benign="no address")
            start += cut
            value = value[cut:]
    reason = no_reply(value)
    if not reason and value.lower().endswith(_CODE_ENDS):
        reason = "a file name or package version"
    return Hit(
        start, end, why="A mailbox name, an at sign and a domain.", benign=reason, spreads=True
    )
