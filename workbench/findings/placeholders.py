"""Values that stand for nothing: placeholders, ids that providers hand out, digests, versions.

Each answer is a reason in words, or ``""`` (``spec/detection.md`` §1, "Benign").
"""

from __future__ import annotations

import re

_WORDS = (
    "redacted", "placeholder", "dummy", "changeme", "change_me", "change-me", "sample",
    "your_", "your-", "yourkey", "yourtoken", "yourapi", "yoursecret", "<your", "my_api", "my-api",
    "insert", "fake", "masked", "scrubbed", "filtered", "hidden", "removed", "sanitized", "omitted",
    "replay", "notreal", "not-a-real", "not_a_real", "mock", "todo", "undefined", "xxxx", "****",
    "....", "secret_here", "token_here", "key_here", "goes_here", "goes-here", "test-key",
    "test_key", "testkey", "deadbeef", "foobar", "lorem", "stand-in", "[value",
    "censored", "anonymous", "anonymized", "obfuscated",
)  # fmt: skip
_SAYS_SO = re.compile("|".join(map(re.escape, _WORDS)))
_EMPTY_TEXT = """
null none nil true false undefined empty n/a na yes no on off string str text bytes int number
bool any unknown default required optional value token secret password key api_key apikey user
username name test testing token_type bearer basic xxx password123 0 1 - _ localhost
"""
_EMPTY = frozenset(_EMPTY_TEXT.split())
_REFERENCE = re.compile(
    r"^(?:\$\{?[\w.:-]+\}?|\$\([^)]*\)|%[A-Z_0-9]+%|\{\{.*\}\}|<[^<>]{0,60}>|\{[\w.:-]*\}|\[[A-Za-z_ -]*\]"
    r"|process\.env\.\w+|os\.environ.*|env\.\w+|secrets\.\w+|@?[\w.]+\([^)]{0,80}\)?|#\{.*\}|&\w+|\*\w+"
    r"|\$\{\{.*)$"
)
_REPEATED = re.compile(r"([^\s])\1{5,}")
_RUN = re.compile(r"^(?:[xX*.#_\-0]|xx|XX)+$")
_ISSUED = re.compile(
    r"^(?:chatcmpl|cmpl|msg|resp|call|toolu|tooluse|req|run|thread|asst|file|item|rs|fc|ft|batch|evt|ws|"
    r"gen|srvtoolu|step|rs|fp|modelresp|chat|completion|ctc|mcp|snap|embd|img)[-_][A-Za-z0-9_-]{6,}$"
)
_VERSION = re.compile(r"^v?\d+(?:\.\d+){1,4}(?:[-+.][\w.]+)?$")
_STAND_IN = re.compile(
    r"^(?:[A-Za-z]{2,12}[-_](?:\d{1,3}|test|fake|dummy|key|secret|none|example))$"
)
_NUMBERED = re.compile(r"[a-z]{2,12}-\d{1,4}-example|host-\d{1,4}\.example\.com")
_DOCUMENTED_KEY = re.compile(r"EXAMPLE(?:KEY|TOKEN)?$")
_PART = re.compile(r"[A-Za-z0-9]+")
_NAME_WORD = re.compile(r"[^\W\d_]+")
#: Words that people write where a name belongs.
_NOBODY_TEXT = """
example examples user username users name your my the me you someone somebody anyone nobody person
people account login admin test tester testing dummy sample placeholder redacted fake mock foo bar
baz foobar lorem ipsum anonymous anonymized masked hidden removed scrubbed filtered censored host
hostname server machine here todo xxx xxxx yourname youruser yourusername myuser null none
undefined unknown default
"""
_NOBODY = frozenset(_NOBODY_TEXT.split())
_STANDING_TEXT = """
api key token secret test testing authorization auth bearer my your value the a an some id client
access private public password user dummy fake mock none here
"""
_STANDING_WORDS = frozenset(_STANDING_TEXT.split())
_NIL = re.compile(r"^[0-]+$")
_MOMENT = re.compile(r"^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$")
_DIGEST = re.compile(r"^(?:sha(?:1|224|256|384|512)|md5|blake2b|blake3)[-:][A-Za-z0-9+/=_-]{8,}$")


def placeholder(value: str) -> str:
    """Why ``value`` stands for nothing, or ``""``."""
    trimmed = value.strip().strip("\"'`")
    lowered = trimmed.lower()
    if len(trimmed) < 3 or lowered in _EMPTY:
        return "an empty or ordinary value"
    if _RUN.match(trimmed) or _NIL.match(trimmed):
        return "a placeholder"
    if len(trimmed) <= 120 and _SAYS_SO.search(lowered):
        return "a placeholder"
    words = _PART.findall(lowered)
    if (
        words
        and len(words) > 1
        and all(word in _STANDING_WORDS or set(word) == {"x"} for word in words)
    ):
        return "words that stand for a value"
    if _says_example(trimmed):
        return "a value that says it is an example"
    if _STAND_IN.match(trimmed):
        return "a numbered stand-in"
    if _REFERENCE.match(trimmed[:200]):
        return "a reference to a variable"
    if _REPEATED.search(trimmed[:400]) and len(set(trimmed)) <= max(6, len(trimmed) // 5):
        return "a placeholder"
    return ""


def _says_example(value: str) -> bool:
    """Made-up values of documentation. A random part beside the word may still be somebody's key."""
    if value.isupper() or "example" not in value.lower():
        return _DOCUMENTED_KEY.search(value) is not None
    rest = [part for part in _PART.findall(value) if "example" not in part.lower()]
    return not any(len(part) >= 8 and not part.isalpha() for part in rest)


def impersonal(name: str) -> str:
    """Why a user, person or host name is nobody's, or ``""``.

    Stricter than :func:`placeholder`: every word has to be one. "ada-example" may be somebody.
    """
    trimmed = name.strip().strip("\"'`")
    if _NUMBERED.fullmatch(trimmed):
        return "a numbered stand-in"
    if _REFERENCE.match(trimmed[:200]) or _RUN.match(trimmed):
        return "a placeholder"
    words = [word.lower() for word in _NAME_WORD.findall(trimmed)]
    if len(trimmed) < 2 or (words and all(word in _NOBODY for word in words)):
        return "a placeholder"
    return ""


def issued_by_provider(value: str) -> str:
    """Why an id is a provider's own and names no person, or ``""``."""
    if _ISSUED.match(value):
        return "an id that the provider issued for a message, call or request"
    return ""


def constant(value: str) -> str:
    """Why ``value`` is a version, digest or moment, or ``""``."""
    if _VERSION.match(value):
        return "a version"
    if _DIGEST.match(value):
        return "a digest"
    return "a moment" if _MOMENT.match(value) else ""


def harmless(value: str) -> str:
    """Any reason of this module."""
    return placeholder(value) or issued_by_provider(value) or constant(value)
