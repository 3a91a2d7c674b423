"""What the value under an identity's name must look like to be one (``spec/detection.md`` §2)."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.findings.check import Hit
from workbench.findings.fields import Field
from workbench.findings.finding import Certainty, Kind
from workbench.findings.folding import fold
from workbench.findings.known import COMMON_ACCOUNTS
from workbench.findings.patterns import Pattern
from workbench.findings.person_names import is_name_like
from workbench.findings.placeholders import constant, harmless, impersonal, placeholder
from workbench.findings.reserved import fictional_number, no_reply, public_host, reserved_address
from workbench.findings.vocabulary import is_common_word

_KINDS: dict[Field, Kind] = {
    Field.SESSION: Kind.SESSION_ID,
    Field.PROFILE: Kind.PROFILE_ID,
    Field.ACCOUNT: Kind.ACCOUNT_ID,
    Field.PERSON: Kind.PERSON,
    Field.USERNAME: Kind.USERNAME,
    Field.EMAIL: Kind.EMAIL,
    Field.PHONE: Kind.PHONE,
    Field.ADDRESS: Kind.ADDRESS,
    Field.HOST: Kind.HOST,
    Field.IP: Kind.IP,
}
_STAND_INS: dict[Kind, str] = {
    Kind.SESSION_ID: "session",
    Kind.PROFILE_ID: "profile",
    Kind.ACCOUNT_ID: "account",
    Kind.PERSON: "person",
    Kind.USERNAME: "user",
    Kind.EMAIL: "email",
    Kind.PHONE: "phone",
    Kind.ADDRESS: "address",
    Kind.HOST: "host",
    Kind.IP: "ip",
}
_ID = Pattern(r"[A-Za-z0-9][A-Za-z0-9_.:|@=+/-]{3,200}")
_LOGIN = Pattern(r"[A-Za-z0-9_][A-Za-z0-9_.@+-]{1,60}")
_DIGITS = Pattern(r"[0-9]")
_SPREADING = frozenset({Field.PERSON, Field.USERNAME, Field.SESSION, Field.PROFILE, Field.ACCOUNT})


def identity_hit(field: Field, value: str, start: int = 0) -> Iterator[Hit]:
    """The hit for ``value`` that begins at ``start`` and stands under a name of class ``field``."""
    kind = _KINDS.get(field)
    trimmed = value.strip()
    if kind is None or not trimmed or len(trimmed) > 300:
        return
    accepted, reason = _judged(field, trimmed)
    if not accepted and not reason:
        return
    begin = start + len(value) - len(value.lstrip())
    yield Hit(
        begin,
        begin + len(trimmed),
        what=f"Looks like {_noun(field)}",
        why=f"The name of this value says that it is {_noun(field)}.",
        kind=kind,
        certainty=Certainty.STRONG,
        stand_in=_STAND_INS[kind],
        benign=reason,
        spreads=field in _SPREADING and len(trimmed) >= 4,
    )


def _noun(field: Field) -> str:
    article = "an" if field.value[0] in "aei" else "a"
    return f"{article} {field.value}"


_OF_PEOPLE = frozenset({Field.PERSON, Field.USERNAME, Field.HOST})


def _judged(field: Field, value: str) -> tuple[bool, str]:
    """Whether the value is one of its class, and a reason if it is harmless all the same."""
    nobody = impersonal if field in _OF_PEOPLE else placeholder
    reason = nobody(value) or constant(value)
    if reason:
        return False, reason
    if field in (Field.SESSION, Field.PROFILE, Field.ACCOUNT):
        return _is_id(value), harmless(value)
    if field is Field.PERSON:
        return is_name_like(value), _common(value)
    if field is Field.USERNAME:
        return _LOGIN.fullmatch(value) is not None, _common(value) or _no_mailbox(value)
    if field is Field.EMAIL:
        return "@" in value and " " not in value, no_reply(value)
    if field is Field.PHONE:
        digits = "".join(filter(str.isdigit, value))
        return len(digits) >= 7, fictional_number(digits)
    if field is Field.ADDRESS:
        return _DIGITS.search(value) is not None and " " in value, ""
    if field is Field.HOST:
        name = value.partition(":")[0]
        return _is_host(value), public_host(name) or _public_name(name)
    return reserved_address(value) == "", reserved_address(value) or ""


def _no_mailbox(value: str) -> str:
    return no_reply(value) if "@" in value else ""


def _is_id(value: str) -> bool:
    """Ids of people and sessions hold a digit or are long; plain words are roles and states."""
    if not _ID.fullmatch(value) or is_common_word(fold(value)):
        return False
    return any(map(str.isdigit, value)) or len(value) >= 12 or "@" in value


def _is_host(value: str) -> bool:
    name = value.partition(":")[0]
    if not name or " " in name or "/" in name or not any(map(str.isalpha, name)):
        return False
    return "." in name or "-" in name or any(map(str.isdigit, name))


def _public_name(name: str) -> str:
    """A host of two or three labels under a public ending is a site's address, not a machine."""
    labels = name.lower().split(".")
    if (
        2 <= len(labels) <= 3
        and labels[-1] in _PUBLIC_ENDINGS
        and not any(map(str.isdigit, labels[0]))
    ):
        return "a public site"
    return ""


_PUBLIC_ENDINGS = frozenset(
    {"com", "net", "org", "io", "ai", "dev", "sh", "co", "app", "cloud", "edu", "gov"}
)


def _common(value: str) -> str:
    folded = fold(value)
    if folded in COMMON_ACCOUNTS or is_common_word(folded):
        return "an account or word that many have"
    return ""
