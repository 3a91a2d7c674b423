"""Postal addresses: a number with a street, with the words that streets have, or a town with its postcode."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.core.places import Role, Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.finding import Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.patterns import Pattern
from workbench.findings.vocabulary import places

_TYPES = (
    "street|st|road|rd|avenue|ave|boulevard|blvd|lane|ln|drive|dr|court|ct|place|pl|square|sq|terrace|"
    "way|crescent|close|parkway|pkwy|highway|hwy|alley|row|mews|gardens|grove|trail|circle|cir|walk"
)
_ENGLISH = Pattern(
    rf"\b([0-9]{{1,5}}[A-Za-z]?,?[ \t]+(?:\p{{Lu}}[\p{{L}}'’.-]*[ \t]+){{1,4}}(?i:{_TYPES})\b\.?)"
)
_SUFFIXED = Pattern(
    r"\b((?:[0-9]{1,5}[ \t])?\p{Lu}[\p{L}-]*(?:straße|strasse|stra(?:ss|ß)e|str\.|gatan|vägen|gade|vej|vei|veien|straat|laan|gracht|kade|singel|dijk|weg|allee|"
    r"gasse|platz|katu|tie|utca|bakken|gata|gränd|plein)[ \t]+[0-9]{1,4}[A-Za-z]?)\b|"
    r"\b([0-9]{1,5}[ \t]\p{Lu}[\p{L}-]*(?:straße|strasse|gatan|vägen|gade|vej|veien|straat|laan|weg|gasse|platz|katu|bakken))\b"
)
_LATIN = Pattern(
    r"((?i:\b(?:rue|avenue|boulevard|place|via|viale|piazza|corso|calle|avenida|plaza|paseo|rua|praça|ulica|ul\.))"
    r"[ \t]+(?:(?:de|du|des|la|le|les|las|los|del|della|delle|dei|degli|da|das|do|dos|l')[ \t]*){0,3}\p{Lu}[\p{L}'’-]+(?:[ \t]\p{Lu}[\p{L}'’-]+){0,3}"
    r",?[ \t]+[0-9]{1,5}|\b[0-9]{1,4},?[ \t]+(?i:bis[ \t]+)?(?i:rue|avenue|boulevard|place|chemin|allée|impasse|via|viale|"
    r"piazza|corso|calle|avenida|plaza|paseo|rua|praça|ulica)[ \t]+"
    r"(?:(?:de|du|des|la|le|les|las|los|del|della|delle|dei|degli|da|das|do|dos|l')[ \t]*){0,3}\p{Lu}[\p{L}'’-]+(?:[ \t]\p{Lu}[\p{L}'’-]+){0,3})"
)
_BOX = Pattern(r"(?i)\b(p\.?\s?o\.?\s?box\s+[0-9]{1,6})\b")

_DOOR = r"(?i:apt|apartment|suite|unit|flat|floor)\.?[ \t]{1,2}[0-9]{1,5}"
_LINE_END = r"(?:,?[ \t]{1,3}|,?[ \t]*\n[ \t>?]{0,8})"
_TOWN = rf"(?:{_LINE_END}[\p{{L}}][\p{{L}} .()'’-]{{1,40}}){{0,3}}(?:,?\s{{1,3}}[0-9]{{4,6}}\b)?"
# A street with numbers, the door in the house, then town, country and postcode.
_BLOCK = Pattern(
    rf"((?:\b[0-9]{{1,6}},?[ \t])?[\p{{L}}0-9][\p{{L}}0-9 .'’-]{{2,45}}{_LINE_END}{_DOOR}(?:{_LINE_END}{_DOOR})?{_TOWN})"
)
_FORCES = Pattern(
    r"(?i)\b((?:psc|unit|cmr)[ \t][0-9]{1,5},?[ \t]box[ \t][0-9]{1,5}\s{1,4}(?:apo|fpo|dpo)[ \t][a-z]{2}[ \t][0-9]{5})\b"
)
_CUED = Pattern(
    r"(?i:\b(?:lives? (?:at|on|in)|live (?:at|on)|address(?:es)?(?:, here they are)?(?: is| to| are)?:?|located at|return to|sent to|"
    r"arrived at|delivered? to|moved to|ship to|residing at|refers to|to go to|meet at|next to)\s{1,3})"
    rf"(?:the corner of )?((?:[0-9]{{1,6}}[ \t,]{{1,2}}\p{{L}}[\p{{L}}0-9 .'’-]{{2,45}}|\p{{L}}[\p{{L}} .'’-]{{2,45}}[ \t][0-9]{{1,5}}[A-Za-z]?\b)(?:{_LINE_END}{_DOOR}){{0,2}}{_TOWN})"
)
_STATES = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|"
    "RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC"
)
# A town alone is nobody's; with its postcode it is a few streets.
_POSTCODE = Pattern(
    rf"\b(\p{{Lu}}[\p{{L}}'’.-]{{2,30}}(?:[ \t]\p{{Lu}}[\p{{L}}'’.-]{{1,30}}){{0,2}},[ \t]{{1,2}}(?:{_STATES})[ \t]{{1,2}}[0-9]{{5}}(?:-[0-9]{{4}})?)\b"
    r"|\b((?:\p{Lu}[\p{L}'’.-]{2,30},?[ \t]{1,2})[A-Z]{1,2}[0-9][A-Z0-9]?[ \t][0-9][ABD-HJLNP-UW-Z]{2})\b"
    rf"|\b((?:[A-Z]{{1,2}}-)?[0-9]{{4,5}}[ \t](?:{'|'.join(town.capitalize() for town in sorted(places()))}))\b"
)
_PATTERNS = (_ENGLISH, _SUFFIXED, _LATIN, _BOX, _BLOCK, _FORCES, _CUED, _POSTCODE)


class Streets:
    """A house number and a street name, in the orders and languages that are common."""

    id = "postal-address"
    title = "a postal address"
    kind = Kind.ADDRESS
    stand_in = "address"
    trigger = Trigger(patterns=_PATTERNS)

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        if text.role in (Role.KEY, Role.LABEL, Role.FIXED):
            return
        for pattern in _PATTERNS:
            for match in held.matches(pattern, text.value):
                group = next(number for number in pattern.groups if match.start(number) >= 0)
                start, end = match.span(group)
                written = text.value[start:end]
                if pattern is _CUED and not _is_street(written):
                    continue
                yield Hit(
                    start,
                    start + len(written.rstrip()),
                    why="A number beside the name of a street.",
                )


def _is_street(written: str) -> bool:
    """Whether words after a cue are a street: a capital word beside a number, no web or file path."""
    words = written.split()
    return any(map(str.isdigit, written)) and any(
        word[0].isupper() and len(word) > 2 and word.lower() not in _MOMENTS for word in words
    )


_MOMENTS = frozenset(
    [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "line",
        "page",
        "step",
        "version",
        "table",
        "figure",
        "section",
        "chapter",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
    ]
)
