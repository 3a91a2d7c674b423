"""Every form in which a value may stand somewhere else (``spec/review-ux.md`` §9.1).

Used three ways: to find known identities, to search what is staged for residue, and to test that
nothing leaks. Forms are strings; comparison is over folded text, so case and marks do not matter.
"""

from __future__ import annotations

import base64
import codecs
import hashlib
import re
from collections.abc import Iterator
from urllib.parse import quote

from workbench.findings.folding import fold

HASHES = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")
#: Characters of a cut hash that are searched for; fewer would meet by chance.
CUT = 12
#: Encodings that leave a value readable: of short values only these are looked for.
SPELLINGS = frozenset(
    {"plain", "other case", "other separators", "camel case", "last name first", "spelt with words"}
)
_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LEET = str.maketrans("aeiost", "431057")


def encodings_of(value: str) -> tuple[tuple[str, str], ...]:
    """Pairs of (name of the encoding, form), without repeated forms; the first is the value itself.

    Holds every form of ``spec/review-ux.md`` §9.1 that is long enough to mean something: spellings,
    reversal, rot13, digit-for-letter, base16/32/64 at every alignment, URL, HTML and JSON escapes,
    and unkeyed hashes whole and cut.
    """
    found: dict[str, str] = {}
    for name, form in _all_forms(value):
        if form and (len(form) >= 3 or form == value):
            found.setdefault(form, name)
    return tuple((name, form) for form, name in found.items())


def words_of(value: str) -> list[str]:
    """The words of a value, split at everything that is not a letter or digit and at camel case."""
    return [part for word in _WORD.findall(value) for part in _CAMEL.split(word) if part]


def spellings(value: str) -> Iterator[tuple[str, str]]:
    """Case, marks and separators: the forms a person would write."""
    yield "plain", value
    yield "other case", fold(value)
    yield "other case", value.upper()
    if "@" in value:
        login, _, domain = value.partition("@")
        yield "spelt with words", f"{login}-at-{domain}"
        yield "spelt with words", f"{login}-at-{domain}".replace(".", "-")
        yield "spelt with words", f"{login} at {domain}".replace(".", " dot ")
    words = words_of(value)
    if len(words) > 1:
        for separator in (" ", "-", "_", ".", ""):
            yield "other separators", separator.join(words)
        yield "camel case", "".join(word[:1].upper() + word[1:] for word in words)
    if len(words) in (2, 3) and all(word.isalpha() for word in words):
        last, first = words[-1], " ".join(words[:-1])
        yield "last name first", f"{last}, {first}"
        yield "last name first", f"{last} {first}"
        for separator in ("-", "_", "."):
            yield "last name first", separator.join([last, *words[:-1]])


def transformations(value: str) -> Iterator[tuple[str, str]]:
    """Reversible rewritings of one spelling."""
    yield "reversed", value[::-1]
    yield "rot13", codecs.encode(value, "rot13")
    if value.lower().translate(_LEET) != value.lower():
        yield "digits for letters", value.lower().translate(_LEET)
    if len(value) <= 60:
        yield "spaced letters", " ".join(value.replace(" ", ""))
    data = value.encode("utf-8", "surrogatepass")
    yield "base16", data.hex()
    yield from _base32(data)
    yield from _base64(data)
    yield from _escapes(value, data)


def hashes(value: str) -> Iterator[tuple[str, str]]:
    """Unkeyed hashes of a value and of its lower-case form, whole and cut."""
    for form in dict.fromkeys((value, value.lower(), value.strip().lower())):
        data = form.encode("utf-8", "surrogatepass")
        for name in HASHES:
            digest = hashlib.new(name, data, usedforsecurity=False).hexdigest()
            yield name, digest
            yield f"{name}, cut", digest[:CUT]


def _all_forms(value: str) -> Iterator[tuple[str, str]]:
    yield from spellings(value)
    yield from transformations(value)
    for name, form in dict.fromkeys(spellings(value)):
        if form != value:
            yield from ((f"{name}, {how}", made) for how, made in transformations(form))
    yield from _packed(value)
    yield from hashes(value)


def _base32(data: bytes, shift: int = 0) -> Iterator[tuple[str, str]]:
    """The characters that stay the same where the value stands ``shift`` bytes into a group of five."""
    encoded = base64.b32encode(b"\0" * shift + data).decode().rstrip("=")
    yield "base32", encoded[-(-shift * 8 // 5) : (shift + len(data)) * 8 // 5]


def _packed(value: str) -> Iterator[tuple[str, str]]:
    """Forms of which the place in a longer text decides: of the value alone, since they are many."""
    data = value.encode("utf-8", "surrogatepass")
    if len(data) >= 8:
        for shift in range(1, 5):
            yield from _base32(data, shift)
        yield from _base85(data)


def _base85(data: bytes) -> Iterator[tuple[str, str]]:
    """Whole groups of four bytes, wherever the value stands in a longer base85 text."""
    for shift in range(4):
        inside = data[-shift % 4 :]
        whole = inside[: len(inside) // 4 * 4]
        if len(whole) >= 8:
            encoded = base64.b85encode(whole).decode()
            yield "base85", encoded
            yield "base85", encoded.translate(_AS_Z85)
            yield "ascii85", base64.a85encode(whole).decode()


#: The characters of base85 by their worth: those of RFC 1924, and those of ZeroMQ.
RFC_1924 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"
Z85 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"
_AS_Z85 = str.maketrans(RFC_1924, Z85)


def _base64(data: bytes) -> Iterator[tuple[str, str]]:
    """The characters that stay the same wherever the value stands in a longer base64 text."""
    yield "base64", base64.b64encode(data).decode()
    for shift in range(3):
        whole = base64.b64encode(b"\0" * shift + data).decode().rstrip("=")
        start = -(-shift * 8 // 6)
        core = whole[start : (shift + len(data)) * 8 // 6]
        if len(core) >= 6:
            yield "base64", core
            yield "base64url", core.replace("+", "-").replace("/", "_")


def _escapes(value: str, data: bytes) -> Iterator[tuple[str, str]]:
    once = quote(value, safe="", errors="surrogatepass")
    yield "URL", once
    yield "URL", quote(value, safe="@:/+", errors="surrogatepass").replace("%20", "+")
    yield "URL, twice", quote(once, safe="")
    yield "URL, every character", "".join(f"%{byte:02X}" for byte in data)
    units = value.encode("utf-16-be", "surrogatepass").hex()
    yield "JSON escapes", "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
    yield "JSON escapes", codecs.encode(value, "unicode_escape").decode()
    yield "HTML entities", "".join(f"&#{ord(character)};" for character in value)
    yield "HTML entities", "".join(f"&#x{ord(character):x};" for character in value)
