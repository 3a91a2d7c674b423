"""Secrets written in text: ``API_KEY=…``, ``password: …``, ``--token …``, "the password is …".

Source: ``spec/detection.md`` §1, the generic rule: secret-like key and a value that looks random.
"""

from __future__ import annotations

from collections.abc import Iterable

from workbench.core.places import Text
from workbench.findings.boundaries import ascii_lower
from workbench.findings.check import Hit, Trigger
from workbench.findings.fields import Field, field_of
from workbench.findings.finding import Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.patterns import Match, Pattern, first_group
from workbench.findings.placeholders import harmless
from workbench.findings.randomness import is_token, looks_random

_PASSWORD = r"pass(?:word|wd|phrase|code|wort)?|pwd|pw"
_STRONG = (
    r"(?:secret|access|private|api)[_\-. ]{0,4}(?:token|key)|access|private|"
    r"secret|token|api[_\-. ]?key|access[_\-. ]?key|private[_\-. ]?key|auth[_\-. ]?key|credentials?"
)
_SHORT = r"key|auth|sas|pat|signature|sig"
_NAME = (
    rf"(?:[a-z0-9_.\-]*(?:(?:{_PASSWORD}|{_STRONG})[a-z0-9_.\-]{{0,30}}"
    rf"|(?:{_SHORT})(?:s|[0-9]{{1,3}})?(?:[_.\-][a-z0-9_.\-]{{0,30}})?))"
)
_CLOSED = r"(?:[\\]{0,4}[\"'`\]]){0,2}\s{0,3}"
_OPENED = r"\s{0,3}(?:[\\]{0,4}[\"'`]|[({\[]){0,3}"
_SAYS = r"\s{1,8}(?:is|was|are|to|as|of)?:?\s{0,8}(?:[\\]{0,4}[\"'`]){0,1}"
_GAP = rf"{_CLOSED}(?:(?::=|=>|={{1,3}}|:|->|,|\||\(|-){_OPENED}|{_SAYS})"
_IN_VALUE = r"[^\s\"'`,;<>\\(){}\[\]|]"
# What counts is a value of six characters after a sign that assigns or an option, of sixteen after
# anything else.
_ASSIGNED = Pattern(
    rf"(?i){_NAME}{_GAP}({_IN_VALUE}{{4,}})",
    holds=rf"(?i){_NAME}(?:{_CLOSED}(?::=|=>|={{1,3}}|:){_OPENED}{_IN_VALUE}{{6}}"
    rf"|{_CLOSED}\s{{1,8}}(?:is|was|are|to|as|of)?:\s{{0,8}}(?:[\\]{{0,4}}[\"'`])?{_IN_VALUE}{{6}}"
    rf"|{_GAP}{_IN_VALUE}{{16}})|-{_NAME}{_GAP}{_IN_VALUE}{{6}}",
    reach=1_000,
)
_QUOTED = Pattern(
    rf"(?i)(?:{_PASSWORD})[a-z0-9_.\-]{{0,20}}(?:[\\]{{0,4}}[\"'])?\s{{0,3}}(?::=|=>|={{1,3}}|:)\s{{0,3}}"
    r"(?:[\\]{0,4}\"([^\"\\\n]{4,120})[\\]{0,4}\"|[\\]{0,4}'([^'\\\n]{4,120})[\\]{0,4}')"
)
_SAID = Pattern(
    r"(?i)\b(?:pass(?:word|phrase|code)?|pwd|pw)\b(?:\s{1,8}(?:for|of|to)\s{1,8}\S{1,60})?\s{1,8}(?:is|was|=)\s{0,8}:?\s{0,8}"
    r"[\"'`]?([^\s\"'`,;<>]{4,80})"
)
_FLAG = Pattern(r"(?:^|\s)(?:-u|--user)[ =][\"']?[^\s:\"'@/]{1,60}:([^\s\"'@/]{4,120})")
_HASHED = Pattern(
    r"\$(?:2[abxy]|5|6|argon2id?|apr1|1|y|P|pbkdf2-sha(?:256|512))\$[A-Za-z0-9./,=$+]{20,180}"
)
_WORDY = frozenset(["password", "passwd", "pwd", "pw", "pass", "passphrase", "passcode"])
_NEXT_PARAMETER = Pattern(r"&[A-Za-z_]{1,30}=")
_IS_PASSWORD = Pattern(rf"(?:{_PASSWORD})[^a-z]|(?:{_PASSWORD})[a-z_0-9]{{0,12}}[\"'\s]*[:=]")
_LONGEST_NAME = 90  # characters from the beginning of the name to the value
_LONGEST_VALUE = 600
_DOMAIN = Pattern(r"(?i)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|io|ai|dev|cloud|co|app)")
_CODE = Pattern(r"^[\s+]*\\?\$?[A-Za-z_][A-Za-z_.]*(?:\[|\(\)?)|^\s\+\s")
_TRAILING = ".:!?"
_CUES = tuple(
    """pass|pwd|secret|token|key|access|private|auth|credential|sas| -u |--user|pw|sig|$2|$6$|$5$|$argon|$apr1$|$1$|$y$""".replace(
        "\n", ""
    ).split("|")
)


