"""Numbers that things carry: vehicles, phones, serial numbers, wallets (``spec/detection.md`` §1, "numbers").

Check digits are computed where a number has them; where it has none, a word must say what it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from workbench.core.places import Role, Text
from workbench.findings.boundaries import is_free
from workbench.findings.check import Hit, Trigger
from workbench.findings.check_digits import luhn
from workbench.findings.finding import Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.patterns import Pattern

_VEHICLE = Pattern(r"\b[A-HJ-NPR-Z0-9]{8}[0-9X][A-HJ-NPR-Z0-9]{8}\b")
_PHONE = Pattern(
    r"(?i)\bimei[a-z0-9 ]{0,12}[:=#]?\s{0,3}([0-9]{2}[ -]?[0-9]{6}[ -]?[0-9]{6}[ -]?[0-9])\b"
)
_SERIAL = Pattern(
    r"(?i)\b(?:serial(?: ?(?:number|no\.?|#))?|s/n)\s{0,2}[:=#]\s{0,3}[\"']?([A-Z0-9][A-Z0-9-]{5,28}[A-Z0-9])\b"
)
_WALLET = Pattern(
    r"\b(?:0x[0-9a-fA-F]{40}|bc1[02-9ac-hj-np-z]{25,62}|[13][1-9A-HJ-NP-Za-km-z]{25,34})\b"
)

_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
_LETTERS = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", (1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 7, 9, 2, 3, 4, 5, 6, 7, 8, 9), strict=True))  # fmt: skip
_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_WALLET_CUES = ("wallet", "eth", "account", "address", "owner", "payee", "donat")


class DeviceNumbers:
    """Vehicle and phone numbers with a right check digit, serial numbers that are named, wallets."""

    id = "device-number"
    title = "a number of a device or wallet"
    kind = Kind.NATIONAL_ID
    stand_in = "account"
    trigger = Trigger(patterns=(_VEHICLE, _PHONE, _SERIAL, _WALLET))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        if text.role in (Role.KEY, Role.LABEL, Role.FIXED):
            return
        value = text.value
        for match in held.matches(_VEHICLE, value):
            if _is_vehicle(match.group()) and is_free(value, *match.span(), joins="-_+/="):
                yield _hit(match.span(), "a vehicle number", "Its check digit is right.")
        for match in held.matches(_PHONE, value):
            if luhn("".join(filter(str.isdigit, match.group(1)))):
                yield _hit(match.span(1), "a phone's number", "Its check digit is right.")
        for match in held.matches(_SERIAL, value):
            if any(map(str.isdigit, match.group(1))):
                yield _hit(match.span(1), "a serial number", "Words before it say so.")
        for match in held.matches(_WALLET, value):
            why = _wallet(value, *match.span())
            if why and is_free(value, *match.span(), joins="-_+/="):
                yield _hit(match.span(), "a wallet", why)


def _hit(span: tuple[int, int], what: str, why: str) -> Hit:
    return Hit(*span, what=f"Looks like {what}", why=why)


def _is_vehicle(number: str) -> bool:
    """ISO 3779 with the check digit of North America: 17 characters that hold letters and digits."""
    if number.isdigit() or number.isalpha():
        return False
    values = [int(sign) if sign.isdigit() else _LETTERS[sign] for sign in number]
    remainder = sum(value * weight for value, weight in zip(values, _WEIGHTS, strict=True)) % 11
    return number[8] == ("X" if remainder == 10 else str(remainder))


def _wallet(value: str, start: int, end: int) -> str:
    number = value[start:end]
    if number.startswith("0x"):
        before = value[max(0, start - 40) : start].lower()
        return "Words before it say so." if any(cue in before for cue in _WALLET_CUES) else ""
    right = _bech32(number) if number.startswith("bc1") else _base58(number)
    return "Its check sum is right." if right else ""


def _base58(number: str) -> bool:
    """Base58Check: four bytes of a doubled SHA-256 at the end of twenty-five."""
    total = 0
    for sign in number:
        total = total * 58 + _BASE58.index(sign)
    if total >= 1 << 200:
        return False
    data = total.to_bytes(25, "big")
    return hashlib.sha256(hashlib.sha256(data[:21]).digest()).digest()[:4] == data[21:]


def _bech32(number: str) -> bool:
    """BIP 173 and 350: a checksum over the characters after ``bc1``."""
    check = 1
    for value in (3, 3, 0, 2, 3, *map(_BECH32.index, number[3:])):
        top = check >> 25
        check = (check & 0x1FFFFFF) << 5 ^ value
        for at, factor in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            check ^= factor if top >> at & 1 else 0
    return check in (1, 0x2BC830A3)
