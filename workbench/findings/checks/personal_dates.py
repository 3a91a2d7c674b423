"""Dates and ages that belong to one person (``spec/detection.md`` §1: birth, admission, ages over 89)."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.core.places import Role, Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.fields import fold_name
from workbench.findings.finding import Certainty, Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.patterns import Pattern

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_DATE = (
    r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}[./-][0-9]{1,2}[./-](?:[0-9]{4}|[0-9]{2})"
    rf"|[0-9]{{1,2}}(?:st|nd|rd|th)? {_MONTH},? [0-9]{{4}}|{_MONTH} [0-9]{{1,2}}(?:st|nd|rd|th)?,? [0-9]{{4}})"
)
_CUED = Pattern(
    r"(?i)\b(?:born|birth ?date|birthday|date of birth|d\.?o\.?b\.?|admitted|admission(?: date)?|discharged|"
    r"discharge date|deceased|date of death|died)(?: (?:on|at|was|is))?\s{0,2}[:=]?[\"']?\s{1,3}"
    rf"[\"']?({_DATE})\b"
)
_BARE = Pattern(rf"(?i){_DATE}")
_AGE = Pattern(
    r"(?i)\b(?:aged?\s{0,2}[:=]?\s{1,3}((?:9[0-9]|1[01][0-9]))|((?:9[0-9]|1[01][0-9]))[ -]years?[ -]old)\b"
)
_FIELDS = frozenset({"dob", "birthdate", "dateofbirth", "birthday", "admissiondate", "dischargedate", "deathdate", "dateofdeath"})  # fmt: skip


class PersonalDates:
    """A date after a word of a life, or under its name; an age that few people have."""

    id = "personal-date"
    title = "a date of a person's life"
    kind = Kind.PERSON
    stand_in = ""
    trigger = Trigger(patterns=(_CUED, _AGE, _BARE))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        if text.role in (Role.KEY, Role.LABEL, Role.FIXED):
            return
        for match in held.matches(_CUED, text.value):
            yield Hit(*match.span(1), why="Words before it say that it is of a person's life.")
        for match in held.matches(_AGE, text.value):
            start, end = match.span(1) if match.start(1) >= 0 else match.span(2)
            why = "Few people are as old, so that an age tells who it is."
            yield Hit(
                start, end, what="Looks like a person's age", why=why, certainty=Certainty.WEAK
            )
        if fold_name(text.key) in _FIELDS and len(text.value) <= 40:
            for match in held.matches(_BARE, text.value):
                yield Hit(
                    *match.span(), why="The name of this value says that it is of a person's life."
                )
