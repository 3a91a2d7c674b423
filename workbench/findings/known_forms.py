"""Every form of every known value, as one table from folded form to what it proves.

Source: ``spec/review-ux.md`` §9.1, ``spec/detection.md`` §3.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from workbench.findings.encodings import encodings_of, hashes
from workbench.findings.finding import Certainty, Kind
from workbench.findings.folding import fold
from workbench.findings.known import COMMON_ACCOUNTS, KnownIdentities
from workbench.findings.name_lists import has_listed_name
from workbench.findings.placeholders import impersonal
from workbench.findings.vocabulary import is_common_word

_NOUNS = {
    Kind.PERSON: "a known name",
    Kind.USERNAME: "a known user name",
    Kind.EMAIL: "a known e-mail address",
    Kind.ACCOUNT_ID: "a known id",
    Kind.HOST: "a known host name",
}
_PARTS_ALONE = frozenset({"surname", "given name"})
_HASH_START = 8  # characters by which a cut hash is found; the rest must then agree
_ID_START = 8  # characters by which a cut id is found


@dataclass(frozen=True, slots=True)
class Form:
    """One folded form. ``tail`` is how the form may go on: a cut id or hash ends anywhere in it."""

    value: str = field(repr=False)
    kind: Kind
    certainty: Certainty
    how: str  # "reversed", "" for the value itself
    noun: str
    tail: str = field(default="", repr=False)
    hashed: bool = False

    @property
    def is_word(self) -> bool:
        """Short forms count only as whole words: they occur inside other words by chance."""
        return len(self.value) < 8 or self.certainty is not Certainty.PROOF


def forms_of(known: KnownIdentities, *, propagated: bool = False) -> tuple[Form, ...]:
    """The forms of all values; of equal forms the first and surest counts."""
    found: dict[str, Form] = {}
    for value, kind in _values(known):
        noun = "a value identified elsewhere in this fixture" if propagated else _NOUNS[kind]
        # What a shape took for a name may be none: its parts alone are looked for if a list has one.
        whole = propagated and kind is Kind.PERSON and not has_listed_name(value)
        for form in _forms(value, kind, noun):
            if whole and form.how in _PARTS_ALONE:
                continue
            earlier = found.get(form.value)
            if earlier is None or (
                earlier.certainty is not Certainty.PROOF and form.certainty is Certainty.PROOF
            ):
                found[form.value] = form
    return tuple(found.values())


def _values(known: KnownIdentities) -> Iterator[tuple[str, Kind]]:
    groups = (
        (known.emails, Kind.EMAIL),
        (known.names, Kind.PERSON),
        (known.users, Kind.USERNAME),
        (known.ids, Kind.ACCOUNT_ID),
        (known.hosts, Kind.HOST),
        (known.others, Kind.ACCOUNT_ID),
    )
    for values, kind in groups:
        for value in values:
            trimmed = value.strip()
            if len(trimmed) >= 3 and trimmed.lower() not in COMMON_ACCOUNTS:
                yield trimmed, kind


def _forms(value: str, kind: Kind, noun: str) -> Iterator[Form]:
    proof = Certainty.PROOF
    for name, form in encodings_of(value):
        hashed = name.partition(",")[0] in _HASH_NAMES
        if not hashed and len(fold(form)) >= 3:
            yield Form(fold(form), kind, proof, "" if name == "plain" else name, noun)
    for name, digest in hashes(value):
        if "cut" not in name:
            start, tail = digest[:_HASH_START], digest[_HASH_START:]
            yield Form(start, kind, proof, f"{name} hash", noun, tail, True)
    if kind is Kind.ACCOUNT_ID:
        yield from _cut_id(value, noun)
    yield from _parts(value, kind, noun)


_HASH_NAMES = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")


def _cut_id(value: str, noun: str) -> Iterator[Form]:
    whole = fold(value)
    bare = "".join(filter(str.isalnum, whole))
    for text in dict.fromkeys((whole, bare)):
        start, tail = text[:_ID_START], text[_ID_START:]
        if len(tail) >= 2 and sum(map(str.isdigit, start)) >= 1:
            yield Form(start, Kind.ACCOUNT_ID, Certainty.PROOF, "cut", noun, tail)


def _parts(value: str, kind: Kind, noun: str) -> Iterator[Form]:
    """Surname, initials and surname, login: what stays recognisable of a longer value."""
    strong = Certainty.STRONG
    if kind is Kind.PERSON:
        for how, form in name_parts(value):
            yield Form(form, Kind.PERSON, strong, how, noun)
    elif kind is Kind.EMAIL:
        login = fold(value.partition("@")[0].partition("+")[0])
        if len(login) >= 4 and login not in COMMON_ACCOUNTS and not is_common_word(login):
            yield Form(login, Kind.USERNAME, strong, "the part before the at sign", noun)
    elif kind is Kind.HOST and "." in value:
        machine = fold(value.partition(".")[0])
        if len(machine) >= 6 and not is_common_word(machine):
            yield Form(machine, Kind.HOST, strong, "first label", noun)


def _points_to_somebody(word: str) -> bool:
    return not (is_common_word(word) or impersonal(word))


def name_parts(value: str) -> Iterator[tuple[str, str]]:
    """Pairs of (how, folded form) for the parts of a person's name that still point to the person."""
    words = [word for word in fold(value).replace(",", " ").split() if word]
    if len(words) < 2:
        return
    first, last = words[0], words[-1]
    if len(last) >= 4 and _points_to_somebody(last):
        yield "surname", last
    if len(first) >= 4 and _points_to_somebody(first):
        yield "given name", first
    if len(last) >= 3:
        initial = first[:1]
        for form in (f"{initial}{last}", f"{initial}.{last}", f"{initial}_{last}"):
            yield "initial and surname", form
        yield "initial and surname", f"{initial}. {last}"
        yield "initial and surname", f"{initial} {last}"
        yield "surname and initial", f"{last}{initial}"
        yield "surname and initial", f"{last}, {initial}"
    if len(first) >= 3:
        yield "given name and initial", f"{first}{last[:1]}"
        yield "given name and initial", f"{first}.{last[:1]}"
