"""Check digits that numbers of several classes share."""

from __future__ import annotations


def luhn(digits: str) -> bool:
    """Whether ASCII ``digits`` end in the right check digit (ISO/IEC 7812-1, Annex B)."""
    total = 0
    for at, digit in enumerate(reversed(digits)):
        number = int(digit) * (1 + at % 2)
        total += number - 9 if number > 9 else number
    return total % 10 == 0