class SecretAssignments:
    """A secret-like name, something that assigns, and a value that looks generated."""

    id = "secret-assignment"
    title = "a secret"
    kind = Kind.SECRET
    stand_in = "secret"
    trigger = Trigger(patterns=(_ASSIGNED, _QUOTED, _SAID, _FLAG, _HASHED))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        value = text.value
        for match in held.matches(_ASSIGNED, value):
            if _counts(value, match):
                yield _assigned(value, match)
        for pattern in (_QUOTED, _SAID, _FLAG):
            for match in held.matches(pattern, value):
                yield _chosen(value, match, pattern)
        for match in held.matches(_HASHED, value):
            yield Hit(*match.span(), why="A password hash with its salt.")


def _counts(text: str, match: Match) -> bool:
    """Whether the value is long enough to be judged: what ``holds`` says of the pattern."""
    name = text[match.start() : match.start(1)]
    assigns = "=" in name or ":" in name or name.startswith("-")
    return match.end(1) - match.start(1) >= (6 if assigns else 16)


def _assigned(text: str, match: Match) -> Hit:
    start, end = match.span(1)
    end = min(end, start + _LONGEST_VALUE)
    while end > start and text[end - 1] in _TRAILING:
        end -= 1
    following = _NEXT_PARAMETER.search(text[start:end])
    if following is not None:
        end = start + following.start()
    value = text[start:end]
    name = ascii_lower(text[match.start() : start])
    reason = (
        harmless(value)
        or _code_reason(text, value, end)
        or _place_reason(text, match, start, name)
        or _reason(value, name)
    )
    why = f"{len(value)} characters after a name that says secret; they look generated."
    return Hit(start, end, why=why, benign=reason)


def _code_reason(text: str, value: str, end: int) -> str:
    """Why it is an expression or a name of something: a call, an index, a key's name, a file."""
    if _CODE.search(value + text[end : end + 1]) or value.endswith((".git", ".py", ".json")):
        return "code"
    return ""


def _place_reason(text: str, match: Match, start: int, name: str) -> str:
    """Why what stands before the value is no name: part of a blob, or a provider's own signature."""
    first = match.start()
    if start - first > _LONGEST_NAME or (
        first and (text[first - 1].isalnum() or text[first - 1] in "_.-")
    ):
        return "inside a longer run"
    if "signature" in name and "secret" not in name and "key" not in name:
        return "a signature over content"
    return ""


def _reason(value: str, name: str) -> str:
    if value.startswith(("http://", "https://", "/", "./", "~/", "$", "@", "--")):
        return "a reference, not a value"
    if _DOMAIN.fullmatch(value):
        return "a domain"
    if field_of(name.strip(" =:\"'\\")) is Field.PUBLIC:
        return "a public constant"
    assigns = any(sign in name for sign in "=:") or name.startswith("-")
    if assigns and _IS_PASSWORD.search(name) and _is_chosen(value):
        return ""
    if not (looks_random(value, at_least=10) or is_token(value)):
        return "does not look generated"
    if not assigns and len(value) < 16:
        return "a word in a sentence"
    if "." in value and "(" in text_after(value):
        return "code"
    return ""


def text_after(value: str) -> str:
    """What follows the last dot: a call is code, not a value."""
    return value.rpartition(".")[2]


def _is_chosen(value: str) -> bool:
    """Whether a person may have chosen ``value`` as a password: more than letters, no identifier."""
    kinds = sum(
        (
            any(map(str.islower, value)),
            any(map(str.isupper, value)),
            any(map(str.isdigit, value)),
            not value.replace("_", "").replace("-", "").replace(".", "").isalnum(),
        )
    )
    return len(value) >= 6 and kinds >= 2 and not value.endswith(("(", ")"))


def _chosen(text: str, match: Match, pattern: Pattern) -> Hit:
    start, end = first_group(match, pattern.groups)
    value = text[start:end]
    reason = harmless(value) or ("code" if _CODE.search(value + text[end : end + 1]) else "")
    if not reason and not (_is_chosen(value) or looks_random(value, at_least=8)):
        reason = "an ordinary word or sentence"
    return Hit(start, end, why=f"{end - start} characters given as a password.", benign=reason)
