"""Postal addresses: a number with a street, with the words that streets have."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.core.places import Role, Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.finding import Kind
from workbench.findings.patterns import Pattern

_TYPES = (
    "street|st|road|rd|avenue|ave|boulevard|blvd|lane|ln|drive|dr|court|ct|place|pl|square|sq|terrace|"
    "way|crescent|close|parkway|pkwy|highway|hwy|alley|row|mews|gardens|grove|trail|circle|cir|walk"
)
_ENGLISH = Pattern(
    rf"\b([0-9]{{1,5}}[A-Za-z]?,?[ \t]+(?:\p{{Lu}}[\p{{L}}'’.-]*[ \t]+){{1,4}}(?i:{_TYPES})\b\.?)"
)
_SUFFIXED = Pattern(
    r"\b((?:[0-9]{1,5}[ \t])?\p{Lu}[\p{L}-]*(?:straße|strasse|stra(?:ss|ß)e|str\.|gatan|vägen|gade|vej|vei|veien|straat|laan|weg|allee|"
    r"gasse|platz|katu|tie|utca|bakken|gata|gränd|plein)[ \t]+[0-9]{1,4}[A-Za-z]?)\b|"
    r"\b([0-9]{1,5}[ \t]\p{Lu}[\p{L}-]*(?:straße|strasse|gatan|vägen|gade|vej|veien|straat|laan|weg|gasse|platz|katu|bakken))\b"
)
_LATIN = Pattern(
    r"((?i:\b(?:rue|avenue|boulevard|place|via|viale|piazza|corso|calle|avenida|plaza|paseo|rua|praça|ulica|ul\.))"
    r"[ \t]+(?:(?:de|du|des|la|le|les|del|della|da|do|dos|l')[ \t]*){0,3}\p{Lu}[\p{L}'’-]+(?:[ \t]\p{Lu}[\p{L}'’-]+){0,3}"
    r",?[ \t]+[0-9]{1,5}|\b[0-9]{1,4},?[ \t]+(?i:bis[ \t]+)?(?i:rue|avenue|boulevard|place|chemin|allée|impasse|via|viale|"
    r"piazza|corso|calle|avenida|plaza|paseo|rua|praça|ulica)[ \t]+"
    r"(?:(?:de|du|des|la|le|les|l')[ \t]*){0,3}\p{Lu}[\p{L}'’-]+(?:[ \t]\p{Lu}[\p{L}'’-]+){0,3})"
)
_BOX = Pattern(r"(?i)\b(p\.?\s?o\.?\s?box\s+[0-9]{1,6})\b")


class Streets:
    """A house number and a street name, in the orders and languages that are common."""

    id = "postal-address"
    title = "a postal address"
    kind = Kind.ADDRESS
    stand_in = "address"
    trigger = Trigger(
        shape=r"[0-9]{1,5}[a-z]?,?[ \t]+\p{L}|\p{L}[ \t]+[0-9]{1,4}|box\s[0-9]",
    )

    def find(self, text: Text) -> Iterable[Hit]:
        if text.role in (Role.KEY, Role.LABEL, Role.FIXED):
            return
        for pattern in (_ENGLISH, _SUFFIXED, _LATIN, _BOX):
            for match in pattern.finditer(text.value):
                group = next(number for number in pattern.groups if match.start(number) >= 0)
                yield Hit(*match.span(group), why="A number beside the name of a street.")
