"""Numbers that belong to one person or account: payment cards, bank accounts, official numbers.

Where a number carries a check digit it is computed; where it does not, a word must say what it is
(``spec/detection.md`` §1, "numbers").
"""

from __future__ import annotations

from collections.abc import Iterable

from workbench.core.places import Role, Text
from workbench.findings.boundaries import ascii_lower, is_free
from workbench.findings.check import Hit, Trigger
from workbench.findings.check_digits import luhn
from workbench.findings.finding import Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.patterns import Pattern

_CARD = Pattern(r"[3-6][0-9]{3}(?:[ -]?[0-9]{2,6}){2,4}", holds=r"[3-6][0-9]{3}(?:[ -]?[0-9]){9}")
_IBAN = Pattern(r"[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?")
_SOCIAL = Pattern(r"[0-9]{3}[- ][0-9]{2}[- ][0-9]{4}")
_SOCIAL_CUES = ("ssn", "social", "itin", "tax", "security")
_NAMES = (
    r"(?i)\b(?:passport|licen[cs]e|driver'?s? licen[cs]e|national id|identity card|tax id|vat|nino|nhs|"
    r"medical record|mrn|insurance|policy|vehicle|vin|plate|car reg|voter id|refugee id|south african id|"
    r"aadhaar|pan|rrn|social security|personal id|id card|fiscal code|pesel|cpf|bsn|nric|tfn|abn|medicare|"
    r"iban|bank account|account|card|credit card|employee id|health plan|beneficiary|member|certificate|"
    r"vehicle registration|plate number|student id|nhs number)"
    r"(?: (?:number|no\.?|id|#))?(?: is|:|=|#|,)?[ \t]{1,3}['\"]?"
)
_LABELLED = Pattern(
    rf"{_NAMES}([A-Z0-9](?:[A-Z0-9-]{{5,24}}|[A-Z0-9]{{1,5}}(?: [A-Z0-9]{{2,5}}){{1,4}}))\b",
    holds=rf"{_NAMES}[A-Z0-9 -]{{0,25}}[0-9]",
)


class PersonalNumbers:
    """Cards with a valid check digit, bank accounts with a valid remainder, numbers that are named."""

    id = "personal-number"
    title = "a personal number"
    kind = Kind.ACCOUNT_ID
    stand_in = "account"
    trigger = Trigger(patterns=(_CARD, _IBAN, _SOCIAL, _LABELLED))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        if text.role in (Role.KEY, Role.LABEL, Role.FIXED):
            return
        value = text.value
        accounts: set[int] = set()
        for match in held.matches(_CARD, value):
            digits = "".join(filter(str.isdigit, match.group()))
            if 13 <= len(digits) <= 19 and luhn(digits) and _is_alone(value, *match.span()):
                yield _hit(
                    *match.span(), "a payment card number", "Its check digit is right.", digits
                )
        for match in held.matches(_IBAN, value):
            account = match.group().replace(" ", "")
            if (
                15 <= len(account) <= 34
                and _remainder(account) == 1
                and _is_alone(value, *match.span())
            ):
                accounts.add(match.start())
                yield _hit(
                    *match.span(), "a bank account number", "Its check digits are right.", account
                )
        for match in held.matches(_SOCIAL, value):
            before = ascii_lower(value[max(0, match.start() - 40) : match.start()])
            if any(cue in before for cue in _SOCIAL_CUES) and _is_alone(value, *match.span()):
                yield _hit(
                    *match.span(), "an official number", "Words before it say so.", match.group()
                )
        for match in held.matches(_LABELLED, value):
            digits = "".join(filter(str.isdigit, match.group(1)))
            if match.start(1) in accounts:
                continue
            if len(digits) >= 4 and not _is_card_length(match.group(1), digits):
                yield _hit(
                    *match.span(1), "an official number", "Words before it say so.", match.group(1)
                )


def _is_card_length(written: str, digits: str) -> bool:
    """Whether a check digit has already judged it: a wrong one is no card."""
    return 13 <= len(digits) <= 19 and _CARD.fullmatch(written) is not None


_KINDS = {"a payment card number": Kind.CARD, "a bank account number": Kind.BANK}


def _hit(start: int, end: int, what: str, why: str, number: str) -> Hit:
    benign = "a test number" if number in _TEST_CARDS or len(set(number)) <= 2 else ""
    kind = _KINDS.get(what, Kind.NATIONAL_ID)
    return Hit(start, end, what=f"Looks like {what}", why=why, benign=benign, kind=kind)


def _is_alone(value: str, start: int, end: int) -> bool:
    return is_free(value, start, end, joins="-_") and value[start - 1 : start] != "."


def _remainder(account: str) -> int:
    moved = account[4:] + account[:4]
    return int("".join(str(int(character, 36)) for character in moved)) % 97


#: Numbers that card schemes publish for tests.
_TEST_CARDS = frozenset({"4" + "1" * 15, "4242" * 4, "5" * 15 + "4"})
