"""Finding every form of every known value in one pass (``spec/detection.md`` §3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import ahocorasick_rs

from workbench.core.places import Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.finding import Certainty, Kind
from workbench.findings.folding import folded
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.known_forms import Form
from workbench.findings.patterns import Pattern

_NOT_ASCII = Pattern(r"[^\x00-\x7f]")


class KnownValues:
    """One automaton over folded text. A check like any other, made for one scan."""

    kind = Kind.PERSON
    stand_in = "person"

    def __init__(self, identifier: str, title: str, forms: Sequence[Form], *, proof: bool) -> None:
        self.id = identifier
        self.title = title
        self._proof = proof
        self._forms = tuple(forms)
        # Folding changes no ASCII text but its case; other texts are read for their letters alone.
        ascii_forms = tuple(form.value for form in forms if form.value.isascii())
        self.trigger = Trigger(cues=ascii_forms, patterns=(_NOT_ASCII,))
        self._automaton = (
            ahocorasick_rs.AhoCorasick([form.value for form in self._forms], store_patterns=False)
            if self._forms
            else None
        )

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        if self._automaton is None:
            return ()
        return self._hits(text)

    def _hits(self, text: Text) -> Iterator[Hit]:
        assert self._automaton is not None
        aligned = None if text.value.isascii() else folded(text.value)
        value = text.value.lower() if aligned is None else aligned.value
        for at, start, end in self._automaton.find_matches_as_indexes(value, overlapping=True):
            form = self._forms[at]
            stop = _end(form, value, start, end)
            if stop is None:
                continue
            outer = (start, stop) if aligned is None else aligned.outer(start, stop)
            yield _hit(form, outer, proof=self._proof)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}, {len(self._forms)} forms>"


def _end(form: Form, value: str, start: int, end: int) -> int | None:
    """Where a match ends; ``None`` when it is only part of some other word."""
    if form.tail:
        return _end_of_cut(form, value, start, end)
    if form.is_word and (_inside_word(value, start) or _inside_word(value, end)):
        return None
    return end


def _end_of_cut(form: Form, value: str, start: int, end: int) -> int | None:
    for expected in form.tail:
        if end >= len(value) or value[end] != expected:
            break
        end += 1
    if _inside_word(value, start) or _inside_word(value, end):
        return None
    return end


def _inside_word(value: str, at: int) -> bool:
    """Whether a word goes on at ``at``. A step between letters and digits ends a word."""
    if not 0 < at < len(value):
        return False
    before, after = value[at - 1], value[at]
    return (before.isalpha() and after.isalpha()) or (before.isdigit() and after.isdigit())


def _hit(form: Form, outer: tuple[int, int], *, proof: bool) -> Hit:
    how = f", {form.how}" if form.how else ""
    kind = Kind.HASHED_ID if form.hashed else form.kind
    return Hit(
        *outer,
        why=f"This is {form.noun}{how}.",
        what="Is a known identity" if proof else f"Looks like {_NOUNS.get(kind, 'an identity')}",
        certainty=form.certainty if proof else Certainty.STRONG,
        kind=kind,
        stand_in=STAND_INS.get(kind, "id"),
    )


_NOUNS = {
    Kind.PERSON: "a person's name",
    Kind.USERNAME: "a user name",
    Kind.PATH: "a user name",
    Kind.EMAIL: "an e-mail address",
    Kind.HOST: "a host name",
    Kind.SESSION_ID: "a session id",
    Kind.PROFILE_ID: "a profile id",
    Kind.ACCOUNT_ID: "an account id",
    Kind.HASHED_ID: "a hashed identity",
}
STAND_INS: dict[Kind, str] = {
    Kind.PERSON: "person",
    Kind.USERNAME: "user",
    Kind.EMAIL: "email",
    Kind.PHONE: "phone",
    Kind.ADDRESS: "address",
    Kind.HOST: "host",
    Kind.IP: "ip",
    Kind.MAC: "mac",
    Kind.PATH: "user",
    Kind.SESSION_ID: "session",
    Kind.PROFILE_ID: "profile",
    Kind.ACCOUNT_ID: "account",
    Kind.HASHED_ID: "id",
    Kind.SECRET: "secret",
}
