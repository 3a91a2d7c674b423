"""The shape of a person's name. Shape alone proves nothing: a cue must say that a name comes."""

from __future__ import annotations

from workbench.findings.encodings import words_of
from workbench.findings.folding import fold
from workbench.findings.known import COMMON_ACCOUNTS
from workbench.findings.patterns import Pattern
from workbench.findings.vocabulary import given_names, is_common_word, project_words

#: One capitalised word of a name, in any script; a small particle; the words joined.
WORD = r"(?:\p{Lu}[\p{L}\p{Mn}'’]*(?:-\p{Lu}?[\p{L}\p{Mn}'’]+)*)"
_PARTICLE = r"(?:van|von|de|da|di|del|della|der|den|dos|das|du|la|le|bin|ibn|al|el|y|ten|ter|af|av)"
_INITIAL = r"(?:\p{Lu}\.)"
_PART = rf"(?:{WORD}|{_INITIAL})"
_SPACE = r"[ \t\x{a0}]+"
FULL = rf"{_PART}(?:{_SPACE}(?:{_PARTICLE}{_SPACE})*{_PART})+"
LAST_FIRST = rf"{WORD}(?:-{WORD})*,{_SPACE}{_PART}(?:{_SPACE}{_PART})*"
SLUG = r"[a-z]{2,20}[-_.][a-z]{2,20}(?:[-_.][a-z]{2,20})?"
CAMEL = r"\p{Lu}\p{Ll}+\p{Lu}[\p{L}]*\p{Ll}"
SPACED = r"\p{L}(?: \p{L}){3,40}"
_LOGIN_NAME = r"[a-z]{3,20}[0-9]{0,4}"
ANY = rf"{LAST_FIRST}|{FULL}|{SPACED}|{SLUG}|{CAMEL}"

_FILE_ENDINGS = (
    ".txt", ".py", ".md", ".js", ".ts", ".json", ".yaml", ".yml", ".csv", ".pdf", ".png", ".jpg", ".html",
    ".css", ".sh", ".rs", ".go", ".c", ".h", ".toml", ".lock", ".log", ".xml", ".zip", ".gz", ".tsx", ".rb",
)  # fmt: skip
_FULL = Pattern(FULL)
_LAST_FIRST = Pattern(LAST_FIRST)
_SLUG = Pattern(SLUG)
_CAMEL = Pattern(CAMEL)
_LOGIN = Pattern(_LOGIN_NAME)
_NOT_NAMES_TEXT = """
the and for with from this that not are you your our their any all new old error warning info
debug none true false inc ltd llc gmbh corp company team support service services group bot system
user admin example test json http https api model agent assistant server client project library
package module version license copyright contributors authors foundation software labs university
institute department str int list dict float bool function method object string bytes
question answer note notes page section chapter table figure output input task thought action
"""
_NOT_NAMES = frozenset(_NOT_NAMES_TEXT.split())
_TOWNS_TEXT = """
san francisco,san diego,san jose,san antonio,santa clara,santa monica,los angeles,las vegas,new york,new york city,new orleans,
new delhi,hong kong,cape town,buenos aires,mexico city,sao paulo,rio de janeiro,saint petersburg,tel aviv,palo alto,
mountain view,silicon valley,kuala lumpur,ho chi minh city,costa rica,puerto rico,sri lanka,new zealand,south africa,
north carolina,south carolina,north dakota,south dakota,west virginia,new jersey,new mexico,new hampshire,rhode island
"""
_TOWNS = frozenset(_TOWNS_TEXT.replace("\n", "").split(","))


def is_not_a_name(word: str) -> bool:
    """Whether a folded word stands beside names without being one."""
    return word in _NOT_NAMES


def is_full_name(value: str) -> bool:
    """Two or more capitalised words, surname first or last, none of them an ordinary word."""
    if not (_FULL.fullmatch(value) or _LAST_FIRST.fullmatch(value)):
        return False
    parts = value.replace(",", " ").split()
    if not (parts[0][0].isupper() and parts[-1][0].isupper()):
        return False
    words = [fold(word) for word in words_of(value)]
    if " ".join(words) in _TOWNS:
        return False
    if not 2 <= len(words) <= 6 or any(word in _NOT_NAMES for word in words):
        return False
    # "Final Answer" is no name, "Will Page" may be one: ordinary words need a given name beside them.
    ordinary = sum(is_common_word(word) for word in words)
    return len(words[-1]) > 1 and (ordinary * 2 < len(words) or words[0] in given_names())


def is_slug_name(value: str) -> bool:
    """``first-last`` and alike, of words that the vocabulary does not have."""
    if not (_SLUG.fullmatch(value) or _CAMEL.fullmatch(value)):
        return False
    if value.lower().endswith(_FILE_ENDINGS):
        return False
    words = [fold(word) for word in words_of(value)]
    return len(words) in (2, 3) and not any(
        word in project_words() or word in _NOT_NAMES or len(word) < 2 for word in words
    )


def is_spaced_name(value: str) -> bool:
    """``J A N E``: letters apart, as people write to be overlooked by a search."""
    letters = value.split(" ")
    return len(letters) >= 4 and all(len(letter) == 1 and letter.isupper() for letter in letters)


def is_lower_name(value: str) -> bool:
    """``jane doe``: two or three lower-case words that the vocabulary does not have."""
    words = value.split()
    return len(words) in (2, 3) and all(
        word.isalpha() and len(word) > 1 and word not in _NOT_NAMES and not is_common_word(word)
        for word in words
    )


def is_login_like(value: str) -> bool:
    """``jdoe`` and alike: one lower-case word that is neither common nor ordinary."""
    return (
        _LOGIN.fullmatch(value) is not None
        and value not in COMMON_ACCOUNTS
        and value not in project_words()
        and value not in _NOT_NAMES
    )


def is_name_like(value: str) -> bool:
    """What may stand in a field that names a person."""
    if value.lower().endswith(_FILE_ENDINGS):
        return False
    if (
        len(value) > 80
        or not any(map(str.isalpha, value))
        or any(c in value for c in "/\\{}<>=;#|")
    ):
        return False
    words = [fold(word) for word in words_of(value)]
    if not 1 <= len(words) <= 6 or all(word in project_words() for word in words):
        return False
    return not any(word in _NOT_NAMES for word in words)
