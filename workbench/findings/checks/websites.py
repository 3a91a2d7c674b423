"""Personal web sites: an address after words that say whose it is (``spec/detection.md`` §1, personal URLs)."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.core.places import Role, Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.finding import Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.patterns import Pattern
from workbench.findings.reserved import public_host

_SITE = Pattern(
    r"(?i)\b(?:(?:my|our|his|her|their|personal|own)\s(?:web\s?site|site|blog|home\s?page|portfolio)(?:\sis)?|"
    r"web\s?site|blog|home\s?page|portfolio|posted a (?:photo|picture|video)|shared (?:the )?files with you)"
    r"(?:\sis|\sat)?:?\s{1,3}(https?://([a-z0-9.-]{3,100})[^\s\"'<>]{0,200})"
)


class Websites:
    """The site of one person, by the words before it."""

    id = "personal-site"
    title = "a personal web site"
    kind = Kind.HOST
    stand_in = "host"
    trigger = Trigger(patterns=(_SITE,))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        if text.role in (Role.KEY, Role.LABEL, Role.FIXED):
            return
        for match in held.matches(_SITE, text.value):
            why = "Words before it say that it is somebody's own site."
            yield Hit(*match.span(1), why=why, benign=public_host(match.group(2)))
